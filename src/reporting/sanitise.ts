/**
 * Makes text harmless wherever it may end up: control, bidirectional, invisible and tag characters and lone
 * surrogates become visible escapes, and what a CI would take for a command is broken up. Always one line.
 */
export const sanitise = (text: string): string => disarm(plain.test(text) ? text : escaped(text)).trim();

/** Nearly every text is written so, and holds nothing that is to be escaped. */
const plain = /^[ -~]*$/;

const escaped = (text: string): string =>
  text.replace(lineEnds, ' \u23ce ').replace(tabs, ' ').replace(unsafe, visible);

/** The same of each line, for a text that has several: their indents stay. */
export const sanitiseLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => (/^ */.exec(line)?.[0] ?? '') + sanitise(line))
    .join('\n');

/** The same of all texts of a JSON value, names of members included: for a file that anybody may have written. */
export const sanitiseAll = (value: unknown): unknown => {
  if (typeof value === 'string') return sanitiseLines(value);
  if (Array.isArray(value)) return value.map(sanitiseAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [sanitiseLines(name), sanitiseAll(child)]),
  );
};

/** The same, cut to a length. */
export const shorten = (text: string, longest: number): string => cut(sanitise(text), longest);

/** Cuts by code point, so that no surrogate is left alone. */
export const cut = (text: string, longest: number): string => {
  if (text.length <= longest) return text;
  const points = [...text];
  return points.length <= longest ? text : `${points.slice(0, Math.max(0, longest - 1)).join('')}\u2026`;
};

const lineEnds = /[\r\n\u2028\u2029\u0085]+/g;
const tabs = /\t+/g;

/** Controls, format and invisible characters, what has no agreed meaning, and halves of a surrogate pair. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

const visible = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** GitHub reads `::name::` at the start of a line, and like Azure and TeamCity `##name[` anywhere. */
const disarm = (text: string): string =>
  text.replace(/^(\s*):(?=:)/, '$1: ').replace(/##(?=\[|[a-z]+\[)/gi, '# #');
