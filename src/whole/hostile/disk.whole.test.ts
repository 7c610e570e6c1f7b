import fs, { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox';
import { commandHere } from '../../testing/terminal.test.support.ts';

const here = commandHere();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

type Call = (...args: readonly unknown[]) => unknown;

/** Each function of the file system by its name; those that return a promise have no `Sync` at its end. */
const calls = [
  ...['writeFileSync', 'openSync', 'mkdirSync', 'rmSync', 'renameSync', 'readFileSync', 'readdirSync'],
  ...['statSync', 'lstatSync', 'writeSync', 'fsyncSync', 'fstatSync', 'readSync'],
].map((name) => [fs, name] as const);
const promised = ['writeFile', 'mkdir', 'rm', 'rename', 'readdir'].map((name) => [fs.promises, name] as const);
const usual = [...calls, ...promised].map(([of, name]) => [of, name, Reflect.get(of, name) as Call] as const);

/** A full disk lets files be removed. */
const writing = /^(?:write|open|mkdir|rename)/;

afterEach(() => {
  for (const [of, name, real] of usual) Reflect.set(of, name, real);
  syncBuiltinESMExports();
});

interface Use {
  readonly name: string;
  /** Below the folder, without what is random in it. */
  readonly file: string;
}

const isSame = (one: Use, other: Use): boolean => one.name === other.name && one.file === other.file;

/** Has uses of a folder fail by a code of the system, and lists them. */
function failing(folder: string, code: string, fails: (use: Use) => boolean): readonly Use[] {
  const uses: Use[] = [];
  const opened = new Map<unknown, string>();
  for (const [of, name, real] of usual)
    Reflect.set(of, name, (...args: readonly unknown[]) => {
      const path = typeof args[0] === 'string' ? args[0] : (opened.get(args[0]) ?? '');
      if (path.startsWith(folder)) {
        const file = path.slice(folder.length).replaceAll(/[\da-f-]{8,}|\d+/g, 'n');
        uses.push({ name, file });
        if (fails({ name, file })) {
          const error = Object.assign(new Error(`${code}: no, ${name} '${path}'`), { code, syscall: name });
          if (name.endsWith('Sync')) throw error;
          return Promise.reject(error);
        }
      }
      const result = real(...args);
      if (name === 'openSync') opened.set(result, path);
      return result;
    });
  syncBuiltinESMExports();
  return uses;
}

let runs = 0;

const run = async (code = '', fails: (use: Use) => boolean = () => false) => {
  runs += 1;
  const folder = join(here.folder, `disk-${runs}`);
  mkdirSync(folder);
  const uses = failing(folder, code, fails);
  const args = ['run', '--only', 'offramp.initiate/echoes-the-amount', '--profile', 'smoke'];
  const ended = await here.run([...args, '--reports', folder], sandbox.settings);
  const file = join(folder, 'verdict.json');
  for (const [of, name, real] of usual) Reflect.set(of, name, real);
  syncBuiltinESMExports();
  const verdict = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  return { ...ended, uses, folder, verdict };
};

test('where the disk refuses some use of the folder and all after it, the run says how it ended, and no file says more', async () => {
  const { uses, code } = await run();
  expect(code).toBe(0);
  const distinct = uses.filter((use, at) => uses.findIndex((other) => isSame(use, other)) === at);
  expect(distinct.length).toBeGreaterThan(60);
  // Neighbours end alike; a sixth of them takes in every step of a run.
  for (const [at, first] of distinct.entries()) {
    if (at % 6 !== 2) continue;
    const refusal = writing.test(first.name) ? 'ENOSPC' : 'EIO';
    let hasBegun = false;
    const ended = await run(refusal, (use) => {
      hasBegun ||= isSame(use, first);
      return hasBegun && (refusal === 'EIO' || writing.test(use.name));
    });
    const shown = `${at} ${first.name} ${first.file}: ${ended.code} ${ended.err}`;
    // A refusal comes before the first request; nothing else ends without a verdict.
    if (ended.code === 2) expect(ended.err, shown).toMatch(/^ramp-conformance: .*\((?:ENOSPC|EIO)\)/);
    else expect(ended.out, shown).toMatch(/^(?:Conforms in part|Inconclusive): /m);
    expect(ended.err, shown).not.toContain('an error of the harness');
    // A disk that does not give the verdict back does not take another one.
    const isLost =
      ended.code === 3 && ended.err.includes('verdict.json is missing, or is not the file that this command wrote');
    if (!isLost) expect([undefined, ended.code], shown).toContain(ended.verdict?.exitCode);
    if (ended.code === 0) expect(ended.verdict, shown).toMatchObject({ verdict: 'conforms-in-part' });
  }
});
