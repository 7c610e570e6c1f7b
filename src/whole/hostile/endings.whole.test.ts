import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLedger } from '#client';
import { openSession, runChecks } from '#harness';
import { readFileLines } from '#lib';
import type { Verdict } from '#reporting';
import { type Sandbox, startSandbox } from '#sandbox';
import { openTarget, readSettings } from '#target';
import { planFor } from '../../cli/run/plan.ts';
import { verdictOf } from '../../cli/run/verdict-of.ts';
import { catalogueSeed } from '../../cli/settings/selection.ts';
import { useBuilt } from '../../testing/built.test.support.ts';
import { severalAtOnce } from '../../testing/in-process.test.support.ts';
import '#suites';
import { commandHere } from '../../testing/terminal.test.support.ts';
import { type Mishandle, startWire, type Wire } from '../../testing/wire.test.support.ts';
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

const never: Mishandle = () => undefined;

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

/**
 * Answers until a moment comes, and nothing from then on: a run that does not end by itself then waits for answers, and one that
 * goes on sends more than the requests that it has room for.
 */
async function holdingWire(answering: Mishandle | undefined, after: number, onMoment: () => void) {
  let count = 0;
  const wire = await wireTo(() => {
    count += 1;
    if (count === after) onMoment();
    return count < after ? answering : never;
  });
  return { wire, sentSince: () => wire.requests.length - after };
}

/** Requests that a run has under way at most. */
const concurrency = 8;

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

/** Resolves to the exit code, or to the signal that ended the process, once all that it wrote was read. */
const endOf = (child: ChildProcess): Promise<number | string | null> =>
  new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));

const verdictIn = (folder: string): Verdict => JSON.parse(readFileSync(join(folder, 'verdict.json'), 'utf8'));

const isWhole = (file: string): boolean =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .every((line) => JSON.parse(line));

/** Orders of a ledger whose outcome is not known. */
const unknownIn = (folder: string) =>
  readLedger(readFileLines(join(folder, 'ledger.jsonl'))).orders.filter(({ outcome }) => outcome === 'unknown');

/** Hardly more than it takes to begin a run and to end it. */
const small = ['--only', 'balances.read/answers-with-its-record'];

/** Nothing was found, and nothing passes. */
const expectInterrupted = (verdict: Verdict): void => {
  expect(verdict.requirements.filter(({ findings }) => findings.length > 0)).toEqual([]);
  expect(verdict).toMatchObject({ verdict: 'inconclusive', exitCode: 3, interrupted: true });
};

/** Another run ended in each folder before, and all was well. */
const before: Record<string, string> = {};
beforeAll(async () => {
  const folder = newFolder();
  await here.run(['run', '--reports', folder, ...small], {});
  for (const name of readdirSync(folder).filter((each) => /\.\w+$/.test(each)))
    before[name] = readFileSync(join(folder, name), 'utf8');
  expect(JSON.parse(before['verdict.json'] ?? '{}')).toMatchObject({ verdict: 'conforms-in-part' });
});

const folderWithOlder = (): string => {
  const folder = newFolder();
  mkdirSync(folder);
  for (const [name, text] of Object.entries(before)) writeFileSync(join(folder, name), text);
  return folder;
};

const olderIn = (folder: string): string[] =>
  Object.entries(before).flatMap(([name, text]) => {
    const file = join(folder, name);
    return name !== 'history.jsonl' && existsSync(file) && readFileSync(file, 'utf8') === text ? [name] : [];
  });

describe.concurrent('a signal', () => {
  test.each([
    ['SIGINT', 130, 200],
    ['SIGTERM', 143, 10],
    ['SIGHUP', 143, 60],
  ] as const)('%s ends it with %s (after %i requests)', async (signal, code, after) => {
    const [folder, temporary] = [folderWithOlder(), newFolder()];
    mkdirSync(temporary);
    const { wire, sentSince } = await holdingWire(slow, after, () => child.kill(signal));
    const child = spawn(process.execPath, [built.main, 'run', '--reports', folder], {
      cwd: built.folder,
      env: { ...environment(wire), TMPDIR: temporary },
      stdio: 'ignore',
    });
    expect(await endOf(child)).toBe(code);
    wire.close();
    expect(readdirSync(temporary)).toEqual([]);
    expect(sentSince()).toBeLessThan(concurrency);
    expect(olderIn(folder)).toEqual([]);
    const verdict = verdictIn(folder);
    expectInterrupted(verdict);
    expect(isWhole(join(folder, 'ledger.jsonl'))).toBe(true);
    if (signal !== 'SIGINT') return;
    expect(verdict.money?.unknown?.length ?? 0).toBe(unknownIn(folder).length);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['compliance.html', 'junit.xml', 'summary.md']));
  });

  test('is not needed where nobody waits for the run any more: it stops', async () => {
    const folder = newFolder();
    const { wire, sentSince } = await holdingWire(slow, 40, () => parent.kill('SIGKILL'));
    const script = `require('node:child_process').spawn(process.execPath, ${JSON.stringify([built.main, 'run', '--reports', folder])}, { stdio: 'ignore' }); setInterval(() => {}, 1000)`;
    const parent = spawn(process.execPath, ['-e', script], {
      cwd: built.folder,
      env: environment(wire),
      stdio: 'ignore',
    });
    while (!existsSync(join(folder, 'compliance.html'))) await sleep(50);
    wire.close();
    expect(sentSince()).toBeLessThan(concurrency);
    expectInterrupted(verdictIn(folder));
  });
});

/** From the first checks to the middle of a run and its end. */
test.concurrent.each([40, 250, 700])(
  'a run that is stopped after %i requests sends nothing more and passes nothing',
  async (most) => {
    const random = randomFrom(most);
    const [directory, controller] = [newFolder(), new AbortController()];
    mkdirSync(directory);
    const after = Math.ceil(most * (0.7 + 0.3 * random()));
    const { wire, sentSince } = await holdingWire(undefined, after, () => controller.abort());
    const { target, close } = await openTarget(readSettings({ options: {}, cwd: directory, env: environment(wire) }));
    const config = {
      profile: 'gate',
      seed: catalogueSeed(),
      gate: 'implied',
      directory,
      selected: undefined,
    } as const;
    const plan = planFor(target, config);
    const session = openSession(plan, { signal: controller.signal, limits: { orderGraceMs: 50 } });
    const gathered = await runChecks(plan, { session });
    await close();
    wire.close();
    expect(sentSince()).toBeLessThan(concurrency);
    const verdict = verdictOf(config, plan, gathered);
    expectInterrupted(verdict);
    expect(isWhole(join(directory, 'ledger.jsonl'))).toBe(true);
    expect(verdict.money?.unknown?.length ?? 0).toBe(unknownIn(directory).length);
    if (after > 300) expect(verdict.counts['no-result']).toBeLessThan(verdict.requirements.length);
  },
);

/** Orders of a smoke run that are waited for, early, in its middle and late: it places more. */
const mostOrders = 21;
const anyOrder = randomFrom(20_261_127);
const moments = [0, 1, 2].map((third) => 1 + Math.floor(((third + anyOrder()) * mostOrders) / 3));

test.concurrent('a process that is killed as any of its orders comes in leaves each recorded, none twice, and passes nothing', async () => {
  await severalAtOnce(moments, async (moment) => {
    const folder = folderWithOlder();
    let came = 0;
    const wire = await wireTo((line) => {
      if (line.startsWith('POST ')) came += 1;
      if (came >= moment) child.kill('SIGKILL');
      return undefined;
    });
    const child = spawn(process.execPath, [built.main, 'run', '--profile', 'smoke', '--reports', folder], {
      cwd: built.folder,
      env: environment(wire),
      stdio: 'ignore',
    });
    expect(await endOf(child), String(moment)).toBe('SIGKILL');
    wire.close();
    expect(olderIn(folder)).toEqual([]);
    expectInterrupted(verdictIn(folder));
    const { orders, unread } = readLedger(readFileLines(join(folder, 'ledger.jsonl')));
    expect(unread).toEqual([]);
    expect(orders.length).toBeGreaterThanOrEqual(came);
    // An order that a wrong key brought may come under one reference with others.
    const accepted = orders.filter(({ outcome }) => outcome === 'accepted');
    const references = accepted.flatMap(({ reference }) => reference ?? []);
    expect(new Set(references).size).toBe(references.length);
    // Nobody learned what became of the one that had just come in.
    expect(orders.some(({ outcome }) => outcome === 'unknown')).toBe(true);
  });
});

test.concurrent('an order without an answer is sent once, looked up in the listing, and another is tested in its place', async () => {
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
  expect(out).toContain('the outcome of 1 order is not known (1 of them in the listing); none was sent again');
  expect(code).toBe(0);
  // Each order that was meant was sent once.
  const orders = readLedger(readFileLines(join(folder, 'ledger.jsonl'))).orders.filter(
    ({ outcome }) => outcome !== 'unsent',
  );
  expect(orders).toHaveLength(posted);
  const reference = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(verdictIn(folder).money).toMatchObject({
    source: 'ledger',
    operations: [{ operation: 'offramp.initiate', unanswered: 1 }],
    unknown: [{ operation: 'offramp.initiate', reference, listing: 'listed' }],
  });
});

/** Ends the process in the middle of a run, in another way each. */
const crashes = {
  'calls process.exit': 'process.exit(0)',
  'throws beside its checks': "setTimeout(() => { throw new Error('beside') })",
};

test.concurrent.each(Object.entries(crashes))('a run that %s passes nothing', async (name, crash) => {
  const [folder, script] = [newFolder(), join(built.folder, `${name.replaceAll(' ', '-')}.mjs`)];
  writeFileSync(
    script,
    `import { subscribe } from 'node:diagnostics_channel';
    let left = 40;
    subscribe('undici:request:create', () => { left -= 1; if (left === 0) ${crash}; });`,
  );
  const child = spawn(process.execPath, ['--import', script, built.main, 'run', '--reports', folder], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: 'ignore',
  });
  expect(await endOf(child)).toBe(3);
  expectInterrupted(verdictIn(folder));
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
  test.runIf(canMount)('that fills up ends the run with 3, and what was learned is reported', async () => {
    const folder = newFolder();
    mkdirSync(folder);
    const script =
      'mount -t tmpfs -o size=300k none "$1" && "$2" "$3" run --profile smoke --reports "$1"; code=$?; ls "$1" >&2; exit $code';
    const child = spawn(namespaced, ['-rm', 'sh', '-c', script, 'sh', folder, process.execPath, built.main], {
      env: { PATH: process.env.PATH ?? '' },
    });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    expect(await endOf(child)).toBe(3);
    expect(out).toMatch(/could not be written \(ENOSPC\)[\s\S]*Inconclusive: /);
    expect(out).toMatch(/^all +[1-9]/m);
  });

  test.runIf(canMount)('that is full or read-only is refused before any request', async () => {
    for (const options of ['size=4k', 'ro']) {
      const folder = newFolder();
      mkdirSync(folder);
      const script = 'mount -t tmpfs -o "$4" none "$1" && "$2" "$3" run --reports "$1"';
      const child = spawn(
        namespaced,
        ['-rm', 'sh', '-c', script, 'sh', folder, process.execPath, built.main, options],
        {
          env: { PATH: process.env.PATH ?? '' },
          stdio: 'ignore',
        },
      );
      expect(await endOf(child), options).toBe(2);
    }
  });
});
