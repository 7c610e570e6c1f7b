import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mixedVerdict } from '../../reporting/example.test.support.ts';
import { newFolder, perform, recordedTerminal } from '../../testing/terminal.test.support.ts';

test.each<[string, Record<string, string>, string]>([
  ['alone in the environment', { RAMP_API_KEY: 'conversion-of-a-test' }, ''],
  ['alone in .env', {}, 'RAMP_API_KEY=conversion-of-a-test\n'],
  ['beside a setting that is refused', { RAMP_API_KEY: 'conversion-of-a-test', RAMP_AMOUNT: 'x' }, ''],
])('a key that stands %s is looked for in what is written', async (_, env, file) => {
  const cwd = newFolder();
  mkdirSync(join(cwd, 'reports'));
  writeFileSync(join(cwd, '.env'), file);
  const verdict = { ...mixedVerdict(), release: 'conversion-of-a-test' };
  writeFileSync(join(cwd, 'reports/verdict.json'), JSON.stringify(verdict));
  expect(await perform('report', recordedTerminal([], { cwd, env }))).toBe(4);
});
