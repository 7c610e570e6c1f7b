import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { historyWith, readHistory } from '#reporting';
import { mixedVerdict } from '../../reporting/example.test.support.ts';
import { newFolder, perform, recordedTerminal } from '../../testing/terminal.test.support.ts';

const kept = (more = ''): string => {
  const cwd = newFolder();
  mkdirSync(join(cwd, 'reports'));
  const text = historyWith(readHistory(cwd), mixedVerdict({ release: '2.15' }), '');
  writeFileSync(join(cwd, 'reports/history.jsonl'), more + text);
  return cwd;
};

const shown = async (cwd: string, ...args: readonly string[]) => {
  const terminal = recordedTerminal(args, { cwd });
  return { code: await perform('history', terminal), ...terminal.written };
};

test('the runs are shown as a table and as data', async () => {
  const cwd = kept();
  expect(await shown(cwd)).toMatchObject({ code: 0, out: expect.stringMatching(/^started .*\n.* 2\.15 /) });
  expect(JSON.parse((await shown(cwd, '--json')).out).runs).toMatchObject([{ release: '2.15' }]);
});

test('a damaged line is named, and the others are shown', async () => {
  const { out, err } = await shown(kept('{\n'));
  expect(out).toContain('2.15');
  expect(err).toBe('history.jsonl:1 is not a run that this version can read, so the run does not change the line\n');
});

test('without kept runs the command says who writes them', async () => {
  await expect(shown(newFolder())).rejects.toThrow(
    'reports/history.jsonl has no earlier run; ramp-conformance run writes it',
  );
});
