import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useBuilt } from '../../testing/built.test.support.ts';

const built = useBuilt();

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
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

test.concurrent('--detach leaves a sandbox behind, whose process is named', async ({ onTestFinished }) => {
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
  onTestFinished(() => {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  });
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
  const refused = await built.run(
    [
      'sandbox',
      '--detach',
      '--as',
      'withdrawal/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-descriptio',
    ],
    {},
  );
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toMatch(
    /--as must be the id of a fault .*did you mean withdrawal\/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-description/,
  );
});

test('--write puts the settings into a file that a run takes, overwrites nothing, and takes it away', async ({
  onTestFinished,
}) => {
  const file = join(built.folder, '.env.sandbox');
  const asked = ['sandbox', '--detach', '--write'];
  const { code, out, err } = await built.run(asked, {});
  expect([code, out]).toEqual([0, '']);
  const pid = Number(/as process (\d+)/.exec(err)?.[1]);
  onTestFinished(() => {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  });
  expect(statSync(file).mode & 0o77).toBe(0);
  const before = readFileSync(file, 'utf8');
  const again = await built.run(asked, {});
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

test('--write takes the place of what a sandbox left that was killed, and of nothing else', async ({
  onTestFinished,
}) => {
  const file = join(built.folder, '.env.sandbox');
  const start = async () => {
    const ended = await built.run(['sandbox', '--detach', '--write'], {});
    const pid = Number(/as process (\d+)/.exec(ended.err)?.[1]);
    onTestFinished(() => {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    });
    return { ...ended, pid };
  };
  const first = await start();
  const left = readFileSync(file, 'utf8');
  process.kill(first.pid, 'SIGKILL');
  await until(() => !isRunning(first.pid));
  expect(readFileSync(file, 'utf8')).toBe(left);
  const second = await start();
  expect([second.code, second.err]).toEqual([0, expect.not.stringContaining('Whoever')]);
  expect(readFileSync(file, 'utf8')).not.toBe(left);
  process.kill(second.pid, 'SIGTERM');
  await until(() => !existsSync(file));
  writeFileSync(file, left.replace(/^#.*\n/, ''));
  const refused = await start();
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain('.env.sandbox exists already, and a sandbox did not write it');
  rmSync(file);
});

test.concurrent('--host of all addresses names loopback, and one of another machine is refused', async ({
  onTestFinished,
}) => {
  const { out, err } = await built.run(['sandbox', '--detach', '--host', '0.0.0.0'], {});
  const pid = Number(/as process (\d+)/.exec(err)?.[1]);
  onTestFinished(() => {
    process.kill(pid, 'SIGKILL');
  });
  expect(err).toContain('it speaks plain HTTP, and its keys are public');
  expect(out).toMatch(/^RAMP_BASE_URL=http:\/\/127\.0\.0\.1:\d+$/m);
  const refused = await built.run(['sandbox', '--host', '203.0.113.7'], {});
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain('the host is no address of this machine (EADDRNOTAVAIL)');
});
