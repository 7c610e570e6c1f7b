import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox';
import { useBuilt } from '../testing/built.test.support.ts';
import { planted } from '../testing/in-process.test.support.ts';
import { listenHttp } from '../testing/wire.test.support.ts';

const built = useBuilt();

/** Hardly more than it takes to begin a run and to end it. */
const only = 'withdrawal.read/masks-the-address';

const verdictIn = (folder: string) => {
  const file = join(built.folder, folder, 'verdict.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};

const against = async (sandbox: Sandbox, use: (env: Readonly<Record<string, string>>) => Promise<void>) => {
  try {
    await use(sandbox.settings);
  } finally {
    await sandbox.close();
  }
};

test('0: nothing is wrong', async () => {
  const { code, out } = await built.run(['run', '--only', only, '--reports', 'right'], {});
  expect(code).toBe(0);
  expect(out).toMatch(/^Conforms in part: /m);
  expect(verdictIn('right')).toMatchObject({ verdict: 'conforms-in-part', exitCode: 0 });
});

test('1: the service deviates', async () => {
  const sandbox = await startSandbox({
    always: planted('withdrawal.read/the-masked-address-is-the-full-one'),
  });
  await against(sandbox, async (env) => {
    const { code, out } = await built.run(['run', '--only', only, '--reports', 'wrong'], env);
    expect(code).toBe(1);
    expect(out).toContain(only);
  });
  expect(verdictIn('wrong')).toMatchObject({ verdict: 'deviates', exitCode: 1 });
});

test('2: the call is refused', async () => {
  const { code, out, err } = await built.run(['run', '--only', 'nothing-of-ours'], {});
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain('nothing-of-ours');
});

test('3: nobody answers', async () => {
  const { port, close } = await listenHttp((_, reply) => reply.destroy());
  await against(await startSandbox(), async (env) => {
    const aimed = { ...env, RAMP_BASE_URL: `http://127.0.0.1:${port}` };
    const { code } = await built.run(['run', '--only', only, '--reports', 'silent'], aimed);
    expect(code).toBe(3);
  });
  close();
  expect(verdictIn('silent')).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
});

test('130: it is interrupted, and passes nothing', async () => {
  let child: ChildProcess | undefined;
  const { port, close } = await listenHttp(() => child?.kill('SIGINT'));
  await against(await startSandbox(), async (env) => {
    const aimed = { ...env, RAMP_BASE_URL: `http://127.0.0.1:${port}` };
    child = spawn(process.execPath, [built.main, 'run', '--reports', 'stopped'], {
      cwd: built.folder,
      env: aimed,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text));
    expect((await once(child, 'close'))[0]).toBe(130);
    expect(said).not.toMatch(/exit code 3|leaveOut|blocked/);
  });
  close();
  expect(verdictIn('stopped')).toMatchObject({ verdict: 'inconclusive', interrupted: true });
});

test.skipIf(process.platform === 'win32')('no signal opens the debugger of a process that may hold keys', async () => {
  const child = spawn(process.execPath, [built.main, 'sandbox'], {
    cwd: built.folder,
    env: { PATH: process.env.PATH },
  });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  await once(child.stdout, 'data');
  child.kill('SIGUSR1');
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(said).not.toContain('Debugger');
});

/** Runs a command, and signals it at its first line. */
const interrupted = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const child = spawn(process.execPath, [built.main, ...args], {
    cwd: built.folder,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.stdout.once('data', () => child.kill('SIGINT'));
  child.stdout.resume();
  const [code, signal] = await once(child, 'close');
  // Before it listens to signals, one ends it at once, which a shell calls 130 too.
  return signal === 'SIGINT' ? 130 : code;
};

test('130: whatever tries something is interrupted, and passes nothing', async () => {
  const { port, close } = await listenHttp(() => {});
  const silent = { RAMP_BASE_URL: `http://127.0.0.1:${port}`, RAMP_API_KEY: 'key-of-nobody-at-all' };
  const sleeping = ['rehearse', '--only', '9', '--', process.execPath, '-e', 'setTimeout(() => {}, 60_000)'];
  const codes = await Promise.all([
    interrupted(['doctor'], silent),
    interrupted(['prove', '--only', 'onramp.initiate']),
    interrupted(sleeping),
  ]);
  close();
  expect(codes).toEqual([130, 130, 130]);
});

test('3: something else ends the process with 0', async () => {
  const script = join(built.folder, 'ends.mjs');
  writeFileSync(
    script,
    `import { subscribe } from 'node:diagnostics_channel';
    subscribe('undici:request:create', () => process.exit(0));`,
  );
  await against(await startSandbox(), async (env) => {
    const child = spawn(process.execPath, ['--import', script, built.main, 'doctor'], {
      cwd: built.folder,
      env,
      stdio: 'ignore',
    });
    expect((await once(child, 'close'))[0]).toBe(3);
  });
});
