import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { verdictSchema } from '#reporting';
import { balances, browserEntry } from '../../recording/browser.test.support.ts';
import { harOf } from '../../recording/recorder.test.support.ts';
import { useBuilt } from '../testing/built.test.support.ts';

const built = useBuilt();

const piped = (input: string | Buffer) => {
  const args = ['dist/bundle/main.js', 'check', '-', '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: built.folder, input, env: {} });
  return { status, verdict: verdictSchema.parse(JSON.parse(String(stdout))), err: String(stderr) };
};

const recorded = harOf([browserEntry({ answer: balances })]);

test.each([
  ['a HAR file', recorded],
  ['a compressed one', gzipSync(recorded)],
])('check - judges %s that comes through a pipe', (_, input) => {
  const { status, verdict } = piped(input);
  expect(status).toBe(0);
  expect(verdict).toMatchObject({ passive: true, recording: { files: 1, exchanges: 1 } });
});

test('check - names standard input where it holds no recording', () => {
  const { status, verdict, err } = piped('<log>');
  expect([status, verdict.verdict]).toEqual([2, 'refused']);
  expect(err).toContain('standard input is no JSON; save the recording as HAR 1.2');
});
