import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  calendarDate,
  closedSet,
  countryCode,
  decimal,
  documentUri,
  e164,
  emailAddress,
  integer,
  literal,
  lowerCaseCode,
  mapOf,
  openSet,
  text,
  timestamp,
  uri,
  uuid,
} from './formats.ts';
import { jsonSchemaOf } from './json-schema.ts';

const strict = { firmnessOf: () => 'stated', excludes: () => true };

const accepts = (schema: z.ZodType) =>
  new Ajv2020({ strict: false, validateFormats: false }).compile(jsonSchemaOf(schema, strict));

const formats: Readonly<Record<string, z.ZodType>> = {
  text: text(),
  uuid: uuid(),
  timestamp: timestamp(),
  date: calendarDate(),
  decimal: decimal(),
  'eight places': decimal(8),
  uri: uri(),
  document: documentUri(),
  'two letters': countryCode(2),
  'three letters': countryCode(3),
  'lower-case code': lowerCaseCode(),
  phone: e164(),
  email: emailAddress(),
  'closed set': closedSet(['paid', 'failed']),
  'open set': openSet(['wire']),
  literal: literal('onramp'),
  integer: integer(),
};

const values: readonly unknown[] = [
  ...[
    '',
    ' ',
    'paid',
    'PAID',
    'wire',
    'onramp',
    'usd',
    'USD',
    'Usd',
    'US',
    'us',
    'USA',
    'usa',
    'XKX',
    'USDT',
    'U1',
    '٣',
    'é',
  ],
  ...['1', '1.', '.5', '-1.5', '+1', '1e3', '1,000', '01', '1.00000000', '1.0000000', '1.000000000', 'NaN', '1\n'],
  '8f14e45f-ceea-467f-a5d5-91b1ccb1a0f1',
  '8F14E45F-CEEA-967F-F5D5-91B1CCB1A0F1',
  '00000000-0000-0000-0000-000000000000',
  ...['8f14e45fceea467fa5d591b1ccb1a0f1', '{8f14e45f-ceea-467f-a5d5-91b1ccb1a0f1}', 'id_8f14e45f'],
  ...['2024-05-01T10:20:30.456Z', '2024-02-29T23:59:59.999999+00:00', '2000-02-29T00:00:00.000Z'],
  ...['2023-02-29T10:20:30.456Z', '1900-02-29T10:20:30.456Z', '2024-04-31T10:20:30.456Z'],
  ...['2024-05-01T24:00:00.000Z', '2024-05-01T10:60:30.456Z', '2024-05-01T10:20:60.456Z', '2024-05-01T10:20:30Z'],
  ...['2024-05-01T10:20:30.45Z', '2024-05-01T10:20:30.456', '2024-05-01T10:20:30.456+02:00'],
  ...['2024-05-01t10:20:30.456Z', '2024-05-01T10:20:30.456z', '2024-05-01 10:20:30.456Z'],
  ...['2024-05-01', '2024-13-01', '2024-00-10', '2024-05-00', '2023-02-29', '2024-02-29', '01-05-2024', '2024-5-1'],
  ...['https://files.example.com/a.pdf', 'HTTPS://files.example.com/a.PDF', 'https://files.example.com/a.docx'],
  ...['https://files.example.com/a.docx?x=1', 'https://files.example.com/a.pdf#page', 'https://files.example.com'],
  ...['https://files.example.com/v1.0/file', 'https://files.example.com/a.b/c.jpeg', 'https://files.example.com/a.7z'],
  ...['urn:isbn:0451450523', 'data:,x', '/a.pdf', 'a.pdf', 'https://a b', 'https://a/%zz', 'ipfs://cid/x.txt'],
  ...['+15551234567', '15551234567', '+0123', '+1 555', '+1234567890123456'],
  ...['ada@example.com', 'ada', 'a@b', 'a b@c', '@x', 'a@@b'],
  ...[0, 1, -3, 1.5, 1e21, true, false, null, [], {}, ['paid']],
];

test.each(Object.keys(formats))('the JSON Schema of %s accepts what the schema accepts, and nothing else', (name) => {
  const schema = formats[name] ?? z.never();
  const isAccepted = accepts(schema);
  const wrong = values.filter((value) => isAccepted(value) !== schema.safeParse(value).success);
  expect(wrong).toEqual([]);
  expect(values.some((value) => isAccepted(value))).toBe(true);
});

test('null, absence, parts and keys are those of the schema', () => {
  const part = z.looseObject({
    id: uuid(),
    note: text().nullish(),
    state: closedSet(['on', 'off']).nullable(),
  });
  const isAccepted = accepts(z.looseObject({ parts: z.array(part), balances: mapOf(lowerCaseCode(), integer()) }));
  const id = '8f14e45f-ceea-467f-a5d5-91b1ccb1a0f1';
  const record = (item: object, balances: object = {}) => ({
    parts: [{ id, state: 'on', ...item }],
    balances,
  });
  expect(isAccepted(record({ state: null, note: null, more: 1 }, { usd: 1 }))).toBe(true);
  expect(isAccepted(record({ id: undefined }))).toBe(false);
  expect(isAccepted(record({ id: null }))).toBe(false);
  expect(isAccepted(record({ state: 'ON' }))).toBe(false);
  expect(isAccepted(record({}, { USD: 1 }))).toBe(false);
  expect(isAccepted(record({}, { usd: 'x' }))).toBe(false);
});

test('a form that is only shown is an annotation', () => {
  const judged = {
    firmnessOf: (violation: string) => (violation === 'country-case' ? 'shown' : 'stated'),
    excludes: (firmness: string) => firmness !== 'shown',
  };
  expect(jsonSchemaOf(countryCode(2), judged)).toMatchObject({
    pattern: expect.stringContaining('[bB][rR]'),
    'x-shown': { enum: expect.arrayContaining(['BR', 'XK']) },
    'x-firmness': { type: 'stated', pattern: 'stated' },
  });
});

test('a kind of schema that has no JSON Schema yet is named', () => {
  expect(() => jsonSchemaOf(z.object({ at: z.date() }), strict)).toThrow('$.at is of a kind');
});
