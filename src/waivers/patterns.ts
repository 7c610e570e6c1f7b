// Patterns of a waiver: the places and texts that match, and the overlap of two patterns.

const stepsOf = (where: string): readonly string[] =>
  where.startsWith('$') ? (where.match(/\[\d*\]|[^.[\]]+/g) ?? []) : [where];

const isIndex = (step: string): boolean => step.startsWith('[');

const fits = (pattern: string, step: string): boolean => {
  if (pattern === '[]') return isIndex(step);
  return pattern === step || (pattern === '*' && !isIndex(step));
};

export function meansPlace(pattern: string, where: string): boolean {
  const [wanted, actual] = [stepsOf(pattern), stepsOf(where)];
  return wanted.length === actual.length && wanted.every((step, at) => fits(step, actual[at] ?? ''));
}

/** True where some place matches both. */
export function placesOverlap(one: string, other: string): boolean {
  const [left, right] = [stepsOf(one), stepsOf(other)];
  return (
    left.length === right.length && left.every((step, at) => fits(step, right[at] ?? '') || fits(right[at] ?? '', step))
  );
}

/** `*` in a pattern matches any text. */
export function meansText(pattern: string, text: string): boolean {
  const [head = '', ...others] = pattern.split('*');
  const tail = others.pop();
  if (tail === undefined) return pattern === text;
  if (!text.startsWith(head) || !text.endsWith(tail)) return false;
  // The first place of each part leaves the most room for the next: no other need be tried.
  let at = head.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - tail.length;
}

/** May return true for two patterns that each have a star, although no text matches both. */
export function textsOverlap(one: string, other: string): boolean {
  if (meansText(one, other) || meansText(other, one)) return true;
  if (!one.includes('*') || !other.includes('*')) return false;
  const ends = (text: string) => [text.split('*')[0] ?? '', text.split('*').at(-1) ?? ''] as const;
  const [[head, tail], [start, end]] = [ends(one), ends(other)];
  return (head.startsWith(start) || start.startsWith(head)) && (tail.endsWith(end) || end.endsWith(tail));
}
