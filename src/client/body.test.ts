import { expect, test } from 'vitest';
import { parseJson } from './body.ts';

const codesOf = (text: string) => parseJson(text, () => '$').problems.map(({ code }) => code);

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test.each([
  ['{"a":1,"b":[{"a":null},"x"]}', []],
  ['{"a":1,"a":1}', ['JSON_DUP_KEY']],
  ['{"a":{"b":9007199254740993}}', ['JSON_DIGITS']],
  ['{"a":1e400}', ['JSON_NUMBER']],
  ['{"constructor":1}', ['JSON_PROTO_KEY']],
  ['[{"__proto__":{}}]', ['JSON_PROTO_KEY']],
  ['["\\ud800"]', ['JSON_SURROGATE']],
  [nested(64), []],
  [nested(65), ['JSON_DEPTH']],
  [nested(30_000), ['JSON_DEPTH']],
  [`[${'0,'.repeat(19_999)}0]`, []],
  [`[${'0,'.repeat(500_000)}0]`, ['JSON_SIZE']],
  [`{${Array.from({ length: 500_001 }, (_, at) => `"${at}":0`).join()}}`, ['JSON_SIZE']],
  ['{"a":1', ['JSON_SYNTAX']],
])('%.40s', (text, codes) => {
  expect(codesOf(text)).toEqual(codes);
});
