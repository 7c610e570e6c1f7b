import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { useBuilt } from '../../testing/built.test.support.ts';

const built = useBuilt();

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** What is left behind where a test fails. */
const served: number[] = [];
afterAll(() => {
  for (const pid of served.filter(isRunning)) process.kill(pid, 'SIGKILL');
});

const detach = async (...args: readonly string[]) => {
  const ended = await built.run(['sandbox', '--detach', ...args], {});
  const pid = Number(/as process (\d+)/.exec(ended.err)?.[1]);
  if (pid > 0) served.push(pid);
  return { ...ended, pid };
};

/** For as long as the test may last. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(25);
};

/** The parent process of a sandbox, killed as a shell is. */
const startParent = (args: readonly string[], file: string) => {
  const command = JSON.stringify([built.main, 'sandbox', ...args]);
  const script = `
    const out = require('node:fs').openSync(${JSON.stringify(file)}, 'a');
    require('node:child_process').spawn(process.execPath, ${command}, { stdio: ['ignore', out, out] });
    setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ['-e', script], { cwd: built.folder, stdio: 'ignore' });
};

test.concurrent('a sandbox ends with its parent process, and says so', async () => {
  const file = join(built.folder, 'attached.txt');
  writeFileSync(file, '');
  const parent = startParent([], file);
  await until(() => readFileSync(file, 'utf8').includes('until interrupted'));
  parent.kill('SIGKILL');
  await until(() => /The sandbox ended, because the process that started it ended/.test(readFileSync(file, 'utf8')));
});

test.concurrent('--detach leaves a sandbox behind, whose process is named', async () => {
  const file = join(built.folder, 'detached.txt');
  writeFileSync(file, '');
  const parent = startParent(
    [
      '--detach',
      '--as',
      'withdrawal/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-description',
    ],
    file,
  );
  const content = () => readFileSync(file, 'utf8');
  await until(() => /as process \d+/.test(content()));
  const pid = Number(/^# Served by process (\d+)$/m.exec(content())?.[1]);
  served.push(pid);
  parent.kill('SIGKILL');
  // Longer than it is looked for a parent that has ended.
  await sleep(600);
  const url = /^RAMP_BASE_URL=(.*)$/m.exec(content())?.[1] ?? '';
  expect((await fetch(`${url}/v1/ramp/banking/balances`)).status).toBe(401);
  expect(content()).toContain(`(kill ${pid})`);
  process.kill(pid, 'SIGTERM');
  await until(() => !isRunning(pid));
});

test.concurrent('--detach refuses what cannot be served', async () => {
  const refused = await detach(
    '--as',
    'withdrawal/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-descriptio',
  );
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toMatch(
    /--as must be the id of a fault .*did you mean withdrawal\/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-description/,
  );
});

test('--write puts the settings into a file that a run takes, overwrites nothing, and takes it away', async () => {
  const file = join(built.folder, '.env.sandbox');
  const { code, out, pid } = await detach('--write');
  expect([code, out]).toEqual([0, '']);
  expect(statSync(file).mode & 0o77).toBe(0);
  const before = readFileSync(file, 'utf8');
  const again = await detach('--write');
  expect(again).toMatchObject({ code: 2, out: '' });
  expect(again.err).toMatch(
    /\.env\.sandbox belongs to a sandbox that still runs at http:.*; stop that sandbox, or use it/,
  );
  expect(readFileSync(file, 'utf8')).toBe(before);
  const only = ['--only', 'balances.read/has-its-members'];
  const run = await built.run(['run', '--settings', '.env.sandbox', '--quiet', ...only], {});
  expect(run).toMatchObject({ code: 0 });
  process.kill(pid, 'SIGTERM');
  await until(() => !isRunning(pid));
  expect(existsSync(file)).toBe(false);
});

test('--write takes the place of what a sandbox left that was killed, and of nothing else', async () => {
  const file = join(built.folder, '.env.sandbox');
  const first = await detach('--write');
  const left = readFileSync(file, 'utf8');
  process.kill(first.pid, 'SIGKILL');
  await until(() => !isRunning(first.pid));
  expect(readFileSync(file, 'utf8')).toBe(left);
  const second = await detach('--write');
  expect([second.code, second.err]).toEqual([0, expect.not.stringContaining('Whoever')]);
  expect(readFileSync(file, 'utf8')).not.toBe(left);
  process.kill(second.pid, 'SIGTERM');
  await until(() => !existsSync(file));
  writeFileSync(file, left.replace(/^#.*\n/, ''));
  const refused = await detach('--write');
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain('.env.sandbox exists already, and a sandbox did not write it');
  rmSync(file);
});

test.concurrent('--host of all addresses names loopback, and one of another machine is refused', async () => {
  const { out, err } = await detach('--host', '0.0.0.0');
  expect(err).toContain('it speaks plain HTTP, and its keys are public');
  expect(out).toMatch(/^RAMP_BASE_URL=http:\/\/127\.0\.0\.1:\d+$/m);
  const refused = await built.run(['sandbox', '--host', '203.0.113.7'], {});
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain('the host is no address of this machine (EADDRNOTAVAIL)');
});
