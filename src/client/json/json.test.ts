import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from './json.ts';
import { scan } from './scan.ts';

const codesOf = (text: string) => parseJson(text, () => '$').problems.map(({ code }) => code);

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('what is written as JSON.stringify writes it', () => {
  test.each([
    ['{"a":1,"b":[{"a":null},"x"]}', []],
    ['{"a":1,"a":1}', ['JSON_DUP_KEY']],
    ['{"a":{"b":9007199254740993}}', ['JSON_NUMBER']],
    ['{"constructor":1}', ['JSON_PROTO_KEY']],
    ['[{"__proto__":{}}]', ['JSON_PROTO_KEY']],
    ['["\\ud800"]', ['JSON_SURROGATE']],
    [nested(64), []],
    [nested(65), ['JSON_DEPTH']],
    [nested(30_000), ['JSON_DEPTH']],
    [`[${'0,'.repeat(19_999)}0]`, []],
    [`[${'0,'.repeat(20_000)}0]`, ['JSON_SIZE']],
    ['{"a":1', ['JSON_SYNTAX']],
  ])('%.40s', (text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });

  test('has the problems that a scan finds, whatever its value', () => {
    const name = fc.constantFrom('a', 'b', 'constructor', '2', '__proto__');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.double({ noNaN: true }),
        fc.string(),
        fc.constantFrom(null, true),
        fc.array(tie('value')),
        fc.dictionary(name, tie('value')),
      ),
    }));
    fc.assert(
      fc.property(value, fc.boolean(), (sent, spaced) => {
        const text = JSON.stringify(sent, null, spaced ? 1 : 0);
        expect(codesOf(text)).toEqual(scan(text).traps.map(({ code }) => code));
        expect(JSON.stringify(parseJson(text, () => '$').value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });
});
