import { relative } from 'node:path';
import { didYouMean } from '#lib';
import { sanitise } from '#reporting';

const segment = /^[a-z]{1,24}$/;

/** The text where it reads like a name of ours; a key in the wrong place is not repeated. */
export const printable = (text: string, otherwise = 'what was given'): string =>
  text.length <= 80 && (/^\d{1,3}$/.test(text) || text.split(/[-./]/).every((part) => segment.test(part)))
    ? text
    : otherwise;

/** A path as it is typed in a folder; names of folders may hold any character. */
export const shownPath = (cwd: string, path: string): string => sanitise(relative(cwd, path)) || '.';

export const cut = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text;

/** `x is no command; did you mean y?` */
export const notA = (text: string, kind: string, names: readonly string[], otherwise = ''): string =>
  `${printable(text)} is no ${kind}${didYouMean(text, names) || otherwise}`;
