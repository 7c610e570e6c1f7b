import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLedger } from '#client';
import type { Profile } from '#contract';
import type { Verdict } from '#reporting';
import { type Sandbox, startSandbox } from '#sandbox';
import { useBuilt } from '../testing/built.test.support.ts';
import { commandHere } from '../testing/terminal.test.support.ts';
import { type Mishandle, startWire, type Wire } from '../testing/wire.test.support.ts';
import { randomFrom } from './chaos.test.support.ts';

const built = useBuilt();
const here = commandHere();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

/** Each answer takes a moment, so that a signal meets requests under way. */
const latencyMs = 20;

const slow: Mishandle = (reply, client) => {
  setTimeout(() => client.destroyed || client.write(reply), latencyMs);
};

/** Another wire and another account for each run, because several run at once. */
const wireTo = async (next: (line: string) => Mishandle | undefined): Promise<Wire> => {
  const own = await startSandbox();
  const wire = await startWire(Number(new URL(own.baseUrl).port), next);
  const close = () => {
    wire.close();
    void own.close();
  };
  return { ...wire, close };
};

const environment = ({ port }: Wire) => ({
  PATH: process.env.PATH ?? '',
  ...sandbox.settings,
  RAMP_BASE_URL: `http://127.0.0.1:${port}`,
});

let runs = 0;
const newFolder = () => {
  runs += 1;
  return join(built.folder, `process-${runs}`);
};

const mainFile = () => join(built.folder, 'dist/src/cli/main.js');

const start = (folder: string, wire: Wire, profile: Profile): ChildProcess =>
  spawn(process.execPath, [mainFile(), 'run', '--profile', profile, '--reports', folder], {
    cwd: built.folder,
    env: environment(wire),
    stdio: 'ignore',
  });

/** Resolves to the exit code, or to the signal that ended the process. */
const endOf = (child: ChildProcess): Promise<number | string | null> =>
  new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));

const verdictIn = (folder: string): Verdict => JSON.parse(readFileSync(join(folder, 'verdict.json'), 'utf8'));

/** Resolves once the run has sent so many requests. */
async function until(count: number, { requests }: Wire, child: ChildProcess): Promise<void> {
  while (requests.length < count && child.exitCode === null) await sleep(5);
}

const isWhole = (file: string): boolean =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .every((line) => JSON.parse(line));

/** Hardly more than it takes to begin a run and to end it. */
const small = ['--only', 'balances.read/answers-with-its-record'];

describe.concurrent('at any moment of a run', () => {
  const deadlineMs = 2_000;
  const random = randomFrom(1_121_900);
  const ends = [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGKILL', 'SIGKILL'],
  ] as const;
  /** From the first probe to the middle of a long run; each signal early and late. */
  const moments = [1, 20, 60, 150, 300, 500, 700].map((most, turn) => {
    const [signal, code] = ends[turn % ends.length] ?? ends[0];
    return [signal, code, Math.ceil(most * (0.7 + 0.3 * random()))] as const;
  });

  /** Another run ended here before, and all was well. */
  const before: Record<string, string> = {};
  beforeAll(async () => {
    const folder = newFolder();
    await here.run(['run', '--reports', folder, ...small], {});
    for (const name of readdirSync(folder).filter((each) => /\.\w+$/.test(each)))
      before[name] = readFileSync(join(folder, name), 'utf8');
    expect(JSON.parse(before['verdict.json'] ?? '{}')).toMatchObject({ verdict: 'conforms-in-part' });
    before['shard.json'] = '{}';
  }, 60_000);

  /** Files that every run keeps: it appends to one, and the other lists its packages. */
  const alwaysAlike: ReadonlySet<string> = new Set(['allure-history.jsonl', 'sbom.json']);

  const olderIn = (folder: string): string[] =>
    Object.entries(before).flatMap(([name, text]) => {
      const file = join(folder, name);
      return !alwaysAlike.has(name) && existsSync(file) && readFileSync(file, 'utf8') === text ? [name] : [];
    });

  test.each(moments)(
    '%s ends it with %s (after %i requests)',
    async (signal, code, after) => {
      const folder = newFolder();
      mkdirSync(folder);
      for (const [name, text] of Object.entries(before)) writeFileSync(join(folder, name), text);
      const wire = await wireTo(() => slow);
      const child = start(folder, wire, after > 300 ? 'deep' : 'gate');
      const ended = endOf(child);
      await until(after, wire, child);
      child.kill(signal);
      const at = performance.now();
      expect(await ended).toBe(code);
      await sleep(100);
      // At once, as far as a busy machine lets the process hear of the signal; never after the deadline.
      const late = wire.requests.map((request) => request.at - at).filter((ms) => ms > deadlineMs);
      wire.close();
      expect(late).toEqual([]);
      expect(olderIn(folder)).toEqual([]);
      const verdict = verdictIn(folder);
      expect(verdict.requirements.filter(({ findings }) => findings.length > 0)).toEqual([]);
      expect(verdict).toMatchObject({ verdict: 'inconclusive', exitCode: 3, interrupted: true });
      const ledger = join(folder, 'ledger.jsonl');
      expect(isWhole(ledger)).toBe(true);
      if (signal === 'SIGKILL' || after < 50) return;
      // On a busy machine the moment that orders are given may be too short; then the verdict says so.
      const unknown = readLedger(ledger).filter(({ outcome }) => outcome === 'unknown');
      expect(verdict.money?.unknown?.length ?? 0).toBe(unknown.length);
      expect(readdirSync(folder)).toEqual(
        expect.arrayContaining(['compliance.html', 'junit.xml', 'summary.md']),
      );
      if (after > 300) expect(verdict.counts.unproven).toBeLessThan(verdict.requirements.length);
    },
    60_000,
  );

  test('one that nobody waits for any more stops', async () => {
    const folder = newFolder();
    const wire = await wireTo(() => slow);
    const script = `require('node:child_process').spawn(process.execPath, ${JSON.stringify([mainFile(), 'run', '--profile', 'deep', '--reports', folder])}, { stdio: 'ignore' }); setInterval(() => {}, 1000)`;
    const parent = spawn(process.execPath, ['-e', script], {
      cwd: built.folder,
      env: environment(wire),
      stdio: 'ignore',
    });
    await until(40, wire, parent);
    parent.kill('SIGKILL');
    const at = performance.now();
    while (!existsSync(join(folder, 'compliance.html')) && performance.now() - at < 20_000) await sleep(50);
    wire.close();
    expect(wire.requests.filter((request) => request.at > at + 1_000)).toEqual([]);
    expect(verdictIn(folder)).toMatchObject({ verdict: 'inconclusive', interrupted: true });
  }, 60_000);
});

test.concurrent('an order without an answer is sent once, looked up in the listing, and passes nothing', async () => {
  const folder = newFolder();
  let posted = 0;
  const lossy = await wireTo((line) => {
    if (!/^POST \/v2\/ramp\/[^ ]+\/offramp\/initiate/.test(line)) return undefined;
    posted += 1;
    return posted === 1 ? (_, client) => client.resetAndDestroy() : undefined;
  });
  const only = ['--only', 'offramp.initiate/echoes-the-amount'];
  const { code, out } = await here.run(['run', '--reports', folder, ...only], environment(lossy));
  lossy.close();
  expect(out).toContain(
    'the outcome of 1 order is not known (1 of them in the listing); none was sent again',
  );
  expect(code).toBe(3);
  // Each order that was meant was sent once.
  const orders = readLedger(join(folder, 'ledger.jsonl')).filter(({ outcome }) => outcome !== 'unsent');
  expect(orders).toHaveLength(posted);
  const reference = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(verdictIn(folder).money).toMatchObject({
    source: 'ledger',
    operations: [{ operation: 'offramp.initiate', unanswered: 1 }],
    unknown: [{ operation: 'offramp.initiate', reference, listing: 'listed' }],
  });
}, 60_000);

test.each(['dist/src/cli/main.js', 'dist/bundle/main.js'])(
  'a link of npx to %s, where the command is or was, still leads to it',
  (file) => {
    const path = join(built.folder, file);
    expect(readFileSync(path, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(execFileSync(process.execPath, [path, '--version'], { encoding: 'utf8' })).toMatch(
      /^ramp-conformance \d/,
    );
    const { scripts } = JSON.parse(readFileSync(join(built.folder, 'package.json'), 'utf8'));
    expect(scripts.build).toMatch(new RegExp(`'${dirname(file)}'.*chmodSync`));
  },
);

/** The command with one more suite in it. */
function withSuite(text: string): string {
  const copy = newFolder();
  for (const part of ['dist/bundle', 'dist/src/cli/main.js', 'package.json'])
    cpSync(realpathSync(join(built.folder, part)), join(copy, part), { recursive: true });
  symlinkSync(realpathSync(join(built.folder, 'node_modules')), join(copy, 'node_modules'), 'dir');
  appendFileSync(join(copy, 'dist/bundle/suites.js'), `\nimport { test as own } from 'vitest';\n${text}\n`);
  return join(copy, 'dist/src/cli/main.js');
}

describe.concurrent('a worker that', () => {
  test.each([
    ['calls process.exit', "own('x', () => process.exit(0));"],
    ['ends by itself', "own('x', () => process.reallyExit(0));"],
    [
      'runs out of memory',
      "own('x', () => { const all = []; for (;;) all.push(new Array(1e6).fill(all)); });",
    ],
    [
      'throws beside its tests',
      "setTimeout(() => { throw new Error('beside') }, 5); own('x', () => new Promise((r) => setTimeout(r, 50)));",
    ],
    ['cannot be loaded', "throw new Error('no');"],
  ])(
    '%s passes nothing',
    async (_, text) => {
      const folder = newFolder();
      const child = spawn(
        process.execPath,
        ['--max-old-space-size=300', withSuite(text), 'run', ...small, '--reports', folder],
        {
          env: { PATH: process.env.PATH ?? '' },
          stdio: 'ignore',
        },
      );
      const code = await endOf(child);
      expect([3, 'SIGABRT', 134]).toContain(code);
      expect(verdictIn(folder)).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
    },
    90_000,
  );
});

/** Gives a process a separate file system, where the system allows it. */
const namespaced: string = 'unshare';

const canMount = (() => {
  try {
    execFileSync(namespaced, ['-rm', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe.concurrent('a disk', () => {
  test.runIf(canMount)(
    'that fills up ends the run with 3, and what was learned is reported',
    async () => {
      const folder = newFolder();
      mkdirSync(folder);
      const script =
        'mount -t tmpfs -o size=700k none "$1" && "$2" "$3" run --profile smoke --reports "$1"; code=$?; ls "$1" >&2; exit $code';
      const child = spawn(
        namespaced,
        ['-rm', 'sh', '-c', script, 'sh', folder, process.execPath, mainFile()],
        {
          env: { PATH: process.env.PATH ?? '' },
        },
      );
      let out = '';
      child.stdout.on('data', (chunk) => {
        out += chunk;
      });
      expect(await endOf(child)).toBe(3);
      expect(out).toMatch(/could not be written \(ENOSPC\)[\s\S]*INCONCLUSIVE/);
      expect(out).toMatch(/^all +[1-9]/m);
    },
    60_000,
  );

  test.runIf(canMount)(
    'that is full or read-only is refused before any request',
    async () => {
      for (const options of ['size=4k', 'ro']) {
        const folder = newFolder();
        mkdirSync(folder);
        const script = 'mount -t tmpfs -o "$4" none "$1" && "$2" "$3" run --reports "$1"';
        const child = spawn(
          namespaced,
          ['-rm', 'sh', '-c', script, 'sh', folder, process.execPath, mainFile(), options],
          {
            env: { PATH: process.env.PATH ?? '' },
            stdio: 'ignore',
          },
        );
        expect(await endOf(child), options).toBe(2);
      }
    },
    60_000,
  );
});

/** Interrupts the process as soon as a second party, which is Vitest, listens for it. */
const interruptEarly = `
  let listeners = 0;
  process.on('newListener', (name) => {
    if (name !== 'SIGINT') return;
    listeners += 1;
    if (listeners === 2) setImmediate(() => process.kill(process.pid, 'SIGINT'));
  });
`;

test('an interruption while Vitest starts leaves its reports', async () => {
  const [folder, script] = [newFolder(), join(built.folder, 'interrupt-early.mjs')];
  writeFileSync(script, interruptEarly);
  const env = { PATH: process.env.PATH ?? '', NODE_OPTIONS: `--import=${script}` };
  const { code } = await built.run(['run', '--profile', 'smoke', '--reports', folder], env);
  expect(code).toBe(130);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['summary.md', 'junit.xml', 'compliance.html']));
});
