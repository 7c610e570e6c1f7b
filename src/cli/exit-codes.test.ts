import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startSandbox } from '#sandbox';
import { useBuilt } from '../testing/built.test.support.ts';
import { planted } from '../testing/in-process.test.support.ts';
import { commandHere } from '../testing/terminal.test.support.ts';
import { listenHttp } from '../testing/wire.test.support.ts';

/** In this process; what signals and other code do to a process is tested with the command as it is built. */
const here = commandHere();
const built = useBuilt();

/** Hardly more than it takes to begin a run and to end it. */
const only = 'withdrawal.read/masks-the-address';

const ended = async (reports: string, env: Readonly<Record<string, string>> = {}) => {
  const { code, out } = await here.run(['run', '--only', only, '--reports', reports], env);
  const { verdict, exitCode } = JSON.parse(readFileSync(join(here.folder, reports, 'verdict.json'), 'utf8'));
  return { code, out, verdict, exitCode };
};

test('0: nothing is wrong', async () => {
  const out = expect.stringMatching(/^Conforms in part: /m);
  expect(await ended('right')).toEqual({ code: 0, out, verdict: 'conforms-in-part', exitCode: 0 });
});

test('1: the service deviates', async () => {
  const sandbox = await startSandbox({ always: planted('withdrawal.read/the-masked-address-is-the-full-one') });
  const out = expect.stringContaining(only);
  expect(await ended('wrong', sandbox.settings)).toEqual({ code: 1, out, verdict: 'deviates', exitCode: 1 });
  await sandbox.close();
});

test('2: the call is refused', async () => {
  const err = expect.stringContaining('nothing-of-ours');
  expect(await built.run(['run', '--only', 'nothing-of-ours'], {})).toEqual({ code: 2, out: '', err });
});

const key = { RAMP_API_KEY: 'key-of-nobody-at-all' };
const at = (port: number) => ({ ...key, RAMP_BASE_URL: `http://127.0.0.1:${port}` });

test('3: nobody answers', async () => {
  const { port, close } = await listenHttp((_, reply) => reply.destroy());
  expect(await ended('silent', at(port))).toMatchObject({ code: 3, verdict: 'inconclusive', exitCode: 3 });
  close();
});

const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawn(process.execPath, [...args], { cwd: built.folder, env: { PATH: process.env.PATH ?? '', ...env } });

test('130: it is interrupted, and passes nothing', async () => {
  let child: ReturnType<typeof start> | undefined;
  let isSignalled = false;
  const { port, close } = await listenHttp(() => {
    // A second signal ends the process at once.
    if (!isSignalled) child?.kill('SIGINT');
    isSignalled = true;
  });
  child = start([built.main, 'run', '--reports', 'stopped'], at(port));
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  close();
  expect([code, out + err]).toEqual([130, expect.not.stringMatching(/exit code 3|leaveOut|blocked/)]);
  const left = readFileSync(join(built.folder, 'stopped/verdict.json'), 'utf8');
  expect(JSON.parse(left)).toMatchObject({ verdict: 'inconclusive', interrupted: true });
});

test.skipIf(process.platform === 'win32')('no signal opens the debugger of a process that may hold keys', async () => {
  const child = start([built.main, 'sandbox']);
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  await once(child.stdout, 'data');
  child.kill('SIGUSR1');
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(said).not.toContain('Debugger');
});

/** Runs a command, and signals it at its first line. */
const interrupted = async (args: readonly string[], env?: Readonly<Record<string, string>>) => {
  const child = start([built.main, ...args], env);
  child.stdout.once('data', () => child.kill('SIGINT'));
  child.stdout.resume();
  child.stderr.resume();
  const [code, signal] = await once(child, 'close');
  // Before it listens to signals, one ends it at once, which a shell calls 130 too.
  return signal === 'SIGINT' ? 130 : code;
};

test('130: whatever tries something is interrupted, and passes nothing', async () => {
  const { port, close } = await listenHttp(() => {});
  const sleeping = ['rehearse', '--only', '9', '--', process.execPath, '-e', 'setTimeout(() => {}, 60_000)'];
  const codes = await Promise.all([
    interrupted(['doctor'], at(port)),
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
  const { port, close } = await listenHttp(() => {});
  const child = start(['--import', script, built.main, 'doctor'], at(port));
  for (const stream of [child.stdout, child.stderr]) stream.resume();
  expect((await once(child, 'close'))[0]).toBe(3);
  close();
});
