// Makes texts harmless for each output: console, HTML, Markdown, CSV and workflow commands.
import { UnreadableFile } from '#lib';

export { firstOf, groupBy, plural, rowIn, texts } from '#lib';

/**
 * Makes a text harmless for every output, in one line. Control, bidirectional, invisible and tag characters and lone
 * surrogates become visible escapes. Text that a CI would read as a command is broken up.
 */
export function sanitise(text: string): string {
  return disarm(plain.test(text) ? text : escaped(text)).trim();
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** `31 Jan 2027`, from an ISO 8601 date or instant. */
export function dayText(iso: string): string {
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-');
  return `${Number(day)} ${months[Number(month) - 1] ?? month} ${year}`;
}

/** `28 Nov 2026, 17:39 UTC`. */
export function momentText(iso: string): string {
  return `${dayText(iso)}, ${iso.slice(11, 16)} UTC`;
}

/** Nearly all texts have only these characters, which need no escape. */
const plain = /^[ -~]*$/;

const escaped = (text: string): string =>
  text.replace(lineEnds, ' \u23ce ').replace(spaces, ' ').replace(unsafe, visible).replace(piled, '$1\u2026');

function indentOf(text: string): string {
  return /^ */.exec(text)?.[0] ?? '';
}

/** Makes each line of a text harmless, and keeps the indents. */
export function sanitiseLines(text: string): string {
  return text
    .split('\n')
    .map((line) => indentOf(line) + sanitise(line))
    .join('\n');
}

/** Our own files have at most twelve levels. */
const maxDepth = 64;

/**
 * Makes all texts and member names of a JSON value harmless, for a file that anybody may have written.
 * @throws UnreadableFile if the value is too deep
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

/** Breaks a path that is wider than the screen before its slashes. */
const piecesOf = (word: string, width: number): { readonly text: string; readonly glue: string }[] =>
  (word.length > width ? word.split(/(?=\/)/) : [word]).map((text, at) => ({ text, glue: at === 0 ? ' ' : '' }));

/** Wraps a text to lines of at most `width` columns, where its words allow it. Further lines have a deeper indent. */
export function wrapped(text: string, width: number, hang = `${indentOf(text)}  `): string[] {
  const indent = indentOf(text);
  const lines: string[] = [];
  let line = indent;
  const words = sanitise(text).trim().split(' ');
  for (const { text: word, glue } of words.flatMap((each) => piecesOf(each, width))) {
    const isFull = line.trim() !== '' && line.length + glue.length + word.length > width;
    if (isFull) lines.push(line.trimEnd());
    // A word that is too long for the indent starts further left.
    if (isFull) line = hang.slice(0, Math.max(0, Math.min(hang.length, width - word.length)));
    line += line.trim() === '' ? word : `${glue}${word}`;
  }
  return [...lines, line];
}

/** Makes a text harmless, and cuts it to at most `longest` characters. */
export function shorten(text: string, longest: number): string {
  return cut(sanitise(text), longest);
}

/** Cuts a text to at most `longest` characters, between code points, so that no lone surrogate is left. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const points = [...text];
  return points.length <= longest ? text : `${points.slice(0, Math.max(0, longest - 1)).join('')}\u2026`;
}

const lineEnds = /[\r\n\u2028\u2029\u0085]+/g;
const spaces = /\t+|(?! )\p{Zs}/gu;

/** No script has more marks on one letter. Thousands of marks would cover the lines around the text. */
const piled = /(\p{M}{8})\p{M}+/gu;

/**
 * Control, format and invisible characters, unassigned meanings and lone surrogates. Also characters that are drawn as
 * nothing: the Braille blank, the object replacement character, a note without a head.
 */
const unsafe =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufffc\u{1d159}]/gu;

const visible = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** GitHub reads `::name::` at the start of a line as a command. GitHub, Azure and TeamCity read `##name[` anywhere. */
const disarm = (text: string): string => text.replace(/^(\s*):(?=:)/, '$1: ').replace(/##(?=\[|[a-z]+\[)/gi, '# #');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * Escapes a text or an attribute value of HTML or XML 1.0. `sanitise` already removes the characters that XML forbids.
 */
export function forMarkup(text: string): string {
  return sanitise(text).replace(/[&<>"']/g, (found) => entities[found] ?? found);
}

/**
 * The address, if it may become a link: http or https without a login. Other schemes may run something when a reader
 * clicks them.
 */
export const webPage = (url: string | undefined): string | undefined =>
  url !== undefined &&
  /^https:\/\/[\w-]+(?:\.[\w-]+)*(?::\d{1,5})?(?:\/[\w.~!$&'()*+,;=:@%/-]*)?(?:[?#][\w.~!$&'()*+,;=:@%/?-]*)?$/i.test(
    url,
  )
    ? url
    : undefined;

export function forMarkupLine(line: string): string {
  return indentOf(line) + forMarkup(line);
}

/**
 * Escapes prose for Markdown, table cells included: no markup, no link, no mention. GitHub and GitLab read a mention
 * even after an escaped sign, so a zero-width space parts sign and name. Characters that need no escape have none,
 * because mails and some trackers show the escape.
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

/** Like `forMarkdown`, but a plain name between back ticks becomes code. */
export function namedMarkdown(text: string): string {
  return forMarkdown(text).replace(/\\`((?:\\[^`]|[^`\\])*)\\`/g, (whole, inner: string) => {
    const name = inner.replace(/\\(.)/g, '$1');
    return /^[\w.[\]{}*/ -]+$/.test(name) ? `\`${name}\`` : whole;
  });
}

/** A code span of Markdown. Text inside it needs no escape. */
export function codeSpan(text: string): string {
  const clean = sanitise(text);
  const longest = Math.max(0, ...(clean.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${clean}${fence}` : `${fence} ${clean} ${fence}`;
}

/** A fenced code block of Markdown. The text is shown as it is, so it must not contain the fence. */
export function codeBlock(language: string, lines: readonly string[]): readonly string[] {
  return [`\`\`\`${language}`, ...lines.map((line) => sanitiseLines(line).replaceAll('```', "'''")), '```'];
}

/** Signs that start a formula in spreadsheets, full-width forms included. */
const formula = /^[\s'"]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/;

/** A quoted CSV cell that no spreadsheet reads as a formula. */
export function forCsv(text: string): string {
  const clean = sanitise(text);
  return `"${(formula.test(clean) ? `'${clean}` : clean).replaceAll('"', '""')}"`;
}

export function forCommand(text: string): string {
  return sanitise(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

export function forCommandProperty(text: string): string {
  return forCommand(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
