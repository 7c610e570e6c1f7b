import { expect, test, vi } from 'vitest';
import { readJson, structureProblem } from './json.ts';

const refusal = (line: number, problem: string) => new Error(`${line} ${problem}`);

test('depth is looked at before the parser takes memory for it', () => {
  const deep = '['.repeat(1_000_000);
  const parse = vi.spyOn(JSON, 'parse');
  expect(() => readJson(deep, refusal)).toThrow('1 goes deeper than 64 levels');
  expect(structureProblem(deep)).toBe('goes deeper than 64 levels');
  expect(parse).not.toHaveBeenCalledWith(deep);
  parse.mockRestore();
});

test('brackets in texts are no depth, and a torn text names its line', () => {
  expect(readJson(JSON.stringify({ text: '['.repeat(100) }), refusal).value).toEqual({ text: '['.repeat(100) });
  expect(() => readJson('{\n"a": }', refusal)).toThrow('2 is no JSON from here on');
});

test('a member that stands twice, or that nothing reads, is refused with its line', () => {
  expect(() => readJson('{\n"gate": "stated",\n"gate": "shown" }', refusal)).toThrow('3 names a member a second time');
  expect(() => readJson('{"a": {"b": 1,\n"\\u0062": 2}}', refusal)).toThrow('2 names a member a second time');
  expect(() => readJson('{"a":\n{"__proto__": {}}}', refusal)).toThrow('2 names a member __proto__');
  expect(readJson('[{"a":1},{"a":2}]', refusal).value).toEqual([{ a: 1 }, { a: 2 }]);
});
