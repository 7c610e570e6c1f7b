// Texts made harmless for each output: console, HTML, Markdown, CSV and workflow commands.
import { UnreadableFile } from '#lib';

export { firstOf, groupBy, plural, rowIn, texts } from '#lib';

/**
 * Makes text harmless wherever it may end up: control, bidirectional, invisible and tag characters and lone
 * surrogates become visible escapes, and what a CI would take for a command is broken up. Always one line.
 */
export function sanitise(text: string): string {
  return disarm(plain.test(text) ? text : escaped(text)).trim();
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** `31 Jan 2027`, of a day or an instant as ISO 8601 writes it. */
export function dayText(iso: string): string {
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-');
  return `${Number(day)} ${months[Number(month) - 1] ?? month} ${year}`;
}

/** `28 Nov 2026, 17:39 UTC`. */
export function momentText(iso: string): string {
  return `${dayText(iso)}, ${iso.slice(11, 16)} UTC`;
}

/** Nearly every text is written so, and holds nothing that is to be escaped. */
const plain = /^[ -~]*$/;

const escaped = (text: string): string =>
  text.replace(lineEnds, ' \u23ce ').replace(spaces, ' ').replace(unsafe, visible).replace(piled, '$1\u2026');

function indentOf(text: string): string {
  return /^ */.exec(text)?.[0] ?? '';
}

/** Makes each line of a text harmless: their indents stay. */
export function sanitiseLines(text: string): string {
  return text
    .split('\n')
    .map((line) => indentOf(line) + sanitise(line))
    .join('\n');
}

/** A file of ours has twelve levels at most. */
const maxDepth = 64;

/**
 * Makes all texts of a JSON value harmless, names of members included: for a file that anybody may have written.
 * @throws UnreadableFile where it goes too deep
 */
export function sanitiseAll(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return sanitiseLines(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) throw new UnreadableFile(`goes deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) return value.map((item) => sanitiseAll(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [sanitiseLines(name), sanitiseAll(child, depth + 1)]),
  );
}

/** A path that is wider than the screen breaks before its slashes. */
const piecesOf = (word: string, width: number): { readonly text: string; readonly glue: string }[] =>
  (word.length > width ? word.split(/(?=\/)/) : [word]).map((text, at) => ({ text, glue: at === 0 ? ' ' : '' }));

/** The whole text in lines of at most the width, as far as its words allow; further lines stand a little deeper. */
export function wrapped(text: string, width: number, hang = `${indentOf(text)}  `): string[] {
  const indent = indentOf(text);
  const lines: string[] = [];
  let line = indent;
  const words = sanitise(text).trim().split(' ');
  for (const { text: word, glue } of words.flatMap((each) => piecesOf(each, width))) {
    const isFull = line.trim() !== '' && line.length + glue.length + word.length > width;
    if (isFull) lines.push(line.trimEnd());
    // A name that is too long for its place begins further left.
    if (isFull) line = hang.slice(0, Math.max(0, Math.min(hang.length, width - word.length)));
    line += line.trim() === '' ? word : `${glue}${word}`;
  }
  return [...lines, line];
}

/** Makes a text harmless and cuts it to a length. */
export function shorten(text: string, longest: number): string {
  return cut(sanitise(text), longest);
}

/** Cuts by code point, so that no surrogate is left alone. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const points = [...text];
  return points.length <= longest ? text : `${points.slice(0, Math.max(0, longest - 1)).join('')}\u2026`;
}

const lineEnds = /[\r\n\u2028\u2029\u0085]+/g;
const spaces = /\t+|(?! )\p{Zs}/gu;

/** No script has more marks on a letter; thousands of them cover the lines around. */
const piled = /(\p{M}{8})\p{M}+/gu;

/**
 * Controls, format and invisible characters, what has no agreed meaning, halves of a surrogate pair, and signs that are drawn as
 * nothing: a blank of Braille, a place for an object, a note without a head.
 */
const unsafe =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufffc\u{1d159}]/gu;

const visible = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** GitHub reads `::name::` at the start of a line, and like Azure and TeamCity `##name[` anywhere. */
const disarm = (text: string): string => text.replace(/^(\s*):(?=:)/, '$1: ').replace(/##(?=\[|[a-z]+\[)/gi, '# #');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text or attribute value of HTML, or of XML 1.0: what that forbids is gone once the text is sanitised. */
export function forMarkup(text: string): string {
  return sanitise(text).replace(/[&<>"']/g, (found) => entities[found] ?? found);
}

/** An address that may become a link: a page of the web, in which no login stands. Any other scheme may act where it is clicked. */
export const webPage = (url: string | undefined): string | undefined =>
  url !== undefined &&
  /^https:\/\/[\w-]+(?:\.[\w-]+)*(?::\d{1,5})?(?:\/[\w.~!$&'()*+,;=:@%/-]*)?(?:[?#][\w.~!$&'()*+,;=:@%/?-]*)?$/i.test(
    url,
  )
    ? url
    : undefined;

/** A line of markup, with its indent. */
export function forMarkupLine(line: string): string {
  return indentOf(line) + forMarkup(line);
}

/**
 * Prose of Markdown, for a table's cell too: no markup, no link, no mention, which GitHub and GitLab know even where its sign is
 * escaped: a blank of no width parts it from the name. What needs no escape has none, because a mail and some trackers show it.
 */
export function forMarkdown(text: string): string {
  return sanitise(text)
    .replace(/[&<>]/g, (found) => entities[found] ?? found)
    .replace(/[\\`*[\]#|~$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\$&')
    .replace(/^([-+]|\d+[.)])(?=\s)/, '\\$&')
    .replace(/:\/\//g, '&#58;//')
    .replace(/\bwww\./gi, (found) => `${found.slice(0, 3)}&#46;`)
    .replace(/@/g, '&#64;&#8203;');
}

/** As the above, and what stands between back ticks is code where it is a plain name. */
export function namedMarkdown(text: string): string {
  return forMarkdown(text).replace(/\\`((?:\\[^`]|[^`\\])*)\\`/g, (whole, inner: string) => {
    const name = inner.replace(/\\(.)/g, '$1');
    return /^[\w.[\]{}*/ -]+$/.test(name) ? `\`${name}\`` : whole;
  });
}

/** A code span of Markdown: what stands in it needs no escape. */
export function codeSpan(text: string): string {
  const clean = sanitise(text);
  const longest = Math.max(0, ...(clean.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${clean}${fence}` : `${fence} ${clean} ${fence}`;
}

/** Text in a block of Markdown's code is shown as it is; only its end must not stand in it. */
export function codeBlock(language: string, lines: readonly string[]): readonly string[] {
  return [`\`\`\`${language}`, ...lines.map((line) => sanitiseLines(line).replaceAll('```', "'''")), '```'];
}

/** Signs by which spreadsheets know a formula, full-width forms included. */
const formula = /^[\s'"]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/;

/** A quoted cell of CSV that no spreadsheet takes for a formula. */
export function forCsv(text: string): string {
  const clean = sanitise(text);
  return `"${(formula.test(clean) ? `'${clean}` : clean).replaceAll('"', '""')}"`;
}

/** Message of a GitHub workflow command. */
export function forCommand(text: string): string {
  return sanitise(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Property of a GitHub workflow command. */
export function forCommandProperty(text: string): string {
  return forCommand(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
