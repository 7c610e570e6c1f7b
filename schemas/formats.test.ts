import { describe, expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import * as formats from './formats.ts';
import { inspect } from './inspect.ts';
import type { ViolationKind } from './value-rules.ts';

interface Table {
  readonly schema: z.ZodType;
  readonly good: readonly unknown[];
  readonly bad: readonly (readonly [unknown, ViolationKind])[];
}

const each = (kind: ViolationKind, ...values: unknown[]) => values.map((value) => [value, kind] as const);

const tables: Record<string, Table> = {
  uuid: {
    schema: formats.uuid(),
    good: ['8f14e45f-ceea-067f-05d5-91b1ccb1a0f1', '8F14E45F-CEEA-467F-A5D5-91B1CCB1A0F1'],
    bad: [
      ...each('identifier', '', '8f14e45fceea467fa5d591b1ccb1a0f1', '{8f14e45f-ceea-467f-a5d5-91b1ccb1a0f1}'),
      ...each('identifier', '8f14e45f-ceea-467f-a5d5-91b1ccb1a0f1\n', 'zf14e45f-ceea-467f-a5d5-91b1ccb1a0f1'),
      ...each('nil-identifier', '00000000-0000-0000-0000-000000000000'),
    ],
  },
  timestamp: {
    schema: formats.timestamp(),
    good: ['2024-02-29T00:00:00.000Z', '2024-12-31T23:59:59.123456+00:00'],
    bad: [
      ...each('timestamp', '2023-02-29T00:00:00.000Z', '2024-04-31T00:00:00.000Z', '2024-13-01T00:00:00.000Z'),
      ...each('timestamp', '2024-01-01T24:00:00.000Z', '2024-01-01T00:60:00.000Z', '2024-01-01T00:00:60.000Z'),
      ...each('timestamp', '2024-01-01T00:00:00Z', '2024-01-01T00:00:00.00Z', '2024-01-01T00:00:00.000'),
      ...each('timestamp', '2024-01-01 00:00:00.000Z', '2024-01-01T00:00:00.000+01:00', '2024-01-01', ''),
      ...each('type', 1704067200000),
    ],
  },
  calendarDate: {
    schema: formats.calendarDate(),
    good: ['2000-02-29', '1999-12-31'],
    bad: each('date', '1900-02-29', '2024-2-1', '2024-00-10', '2024-06-31', '01/02/2024', '2024-01-01\n'),
  },
  decimal: {
    schema: formats.decimal(),
    good: ['0', '-1.5', '007', '1.000000000000'],
    bad: each('decimal', '', '.5', '5.', '1e3', '1,000', '+1', ' 1', 'NaN', '--1', '٣', '1_000', '1\n'),
  },
  'decimal(8)': {
    schema: formats.decimal(8),
    good: ['1.00000000'],
    bad: [...each('places', '1', '1.0000000', '1.000000000'), ...each('decimal', 'x.00000000')],
  },
  uri: {
    schema: formats.uri(),
    good: ['https://example.com/a?b=%20c', 's3://bucket/key', 'data:image/png;base64,AAAA'],
    bad: each('uri', '', '/a/b.png', 'example.com', 'https://exa mple.com', 'https://', 'https://a/%zz', 'a:"b'),
  },
  documentUri: {
    schema: formats.documentUri(),
    good: ['https://a.com/x.PDF', 'https://a.com/x', 'https://a.exe', 'https://a.com/x.png?n=1.exe', 'urn:x:a.exe'],
    bad: [...each('document-format', 'https://a.com/x.exe', 'https://a.com/x.svg#y'), ...each('uri', 'x.exe')],
  },
  'countryCode(3)': {
    schema: formats.countryCode(3),
    good: ['BRA'],
    bad: [
      ...each('country', 'BR', 'BRAZ', 'B1A', '', 'b'),
      ...each('unassigned-country', 'ZZZ', 'zzz', 'USD'),
      ...each('user-assigned-country', 'XKX'),
      ...each('country-case', 'bra', 'Bra'),
    ],
  },
  lowerCaseCode: {
    schema: formats.lowerCaseCode(['usd']),
    good: ['usd', 'xyz', 'usdc_pol'],
    bad: each('currency-case', 'USD', 'Usd', 'money 1', ''),
  },
  e164: {
    schema: formats.e164(),
    good: ['+15551234567'],
    bad: each('phone', '15551234567', '+0123', '+1 555 123', '+1234567890123456', ''),
  },
  emailAddress: {
    schema: formats.emailAddress(),
    good: ['a@b.co', 'a+b@localhost'],
    bad: each('email', 'a', '@b', 'a@', 'a b@c', 'a@b@c', ''),
  },
  closedSet: {
    schema: formats.closedSet(['a', 'b']),
    good: ['a'],
    bad: [...each('set', 'A', '', 'c'), ...each('type', 1, ['a']), ...each('null', null)],
  },
  openSet: { schema: formats.openSet(['a']), good: ['a', 'z', ''], bad: each('type', 1, true, {}) },
  literal: { schema: formats.literal('a'), good: ['a'], bad: [...each('set', 'b'), ...each('type', 0)] },
  text: { schema: formats.text(), good: ['', 'x'], bad: [...each('type', 1), ...each('null', null)] },
  integer: {
    schema: formats.integer(),
    good: [0, -1, 2 ** 53],
    bad: [...each('integer', 1.5), ...each('type', '1')],
  },
  amountNumber: { schema: formats.amountNumber(), good: [1.5], bad: each('type', '1', Infinity, Number.NaN) },
  flag: { schema: formats.flag(), good: [true], bad: each('type', 'true', 1) },
  anything: {
    schema: formats.anything(),
    good: [null, 0, '', [], {}],
    bad: each('omitted-nullable', undefined),
  },
};

describe.each(Object.entries(tables))('%s', (_, { schema, good, bad }) => {
  test.each(good.map((value) => [value]))('accepts %j', (value) => {
    expect(inspect(schema, value)).toEqual([]);
  });

  test.each(bad)('%j breaks %s, once', (value, kind) => {
    expect(inspect(schema, value).map((deviation) => deviation.kind)).toEqual([kind]);
  });
});

test('closed and open sets are distinguished by their types', () => {
  const closed = formats.closedSet(['a', 'b']);
  const open = formats.openSet(['a', 'b']);
  expectTypeOf<z.infer<typeof closed>>().toEqualTypeOf<'a' | 'b'>();
  expectTypeOf<'any other'>().toExtend<z.infer<typeof open>>();
  expectTypeOf<'any other'>().not.toExtend<z.infer<typeof closed>>();
});
