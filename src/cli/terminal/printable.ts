import { relative } from 'node:path';
import { sanitise } from '#reporting';
import { distance } from '#target';

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

/** Distances take time by the square of the length, and no name is longer. */
const maxLength = 80;

/** `; did you mean a or b?` with the likeliest names first, or nothing. */
export function didYouMean(text: string, names: readonly string[]): string {
  const asked = text.slice(0, maxLength).toLowerCase();
  const near = names
    .map((name) => ({ name, away: distance(asked, name.toLowerCase()) }))
    .filter(({ name, away }) => {
      const isPart = asked.length > 3 && name.includes(asked);
      return isPart || away <= Math.max(2, Math.floor(Math.min(asked.length, name.length) / 3));
    })
    .sort((one, other) => one.away - other.away)
    .slice(0, 3)
    .map(({ name }) => name);
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
}

/** `x is no command; did you mean y?` */
export const notA = (text: string, kind: string, names: readonly string[], otherwise = ''): string =>
  `${printable(text)} is no ${kind}${didYouMean(text, names) || otherwise}`;
