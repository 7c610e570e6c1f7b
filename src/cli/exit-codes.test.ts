import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox';
import { useBuilt } from './testing/built.test.support.ts';
import { planted } from './testing/in-process.test.support.ts';
import { listenHttp } from './testing/wire.test.support.ts';

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
      stdio: 'ignore',
    });
    expect((await once(child, 'close'))[0]).toBe(130);
  });
  close();
  expect(verdictIn('stopped')).toMatchObject({ verdict: 'inconclusive', interrupted: true });
});
