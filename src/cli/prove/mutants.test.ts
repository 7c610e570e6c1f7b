import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MutantReport } from '#prove';
import { perform, recordedTerminal } from '../testing/terminal.test.support.ts';
import { prove } from './prove.ts';

const proven = async (size: number, seed: number): Promise<{ report: MutantReport; code: number }> => {
  const reports = await mkdtemp(join(tmpdir(), 'mutants-reports-'));
  const terminal = recordedTerminal([
    `--mutants=${size}`,
    `--seed=${seed}`,
    `--reports=${reports}`,
    '--json',
  ]);
  const code = await perform(prove, terminal);
  return { report: JSON.parse(terminal.written.out) as MutantReport, code };
};

const fates = ({ tried }: MutantReport) => tried.map(({ mutant, fate }) => `${fate}: ${mutant}`);

test('a sample of mutants ends the same each time, and the exit code follows', async () => {
  const one = await proven(2, 1);
  const other = await proven(2, 1);
  expect(one.report.tried).toHaveLength(2);
  expect(fates(other.report)).toEqual(fates(one.report));
  expect(one.code).toBe(one.report.holds ? 0 : 1);
});

test.each([
  [['--mutants', 'many'], '--mutants must be a number of mutants'],
  [['--mutants', '0'], '--mutants must be a number of mutants'],
  [['--mutants', '5', '--only', 'money'], 'leave --only out'],
])('%j is refused', async (args, problem) => {
  await expect(perform(prove, recordedTerminal(args))).rejects.toThrow(problem);
});
