import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scan, survivesReading } from './json-scan.ts';

describe('numbers', () => {
  test.each([
    '0',
    '-0',
    '10',
    '10.0',
    '10.50',
    '1e1',
    '1E+2',
    '1e21',
    '0.1',
    '123456789.12345678',
    '9007199254740991',
    '9007199254740994',
    '0.10000000000000001',
    '100000000000000000000',
    '18446744073709551616',
    '0e999',
    '5e-324',
  ])('%s survives', (token) => expect(survivesReading(token)).toBe(true));

  test.each(['1e400', '-1e400', '1e-400', '9007199254740993', '0.1234567890123456789', '12345678901234567890.5'])(
    '%s does not',
    (token) => expect(survivesReading(token)).toBe(false),
  );

  test('all that a double prints survives', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => survivesReading(JSON.stringify(n))),
    );
  });
});

describe('traps', () => {
  test.each([
    ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}', []],
    ['{"a":{"b":1,"b":2}}', [['JSON_DUP_KEY', 'a.b']]],
    ['[0,{"a":[1,{"x":1,"x":2}]}]', [['JSON_DUP_KEY', '1.a.1.x']]],
    ['{"a\\"":1,"a\\u0022":2}', [['JSON_DUP_KEY', 'a"']]],
    ['{"a":"\\\\","a":"{\\"b\\":1,\\"b\\":2}"}', [['JSON_DUP_KEY', 'a']]],
    ['{"a":"x\\\\","b":1e999}', [['JSON_NUMBER', 'b']]],
    ['{"a":9007199254740993}', [['JSON_DIGITS', 'a']]],
    ['{"constructor":1}', [['JSON_PROTO_KEY', 'constructor']]],
    ['{"\\u005f_proto__":1}', [['JSON_PROTO_KEY', '__proto__']]],
    ['["\\ud83d\\ude00","\\\\ud800","\\ude00"]', [['JSON_SURROGATE', '2']]],
    [`${'['.repeat(64)}${']'.repeat(64)}`, []],
    [`${'['.repeat(65)}${']'.repeat(65)}`, [['JSON_DEPTH', '']]],
  ])('%s', (text, traps) => {
    expect(scan(text).traps.map(({ code, path }) => [code, path.join('.')])).toEqual(traps);
  });

  test('sound JSON has none', () => {
    const sound = fc.json({ maxDepth: 10 }).filter((text) => !/__proto__|constructor|prototype/.test(text));
    fc.assert(
      fc.property(
        sound,
        (text) => scan(text).traps.length === 0 && scan(JSON.stringify(JSON.parse(text), null, 1)).traps.length === 0,
      ),
    );
  });

  test('ends on any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0d8-1e."') }),
        (text) => scan(text).traps.length <= 21,
      ),
    );
  });
});
