import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tryClient } from './client.ts';

const isUnix = process.platform !== 'win32';

const trying = (
  script: string,
  timeoutMs = 60_000,
  { signal = new AbortController().signal, secrets = [] }: { signal?: AbortSignal; secrets?: readonly string[] } = {},
) => tryingWords([process.execPath, '-e', script], { timeoutMs, signal, secrets });

const tryingWords = (words: readonly string[], change: Partial<Parameters<typeof tryClient>[0]> = {}) => {
  const { signal } = new AbortController();
  return tryClient({ words, cwd: process.cwd(), env: process.env, timeoutMs: 60_000, signal, secrets: [], ...change });
};

const running = (text: string): number =>
  process.platform === 'linux'
    ? readdirSync('/proc').filter((name) => {
        try {
          return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text);
        } catch {
          return false;
        }
      }).length
    : 0;

test('only the exit code counts, and the end of the output is kept', async () => {
  expect(await trying('console.log("passes")')).toMatchObject({
    passed: true,
    how: 'exit 0',
    output: 'passes\n',
    left: 0,
  });
  expect(await trying('console.error("x".repeat(1e6) + "end"); process.exitCode = 3')).toMatchObject({
    passed: false,
    how: 'exit 3',
    output: expect.stringMatching(/^x{16380}end\n$/),
  });
});

test.skipIf(!isUnix)('one that hangs and ignores SIGTERM is ended', async () => {
  const ending = await trying('process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6)', 300);
  expect(ending).toMatchObject({ passed: false, how: 'did not end within 0.3 s' });
});

test.skipIf(!isUnix)('processes that it leaves are ended and counted, also outside its group', async () => {
  const name = `left-${process.pid}`;
  const child = `require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)", "${name}"], { detached: true, stdio: "ignore" }).unref();`;
  const ending = await trying(child + child);
  expect(ending.passed).toBe(true);
  if (process.platform === 'linux') expect(ending.left).toBe(2);
  expect(running(name)).toBe(0);
});

const isLinux = process.platform === 'linux';

test.skipIf(!isLinux).each([
  ['with its parent alive for a moment', 'ignore', 100],
  ['whose parent ends at once, and which writes to us', 'inherit', 0],
])('a process that empties its environment and leaves its group is ended: %s', async (_, stdio, ms) => {
  const name = `shed-${process.pid}-${ms}`;
  const child = `require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)", "${name}"], { detached: true, env: {}, stdio: "${stdio}" }).unref();`;
  const ending = await trying(`${child} setTimeout(() => process.exit(0), ${ms})`);
  expect(ending).toMatchObject({ passed: true, left: 1 });
  expect(running(name)).toBe(0);
});

test.skipIf(!isLinux)('a process that nothing but its score shows is ended', async () => {
  const name = `orphan-${process.pid}`;
  const forever = `${process.execPath} -e "setInterval(() => {}, 1e6)" ${name}`;
  const ending = await tryingWords(['sh', '-c', `(setsid env -i ${forever} </dev/null >/dev/null 2>&1 &)`]);
  expect(ending.passed).toBe(true);
  expect(running(name)).toBe(0);
});

test('no secret stands in the output that is kept, also where its beginning was cut off', async () => {
  const secret = 'sk-of-acme-4711';
  const { output } = await trying(
    `const key = "${secret}"; console.log(key + "x".repeat(16384 - 8) + btoa("user:" + key) + key.toUpperCase())`,
    60_000,
    { secrets: [secret] },
  );
  expect(output.match(/\[secret\]/g)).toHaveLength(2);
  for (const part of ['4711', 'NDcx', 'acme']) expect(output.toLowerCase()).not.toContain(part.toLowerCase());
});

test.skipIf(!isUnix)('one that kills its group kills itself alone', async () => {
  expect(await trying('process.kill(0, "SIGKILL")')).toMatchObject({ passed: false, how: 'ended by SIGKILL' });
});

test('one that writes without end is ended', async () => {
  const ending = await trying('const all = "x".repeat(1e6); const go = () => process.stdout.write(all, go); go()');
  expect(ending).toMatchObject({ passed: false, how: 'wrote more than 256 MiB' });
});

test('one that an interruption meets is ended', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 300);
  expect(await trying('setInterval(() => {}, 1e6)', 60_000, { signal: stop.signal })).toMatchObject({
    how: 'was interrupted',
  });
});

test.each([
  ['no-such-command', 'the command after -- is not found'],
  ['', 'the command after -- is empty'],
])('a command that cannot be started is refused: %j', async (word, why) => {
  await expect(tryingWords([word])).rejects.toThrow(why);
});
