import { randomBytes } from 'node:crypto';
import type { Variation } from '../planted.ts';
import { onFormat } from './places.ts';

/** The groups of 32 hexadecimal digits as a UUID is written. */
const grouped = (digits: string): string =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** RFC 9562, version 7: a point in time and random bits. */
function timeOrdered(): string {
  const random = randomBytes(10).toString('hex');
  const instant = Date.now().toString(16).padStart(12, '0');
  return grouped(`${instant}7${random.slice(0, 3)}8${random.slice(3, 6)}${random.slice(6, 18)}`);
}

export const identifierVariations: readonly Variation[] = [
  {
    id: 'identifiers/of-version-7',
    sentence: 'What is created gets a UUID of version 7.',
    endpoints: [6, 7, 8, 9, 10],
    policies: { creation: { newId: timeOrdered } },
  },
  {
    id: 'identifiers/in-upper-case',
    sentence: 'Identifiers are written in upper case; a path may hold them in any.',
    reply: onFormat('uuid', (id) => id.toUpperCase()),
  },
];
