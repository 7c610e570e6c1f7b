import { distance } from '#target';

/** The names that may have been meant, the likeliest first. */
function nearest(text: string, names: readonly string[], most = 3): readonly string[] {
  const asked = text.toLowerCase();
  const measured = names
    .map((name) => ({
      name,
      away: distance(asked, name.toLowerCase()),
      holds: asked.length > 3 && name.includes(asked),
    }))
    .filter(
      ({ name, away, holds }) =>
        holds || away <= Math.max(2, Math.floor(Math.min(asked.length, name.length) / 3)),
    );
  return measured
    .sort((one, other) => one.away - other.away)
    .slice(0, most)
    .map(({ name }) => name);
}

/** `; did you mean a or b?`, or nothing. */
export function meant(text: string, names: readonly string[]): string {
  const near = nearest(text, names);
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
}
