import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mixedVerdict } from '../../reporting/example.test.support.ts';
import { newFolder, perform, recordedTerminal } from '../testing/terminal.test.support.ts';

/** A folder with the verdict of a run, and one of programs with an opener of ours in it. */
const prepared = (opener?: string) => {
  const cwd = newFolder();
  const [programs, record] = [join(cwd, 'bin'), join(cwd, 'record')];
  mkdirSync(programs);
  mkdirSync(join(cwd, 'reports'));
  writeFileSync(join(cwd, 'reports/verdict.json'), JSON.stringify(mixedVerdict()));
  if (opener !== undefined) {
    const program = join(programs, 'xdg-open');
    writeFileSync(program, `#!/bin/sh\n${opener.replaceAll('RECORD', record)}\n`);
    chmodSync(program, 0o755);
  }
  return { cwd, programs, record };
};

const opened = async ({ cwd, programs }: ReturnType<typeof prepared>, ...args: readonly string[]) => {
  const env = { PATH: programs, RAMP_API_KEY: 'a-key-of-a-test' };
  const terminal = recordedTerminal(args, { cwd, env });
  return { code: await perform('report', terminal), out: terminal.written.out };
};

describe.runIf(process.platform === 'linux')('the compliance page', () => {
  // On a busy machine an opener may take longer to end than it is waited for.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test('is shown by the opener of the platform, which gets nothing else', async () => {
    const at = prepared('echo "$#" "$1" >RECORD; /usr/bin/env >>RECORD');
    const { code, out } = await opened(at, '--open');
    const page = join(at.cwd, 'reports/compliance.html');
    expect(code).toBe(0);
    expect(out.split('\n')).toContain(page);
    expect(out).not.toContain('No browser');
    const [asked, ...environment] = readFileSync(at.record, 'utf8').trimEnd().split('\n');
    expect(asked).toBe(`1 ${page}`);
    expect(environment.filter((line) => line.startsWith('RAMP_'))).toEqual([]);
  });

  test.each([
    ['there is no opener', undefined],
    ['the opener finds no browser', 'exit 3'],
  ])('is named where %s', async (_, opener) => {
    const at = prepared(opener);
    const { code, out } = await opened(at, '--open');
    expect(code).toBe(0);
    expect(out).toContain(`No browser could be started; open ${join(at.cwd, 'reports/compliance.html')}`);
  });

  test('is shown by an opener that stays as long as its browser', async () => {
    const opening = opened(prepared('exec /bin/sleep 4'), '--open');
    let isOpen = false;
    void opening.finally(() => {
      isOpen = true;
    });
    while (!isOpen) {
      vi.advanceTimersByTime(1_000);
      await nextTurn();
    }
    const { code, out } = await opening;
    expect({ code, failed: out.includes('No browser') }).toEqual({ code: 0, failed: false });
  });

  test('is opened only when asked for', async () => {
    const at = prepared('echo opened >RECORD');
    expect((await opened(at)).code).toBe(0);
    expect(() => readFileSync(at.record)).toThrow('ENOENT');
  });
});

test.each<[string, Record<string, string>, string]>([
  ['alone in the environment', { RAMP_API_KEY: 'conversion-of-a-test' }, ''],
  ['alone in .env', {}, 'RAMP_API_KEY=conversion-of-a-test\n'],
  ['beside a setting that is refused', { RAMP_API_KEY: 'conversion-of-a-test', RAMP_AMOUNT: 'x' }, ''],
])('a key that stands %s is looked for in what is written', async (_, env, file) => {
  const { cwd } = prepared();
  writeFileSync(join(cwd, '.env'), file);
  const verdict = { ...mixedVerdict(), release: 'conversion-of-a-test' };
  writeFileSync(join(cwd, 'reports/verdict.json'), JSON.stringify(verdict));
  expect(await perform('report', recordedTerminal([], { cwd, env }))).toBe(4);
});
