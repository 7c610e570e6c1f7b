import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { verdictSchema } from '#reporting';
import { startSandbox } from '#sandbox';
import { balances, browserEntry } from '../../recording/browser.test.support.ts';
import { harOf } from '../../recording/recorder.test.support.ts';
import { useBuilt } from '../../testing/built.test.support.ts';

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

/** As a vault's tool pipes what it has resolved. */
const shell = (line: string) =>
  new Promise<readonly [number, string]>((ended) => {
    const env = { PATH: process.env.PATH, RAMP: `${process.execPath} dist/bundle/main.js` };
    const child = execFile('bash', ['--norc', '-c', line], { cwd: built.folder, env }, (error, _, stderr) =>
      ended([error ? Number(error.code) : 0, stderr]),
    );
    child.stdin?.end();
  });

test.skipIf(process.platform === 'win32')('--settings takes what comes through a pipe, named or not', async () => {
  const { settings, close } = await startSandbox();
  writeFileSync(
    join(built.folder, 'piped.env'),
    Object.entries(settings)
      .map((it) => `${it.join('=')}\n`)
      .join(''),
  );
  const run = '$RAMP run --quiet --only balances.read/has-its-members';
  const lines = [
    `(sleep 0.2; cat piped.env) | ${run} --settings -`,
    `${run} --settings <(sleep 0.2; cat piped.env)`,
    `mkfifo pipe; cat piped.env > pipe & ${run} --settings pipe`,
  ];
  for (const line of lines) {
    expect([line, ...(await shell(line))]).toEqual([line, 0, '']);
  }
  await close();
  const long = await shell(`yes RAMP_AMOUNT=1 | head -c 70000 | ${run} --settings -`);
  expect(long).toEqual([2, expect.stringContaining('standard input has more than 64 KiB')]);
  const wrong = await shell(`printf 'RAMP_API_KEY=x\\nRAMP_API_KEYS=y\\n' | ${run} --settings -`);
  expect(wrong).toEqual([2, expect.stringContaining('standard input:2 RAMP_API_KEYS is not')]);
});

test('check - names standard input where it holds no recording', () => {
  const { status, verdict, err } = piped('<log>');
  expect([status, verdict.verdict]).toEqual([2, 'refused']);
  expect(err).toContain('standard input is not valid JSON; save the recording as HAR 1.2');
});
