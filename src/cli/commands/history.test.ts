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

test('other targets of the folder are named, with the line that compares two of them', async () => {
  const cwd = kept();
  const run = mixedVerdict({ release: '2.14', startedAt: '2026-01-01T00:00:00.000Z' });
  const other = { ...run, runId: 'old', target: { ...run.target, label: 'old.example' } };
  const folder = join(cwd, 'reports');
  writeFileSync(join(folder, 'history.jsonl'), historyWith(readHistory(folder), other, ''));
  expect((await shown(cwd)).out).toMatch(
    /\n\nOther targets in this folder: old\.example \(1 run: 2\.14\)\.\nTo compare the last two targets, type: ramp-conformance compare 2\.14 2\.15\n$/,
  );
  expect(JSON.parse((await shown(cwd, '--json')).out).otherTargets).toEqual([
    { target: 'old.example', runs: 1, releases: ['2.14'] },
  ]);
});

test('a damaged line is named, and the others are shown', async () => {
  const { out, err } = await shown(kept('{\n'));
  expect(out).toContain('2.15');
  expect(err).toBe('history.jsonl:1 is not a run that this version can read, so the run does not change the line\n');
});

test('without kept runs the command says who writes them', async () => {
  await expect(shown(newFolder())).rejects.toThrow(
    'there is no earlier run in reports/history.jsonl; ramp-conformance run adds each run',
  );
});
