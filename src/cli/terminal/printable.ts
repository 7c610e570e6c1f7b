// Typed texts in a form that messages may repeat: without keys and control characters.
import { relative } from 'node:path';
import { didYouMean } from '#lib';
import { sanitise } from '#reporting';

const segment = /^[a-z]{1,24}$/;

/** The text, if it looks like one of our names. A key in the wrong place is not repeated. */
export const printable = (text: string, otherwise = 'what was given'): string =>
  text.length <= 80 && (/^\d{1,3}$/.test(text) || text.split(/[-./]/).every((part) => segment.test(part)))
    ? text
    : otherwise;

/** A path relative to the current folder. Names of folders may contain any character. */
export const shownPath = (cwd: string, path: string): string => sanitise(relative(cwd, path)) || '.';

/** `x is not a command; did you mean y?` */
export const notA = (text: string, kind: string, names: readonly string[], otherwise = ''): string =>
  `${printable(text)} is not ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}${didYouMean(text, names) || otherwise}`;

/** Usual prefixes of keys, and schemes of the header that carries a key. */
const begun = /^(?:(?:sk|pk|rk|ak|api|key|tok)_|gh[pousr]_|glpat-|xox[abprs]-|AKIA|eyJ|(?:Bearer|Basic|ApiKey)\s)/i;

const inOnePiece = /[A-Za-z0-9_+=-]{20,}/g;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Names change between letters and digits once or twice; random text changes often. */
const maxChanges = 2;

const isDrawn = (piece: string): boolean =>
  !uuid.test(piece) && (piece.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g) ?? []).length > maxChanges;

/** Tells a key from a name, a path or a sentence. */
export const looksLikeKey = (text: string): boolean =>
  begun.test(text.trim()) || (text.match(inOnePiece) ?? []).some(isDrawn);

/** The message without typed text that may be a key. */
export const withoutKeys = (message: string, args: readonly string[]): string =>
  args
    .map((arg) => (arg.startsWith('-') ? arg.slice(arg.indexOf('=') + 1) : arg))
    .flatMap((value) => {
      const pieces = value.split(/[\\/]/);
      return pieces.some(looksLikeKey) ? [value, ...pieces.filter(looksLikeKey)] : [];
    })
    .reduce((text, key) => text.replaceAll(key, '<what was typed>'), message);
