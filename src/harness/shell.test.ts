import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alteredKey, alteredKeys, unrelatedKeys } from '#generators';
import { shellOfKey } from './shell.ts';

const key = 'sk_Test-4f9A';

test('a shell makes every invalid key of the right one, and receives none of its letters', () => {
  const ways = [
    ...alteredKeys(key).map(({ value }) => value),
    ...unrelatedKeys(key).map(({ value }) => value),
    ...fc.sample(alteredKey(key), { seed: 5, numRuns: 150 }).filter((value) => !/['"$`\\]/.test(value)),
  ];
  const lines = ways.map((value) => shellOfKey(value, key, 'KEY'));
  const script = lines.map((line) => `printf '%s\\n' "${line}"`).join('\n');
  const made = execFileSync('sh', ['-s'], {
    input: script,
    env: { ...process.env, KEY: key },
    encoding: 'utf8',
  });
  expect(made.trimEnd().split('\n')).toEqual(ways);
  for (const line of lines) expect(line.toLowerCase()).not.toMatch(/sk_t|test|4f9a/);
});
