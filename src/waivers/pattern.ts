/** The steps of a place: names, and indexes as `[3]` or `[]`. */
const stepsOf = (where: string): readonly string[] =>
  where.startsWith('$') ? (where.match(/\[\d*\]|[^.[\]]+/g) ?? []) : [where];

const isIndex = (step: string): boolean => step.startsWith('[');

const fits = (pattern: string, step: string): boolean => {
  if (pattern === '[]') return isIndex(step);
  return pattern === step || (pattern === '*' && !isIndex(step));
};

/** Whether a place is one that a pattern means. */
export function meansPlace(pattern: string, where: string): boolean {
  const [wanted, actual] = [stepsOf(pattern), stepsOf(where)];
  return wanted.length === actual.length && wanted.every((step, at) => fits(step, actual[at] ?? ''));
}

/** Whether some place is meant by both patterns. */
export function placesOverlap(one: string, other: string): boolean {
  const [left, right] = [stepsOf(one), stepsOf(other)];
  return (
    left.length === right.length &&
    left.every((step, at) => fits(step, right[at] ?? '') || fits(right[at] ?? '', step))
  );
}

/** Whether a text is one that a pattern with `*` means. */
export function meansText(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}

/** Whether some text is meant by both; patterns that each have a star may be taken for overlapping though they are not. */
export function textsOverlap(one: string, other: string): boolean {
  if (meansText(one, other) || meansText(other, one)) return true;
  if (!one.includes('*') || !other.includes('*')) return false;
  const ends = (text: string) => [text.split('*')[0] ?? '', text.split('*').at(-1) ?? ''] as const;
  const [[head, tail], [start, end]] = [ends(one), ends(other)];
  return (head.startsWith(start) || start.startsWith(head)) && (tail.endsWith(end) || end.endsWith(tail));
}
