import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mixedVerdict } from '../../reporting/example.test.support.ts';
import { planted, runOnSandbox } from '../testing/in-process.test.support.ts';
import { newFolder, perform, recordedTerminal } from '../testing/terminal.test.support.ts';
import { compare } from './compare.ts';

const written = (verdicts: Readonly<Record<string, unknown>>): string => {
  const cwd = newFolder();
  for (const [name, verdict] of Object.entries(verdicts)) {
    mkdirSync(join(cwd, name));
    writeFileSync(join(cwd, name, 'verdict.json'), JSON.stringify(verdict));
  }
  return cwd;
};

const compared = async (cwd: string, ...args: readonly string[]) => {
  const terminal = recordedTerminal(args, { cwd });
  return { code: await perform(compare, terminal), ...terminal.written };
};

test('two versions of a service: what broke is named, fails, and is fixed the other way round', async () => {
  const only = ['withdrawal.read/masks-the-address'] as const;
  const [{ verdict: sound }, { verdict: faulty }] = await Promise.all([
    runOnSandbox(undefined, { only }),
    runOnSandbox(planted('withdrawal.read/the-masked-address-is-the-full-one'), { only }),
  ]);
  const cwd = written({ before: sound, after: faulty });
  const worse = await compared(cwd, 'before', 'after', '--json', '--reports', 'pages');
  expect(worse.code).toBe(1);
  expect(JSON.parse(worse.out).newlyDeviating).toMatchObject([{ id: only[0], after: 'deviates' }]);
  expect(worse.err).toContain(`${only[0]}: conforms -> deviates`);
  expect(readFileSync(join(cwd, 'pages/compare.html'), 'utf8')).toContain(only[0]);
  const better = await compared(cwd, 'after/verdict.json', 'before/verdict.json');
  expect(better).toMatchObject({ code: 0, err: '' });
  expect(better.out).toContain('0 newly deviating, 0 lost, 1 fixed');
});

test.each([
  [['one'], 'compare takes two verdicts'],
  [['one', 'absent'], 'does not exist'],
  [['one', 'other'], 'is no verdict of this version'],
])('%j is refused with what would be right', async (args, message) => {
  const cwd = written({ one: mixedVerdict(), other: { verdict: 'conforms' } });
  await expect(compared(cwd, ...args)).rejects.toThrow(message);
});
