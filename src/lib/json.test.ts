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

test('brackets in texts are no depth', () => {
  expect(readJson(JSON.stringify({ text: '['.repeat(100) }), refusal).value).toEqual({ text: '['.repeat(100) });
});

test('what no parser takes is refused, with its line', () => {
  const broken = [
    '{\n"a": }',
    '[\n1,]',
    '{"a":\nnul}',
    '{\n"a" 1}',
    '{"a":1\n,}',
    '"a"\n"b"',
    '["a",\n"b',
    '[1,\n01]',
    '[\n\u00a01]',
    '[1\n}',
  ];
  for (const text of broken) {
    expect(() => JSON.parse(text)).toThrow();
    expect(() => readJson(text, refusal)).toThrow('2 is not valid JSON from here on');
  }
  expect(() => readJson('', refusal)).toThrow('1 is not valid JSON from here on');
  for (const text of [' [ ] ', '{"a":{},"b":[[],{}],"":-0.1e+5}', '"\\u0000\\"\\/"', 'null', '[true,false]\n'])
    expect(readJson(text, refusal).value).toEqual(JSON.parse(text));
});

test('a conflict that a merge has left is named by its first mark', () => {
  const sides = '{ "id": "one" }\n=======\n{ "id": "two" }\n>>>>>>> theirs\n] }\n';
  for (const text of [`{ "waivers": [\n<<<<<<< HEAD\n${sides}`, `{ "waivers": [\n<<<<<<<\r\n${sides}`])
    expect(() => readJson(text, refusal)).toThrow('2 is the mark of a merge conflict; resolve the conflict');
});

test('a member that stands twice, or that nothing reads, is refused with its line', () => {
  expect(() => readJson('{\n"gate": "stated",\n"gate": "shown" }', refusal)).toThrow('3 names a member a second time');
  expect(() => readJson('{"a": {"b": 1,\n"\\u0062": 2}}', refusal)).toThrow('2 names a member a second time');
  expect(() => readJson('{"a":\n{"__proto__": {}}}', refusal)).toThrow('2 names a member __proto__');
  expect(readJson('[{"a":1},{"a":2}]', refusal).value).toEqual([{ a: 1 }, { a: 2 }]);
});
