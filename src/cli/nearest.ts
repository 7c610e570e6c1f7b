/** Edits that turn one text into the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

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
