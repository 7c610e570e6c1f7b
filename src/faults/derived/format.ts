import type { Format, Member } from '#schemas';
import { type Defect, ofKind } from './defect.ts';

const defectOf =
  (kind: Defect['kind'], sample: string) =>
  (name: string, description: string, change: (text: string) => unknown): Defect =>
    ofKind(kind)(name, description, (value) => change(typeof value === 'string' && value !== '' ? value : sample));

const identifier = defectOf('identifier', '2f1f7a52-6d0c-4b1e-9a30-5c8d7e6f1a2b');
const nil = defectOf('nil-identifier', '');

const identifiers = [
  identifier('prefixed', 'is a prefixed id', (text) => `id_${text.replaceAll('-', '').slice(0, 16)}`),
  identifier('bare', 'is a UUID without hyphens', (text) => text.replaceAll('-', '')),
  identifier('serial', 'is a serial number in a text', () => '10042'),
  identifier('blank', 'is an empty text', () => ''),
  nil('nil', 'is the nil UUID', () => '00000000-0000-0000-0000-000000000000'),
];

const timestamp = defectOf('timestamp', '2025-03-01T08:30:00.125Z');
const day = '2025-02-30';

const timestamps = [
  timestamp('milliseconds-lost', 'has no milliseconds', (text) => text.replace(/\.\d+(?=Z)/, '')),
  timestamp('offset', 'has an offset of two hours', (text) => text.replace('Z', '+02:00')),
  timestamp('no-zone', 'has no zone', (text) => text.replace('Z', '')),
  timestamp('spaced', 'has a space for the T', (text) => text.replace('T', ' ')),
  timestamp('epoch', 'is an epoch number in a text', () => '1740817800125'),
  timestamp('impossible-day', 'is of a day that does not exist', (text) => day + text.slice(10)),
  timestamp('impossible-hour', 'is of an hour that does not exist', (text) => text.replace(/T\d\d/, 'T25')),
  timestamp('date-only', 'is a date', (text) => text.slice(0, 10)),
  timestamp('worded', 'is in the form of HTTP', (text) => new Date(text).toUTCString()),
];

const date = defectOf('date', '1990-02-28');

const dates = [
  date('day-first', 'has the day first', (text) => text.split('-').toReversed().join('-')),
  date('slashed', 'has slashes', (text) => text.replaceAll('-', '/')),
  date('date-time', 'is a date-time', (text) => `${text}T00:00:00.000Z`),
  date('impossible-day', 'is a day that does not exist', () => day),
  date('short', 'has no leading zeros', (text) => text.replaceAll('-0', '-')),
];

const decimal = defectOf('decimal', '1234.50000000');

const decimals = [
  decimal('separated', 'has thousands separators', (text) => `1,${text.padStart(6, '0')}`),
  decimal('exponent', 'has an exponent', (text) => `${text}e+0`),
  decimal('blank', 'is an empty text', () => ''),
  decimal('comma', 'has a decimal comma', (text) => (text.includes('.') ? text.replace('.', ',') : `${text},00`)),
  decimal('currency-sign', 'has a currency sign', (text) => `$${text}`),
  decimal('plus', 'has a plus sign', (text) => `+${text}`),
  decimal('not-a-number', 'is NaN', () => 'NaN'),
  decimal('unit', 'has a unit', (text) => `${text} USD`),
  decimal('spaced', 'has a space before it', (text) => ` ${text}`),
];

const place = defectOf('places', '1.00000000');

const places = [
  place('places-lost', 'has one place fewer than promised', (text) => text.slice(0, -1)),
  place('places-added', 'has one place more than promised', (text) => `${text}0`),
  place('places-trimmed', 'has no trailing zeros', (text) => String(Number(text))),
];

const uri = defectOf('uri', 'https://files.example.com/a.pdf');

const uris = [
  uri('bare-name', 'is a bare file name', (text) => text.split('/').at(-1)),
  uri('relative', 'is a path without host', (text) => text.replace(/^https?:\/\/[^/]+/, '')),
  uri('blank', 'is an empty text', () => ''),
];

const extension = defectOf('document-format', 'https://files.example.com/a.pdf');

const documentUris = [
  ...uris,
  extension('program', 'ends in .exe', (text) => text.replace(/\.[a-z]+$/, '.exe')),
  extension('other-format', 'ends in .docx', (text) => text.replace(/\.[a-z]+$/, '.docx')),
];

const country = defectOf('country', 'USA');
const unassigned = (code: string) =>
  defectOf('unassigned-country', 'USA')('unassigned', 'is assigned to no country', () => code);
const userAssigned = (code: string) =>
  defectOf('user-assigned-country', 'USA')('user-assigned', 'is left to its users', () => code);
const countryCase = defectOf('country-case', 'USA');
const inLowerCase = countryCase('in-lower-case', 'is in lower case', (text) => text.toLowerCase());
const named = country('named', 'is the name of a country', () => 'United States');

const countries = {
  'country-2': [
    inLowerCase,
    named,
    unassigned('QQ'),
    userAssigned('XK'),
    country('three-letters', 'has three letters', () => 'USA'),
    country('blank', 'is an empty text', () => ''),
  ],
  'country-3': [
    inLowerCase,
    named,
    unassigned('ZZZ'),
    userAssigned('XKX'),
    country('two-letters', 'has two letters', () => 'US'),
    country('numeric', 'is the number of a country', () => '840'),
  ],
} as const;

const phone = defectOf('phone', '+15555550101');

const phones = [
  phone('no-plus', 'has no plus', (text) => text.replace('+', '')),
  phone('national', 'is national', () => '(555) 555-0101'),
  phone('spaced', 'has spaces', (text) => `${text.slice(0, 2)} ${text.slice(2)}`),
  phone('too-long', 'has more than fifteen digits', (text) => text.padEnd(17, '0')),
];

const email = defectOf('email', 'someone@example.com');

const byFormat: Readonly<Partial<Record<Format, readonly Defect[]>>> = {
  uuid: identifiers,
  timestamp: timestamps,
  date: dates,
  decimal: decimals,
  uri: uris,
  'document-uri': documentUris,
  ...countries,
  'lower-case-code': [
    defectOf('currency-case', 'usd')('in-capitals', 'is in capitals', (text) => text.toUpperCase()),
    defectOf('currency-case', 'usd')('worded', 'is a name of two words', () => 'money 1'),
  ],
  e164: phones,
  email: [email('no-at', 'has no @', (text) => text.replace('@', '.')), email('blank', 'is an empty text', () => '')],
  integer: [ofKind('integer')('fraction', 'has a fraction', (value) => Number(value) + 0.5)],
};

/** Defects of a member's format. The format of a map is that of its keys, whose defects follow from its type. */
export function defectsOfFormat({ type, format, places: promised }: Member): readonly Defect[] {
  if (type === 'map' || format === undefined) return [];
  return [...(byFormat[format] ?? []), ...(promised === undefined ? [] : places)];
}
