// Patterns of a waiver: matching places and texts, and the overlap of two patterns.

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

/** True if some place matches both. */
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
  // The first match of each part leaves the most text for the next, so no other match need be tried.
  let at = head.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - tail.length;
}

/** A text in parentheses must not be split. */
const isWhole = (text: string): boolean => text.split('(').length === text.split(')').length;

const further = / and \d+ more$/;

/**
 * The forms of a finding with several forms, such as `decimal(9), decimal(11)`; a single one if the text is no list.
 */
const formsIn = (observed: string): readonly string[] => {
  const forms = observed.replace(further, '').split(', ');
  return forms.every(isWhole) ? [...new Set(forms)] : [observed];
};

const headOf = ([first = '', ...others]: readonly string[]): string => {
  let length = first.length;
  while (!others.every((other) => other.startsWith(first.slice(0, length)))) length -= 1;
  return first.slice(0, length).replace(/\w+$/, '');
};

const tailOf = ([first = '', ...others]: readonly string[]): string => {
  let from = 0;
  while (!others.every((other) => other.endsWith(first.slice(from)))) from += 1;
  return first.slice(from).replace(/^\w+/, '');
};

/**
 * Patterns that match all forms of a finding. Similar forms share one pattern, because another run may see more of
 * them.
 */
export function patternsFor(observed: string): readonly string[] {
  const forms = formsIn(observed);
  if (forms.length === 1) return [observed];
  const head = headOf(forms);
  const tail = tailOf(forms.map((form) => form.slice(head.length)));
  return head !== '' || tail !== '' || further.test(observed) ? [`${head}*${tail}`] : forms;
}

/** True for the exact text, and for each form of a finding with several forms. */
export function meansObserved(observed: string, text: string): boolean {
  const meant = further.test(observed) ? patternsFor(observed) : formsIn(observed);
  return [observed, ...meant].some((pattern) => meansText(pattern, text));
}

/** May return true for two patterns with a star each, although no text matches both. */
export function textsOverlap(one: string, other: string): boolean {
  if (meansText(one, other) || meansText(other, one)) return true;
  if (!one.includes('*') || !other.includes('*')) return false;
  const ends = (text: string) => [text.split('*')[0] ?? '', text.split('*').at(-1) ?? ''] as const;
  const [[head, tail], [start, end]] = [ends(one), ends(other)];
  return (head.startsWith(start) || start.startsWith(head)) && (tail.endsWith(end) || end.endsWith(tail));
}
