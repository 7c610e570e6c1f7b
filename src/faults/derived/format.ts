import type { Format, Member } from '#schemas';
import type { Defect } from './defect.ts';

const way =
  (aspect: Defect['aspect'], sample: string) =>
  (name: string, told: string, change: (met: string) => unknown): Defect => ({
    name,
    told,
    aspect,
    spoil: (value) => change(typeof value === 'string' && value !== '' ? value : sample),
  });

const identifier = way('identifier', '2f1f7a52-6d0c-4b1e-9a30-5c8d7e6f1a2b');
const nil = way('nil-identifier', '');

const identifiers = [
  identifier('prefixed', 'is a prefixed id', (met) => `id_${met.replaceAll('-', '').slice(0, 16)}`),
  identifier('bare', 'is a UUID without hyphens', (met) => met.replaceAll('-', '')),
  identifier('serial', 'is a serial number in a text', () => '10042'),
  identifier('blank', 'is an empty text', () => ''),
  nil('nil', 'is the nil UUID', () => '00000000-0000-0000-0000-000000000000'),
];

const timestamp = way('timestamp', '2025-03-01T08:30:00.125Z');
const day = '2025-02-30';

const timestamps = [
  timestamp('milliseconds-lost', 'has no milliseconds', (met) => met.replace(/\.\d+(?=Z)/, '')),
  timestamp('offset', 'has an offset of two hours', (met) => met.replace('Z', '+02:00')),
  timestamp('no-zone', 'has no zone', (met) => met.replace('Z', '')),
  timestamp('spaced', 'has a space for the T', (met) => met.replace('T', ' ')),
  timestamp('epoch', 'is an epoch number in a text', () => '1740817800125'),
  timestamp('impossible-day', 'is of a day that does not exist', (met) => day + met.slice(10)),
  timestamp('impossible-hour', 'is of an hour that does not exist', (met) => met.replace(/T\d\d/, 'T25')),
  timestamp('date-only', 'is a date', (met) => met.slice(0, 10)),
  timestamp('worded', 'is in the form of HTTP', (met) => new Date(met).toUTCString()),
];

const date = way('date', '1990-02-28');

const dates = [
  date('day-first', 'has the day first', (met) => met.split('-').toReversed().join('-')),
  date('slashed', 'has slashes', (met) => met.replaceAll('-', '/')),
  date('date-time', 'is a date-time', (met) => `${met}T00:00:00.000Z`),
  date('impossible-day', 'is a day that does not exist', () => day),
  date('short', 'has no leading zeros', (met) => met.replaceAll('-0', '-')),
];

const decimal = way('decimal', '1234.50000000');

const decimals = [
  decimal('separated', 'has thousands separators', (met) => `1,${met.padStart(6, '0')}`),
  decimal('exponent', 'has an exponent', (met) => `${met}e+0`),
  decimal('blank', 'is an empty text', () => ''),
  decimal('comma', 'has a decimal comma', (met) => (met.includes('.') ? met.replace('.', ',') : `${met},00`)),
  decimal('currency-sign', 'has a currency sign', (met) => `$${met}`),
  decimal('plus', 'has a plus sign', (met) => `+${met}`),
  decimal('not-a-number', 'is NaN', () => 'NaN'),
  decimal('unit', 'has a unit', (met) => `${met} USD`),
  decimal('spaced', 'has a space before it', (met) => ` ${met}`),
];

const place = way('places', '1.00000000');

const places = [
  place('places-lost', 'has one place fewer than promised', (met) => met.slice(0, -1)),
  place('places-added', 'has one place more than promised', (met) => `${met}0`),
  place('places-trimmed', 'has no trailing zeros', (met) => String(Number(met))),
];

const uri = way('uri', 'https://files.example.com/a.pdf');

const uris = [
  uri('bare-name', 'is a bare file name', (met) => met.split('/').at(-1)),
  uri('relative', 'is a path without host', (met) => met.replace(/^https?:\/\/[^/]+/, '')),
  uri('blank', 'is an empty text', () => ''),
];

const extension = way('document-format', 'https://files.example.com/a.pdf');

const documentUris = [
  ...uris,
  extension('program', 'ends in .exe', (met) => met.replace(/\.[a-z]+$/, '.exe')),
  extension('other-format', 'ends in .docx', (met) => met.replace(/\.[a-z]+$/, '.docx')),
];

const country = way('country', 'USA');
const countryCase = way('country-case', 'USA');
const inLowerCase = countryCase('in-lower-case', 'is in lower case', (met) => met.toLowerCase());
const named = country('named', 'is the name of a country', () => 'United States');

const countries = {
  'country-2': [
    inLowerCase,
    named,
    country('three-letters', 'has three letters', () => 'USA'),
    country('blank', 'is an empty text', () => ''),
  ],
  'country-3': [
    inLowerCase,
    named,
    country('two-letters', 'has two letters', () => 'US'),
    country('numeric', 'is the number of a country', () => '840'),
  ],
} as const;

const phone = way('phone', '+15555550101');

const phones = [
  phone('no-plus', 'has no plus', (met) => met.replace('+', '')),
  phone('national', 'is national', () => '(555) 555-0101'),
  phone('spaced', 'has spaces', (met) => `${met.slice(0, 2)} ${met.slice(2)}`),
  phone('too-long', 'has more than fifteen digits', (met) => met.padEnd(17, '0')),
];

const email = way('email', 'someone@example.com');

const byFormat: Readonly<Partial<Record<Format, readonly Defect[]>>> = {
  uuid: identifiers,
  timestamp: timestamps,
  date: dates,
  decimal: decimals,
  uri: uris,
  'document-uri': documentUris,
  ...countries,
  'lower-case-code': [
    way('currency-case', 'usd')('in-capitals', 'is in capitals', (met) => met.toUpperCase()),
  ],
  e164: phones,
  email: [
    email('no-at', 'has no @', (met) => met.replace('@', '.')),
    email('blank', 'is an empty text', () => ''),
  ],
  integer: [
    { name: 'fraction', told: 'has a fraction', aspect: 'integer', spoil: (value) => Number(value) + 0.5 },
  ],
};

/** Defects of a member's format; a map's format is that of its keys and is dealt with where they are. */
export function defectsOfFormat({ type, format, places: promised }: Member): readonly Defect[] {
  if (type === 'map' || format === undefined) return [];
  return [...(byFormat[format] ?? []), ...(promised === undefined ? [] : places)];
}
