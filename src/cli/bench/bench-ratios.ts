import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '#sandbox';
import {
  command,
  freshFolder,
  type Measured,
  type MeasuredRun,
  measure,
  run,
  seed,
  sendingMs,
  verdictIn,
} from './bench-child.ts';
import { atDistance } from './bench-distance.ts';

/** What was measured, as one number and the two that it is made of. */
export interface Ratio {
  readonly value: number;
  readonly parts: Readonly<Record<string, number>>;
}

const deep = ['--profile', 'deep'];

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** In turn, so that a machine whose speed drifts slows both. */
async function inTurn<A, B>(
  times: number,
  one: () => Promise<A>,
  other: () => Promise<B>,
): Promise<[A, B][]> {
  const pairs: [A, B][] = [];
  for (let round = 0; round < times; round += 1) pairs.push([await one(), await other()]);
  return pairs;
}

/** The median over pairs of measurements, each of which gives two numbers. */
const ratioOf = <A, B>(
  names: readonly [string, string],
  pairs: readonly (readonly [A, B])[],
  parts: (one: A, other: B) => readonly [number, number],
): Ratio => {
  const both = pairs.map(([one, other]) => parts(one, other));
  return {
    value: median(both.map(([one, other]) => one / other)),
    parts: {
      [names[0]]: Math.round(median(both.map(([one]) => one))),
      [names[1]]: Math.round(median(both.map(([, other]) => other))),
    },
  };
};

const empty = () => measure('bench-empty');

const deepRun = () => run(deep);

const smoke = ['--profile', 'smoke'];

/** How many requests or accepted orders a run takes. */
const countOf = (what: 'requests' | 'orders', args?: readonly string[]) => async (): Promise<Ratio> => ({
  value: (await run(args))[what],
  parts: {},
});

const start = async (): Promise<Ratio> =>
  ratioOf(['run ms', 'empty ms'], await inTurn(5, run, empty), (one, other) => [one.ms, other.ms]);

async function wire(): Promise<Ratio> {
  const folder = freshFolder();
  const file = join(folder, 'requests.json');
  const recorded = await measure('bench-wire', [file, folder]);
  if (recorded.code !== 0) throw new Error(`nothing was recorded: ${recorded.out}`);
  const sent = (JSON.parse(readFileSync(file, 'utf8')) as unknown[]).length;
  const pairs = await inTurn(7, run, () => measure('bench-wire', [file]));
  return ratioOf(['suites requests/s', 'bare requests/s'], pairs, (one, other) => [
    (1000 * one.requests) / sendingMs(one),
    (1000 * sent) / Number(other.out),
  ]);
}

const away = 50;
const concurrency = 8;

/** Of a service of its own: what earlier runs have left there would make the listings longer. */
const runAway = async (ms: number, env: Readonly<Record<string, string>> = {}): Promise<MeasuredRun> => {
  const sandbox = await startSandbox();
  const distant = await atDistance(sandbox.baseUrl, ms);
  try {
    return await run([], {
      ...sandbox.settings,
      RAMP_BASE_URL: distant.baseUrl,
      RAMP_CONCURRENCY: String(concurrency),
      RAMP_QUIET_ACCOUNT: 'true',
      ...env,
    });
  } finally {
    distant.close();
    await sandbox.close();
  }
};

async function distance(): Promise<Ratio> {
  const [far, near] = [() => runAway(away), () => runAway(0)];
  return ratioOf(['added ms', 'ideal ms'], await inTurn(3, far, near), (one, other) => [
    one.ms - other.ms,
    (one.requests / concurrency) * away,
  ]);
}

/** At the pace that a remote sandbox allows. */
const perSecond = 10;

async function remote(): Promise<Ratio> {
  const far = await runAway(away, { RAMP_REQUESTS_PER_SECOND: String(perSecond) });
  const ideal = (1000 * far.requests) / perSecond;
  return {
    value: far.ms / ideal,
    parts: { 'run ms': Math.round(far.ms), 'ideal ms': Math.round(ideal) },
  };
}

const meanMs = (measured: readonly Measured[]): number =>
  measured.reduce((sum, { ms }) => sum + ms, 0) / measured.length;

/** Between runs, because the machine may be slow for a while. */
async function prove(): Promise<Ratio> {
  const runs = [await run(), await run()];
  const proofs: Measured[] = [];
  for (let round = 0; round < 3; round += 1) {
    proofs.push(await command(['prove', ...seed, '--reports', freshFolder()]));
    runs.push(await run(), await run());
  }
  const [proof, ms] = [meanMs(proofs), meanMs(runs)];
  const peak = Math.round(Math.max(...proofs.map(({ peakKb }) => peakKb)) / 1024);
  return {
    value: proof / ms,
    parts: { 'prove ms': Math.round(proof), 'run ms': Math.round(ms), 'prove MB': peak },
  };
}

const peaks = (one: Measured, other: Measured) => [one.peakKb / 1024, other.peakKb / 1024] as const;

const memory = async (): Promise<Ratio> =>
  ratioOf(['run MB', 'empty MB'], await inTurn(1, run, empty), peaks);

/** Several, because when an engine clears its memory hangs on the moment. */
const deepMemory = async (): Promise<Ratio> =>
  ratioOf(['deep MB', 'gate MB'], await inTurn(5, deepRun, run), peaks);

/** One after the other, as if each had the machine to itself. */
const runShards = async (): Promise<readonly MeasuredRun[]> => {
  const parts: MeasuredRun[] = [];
  for (const index of [1, 2, 3, 4]) parts.push(await run([...deep, '--shard', `${index}/4`]));
  return parts;
};

/** Deep, because a run that is split is a long one. A shard that was slow once is not the longest for it. */
async function shards(): Promise<Ratio> {
  const rounds = await inTurn(3, deepRun, runShards);
  for (const [whole, parts] of rounds) {
    const merged = freshFolder();
    await command(['merge', ...parts.map(({ folder }) => folder), '--reports', merged]);
    const same = JSON.stringify(verdictIn(merged).verdict) === JSON.stringify(whole.verdict);
    if (!same) throw new Error('the merged verdict is not that of the whole');
  }
  const each = [0, 1, 2, 3].map((at) =>
    ratioOf(['longest ms', 'whole ms'], rounds, (whole, parts) => [parts[at]?.ms ?? Number.NaN, whole.ms]),
  );
  return each.reduce((longest, shard) => (shard.value > longest.value ? shard : longest));
}

async function reports(): Promise<Ratio> {
  const { folder } = await run(['--shard', '1/1']);
  const writing = (results: number) => async () => {
    const { out } = await measure('bench-reports', [folder, freshFolder(), String(results)]);
    return Number(out);
  };
  const pairs = await inTurn(3, writing(3_000), writing(300));
  return ratioOf(['3000 ms', '300 ms'], pairs, (many, few) => [many, few]);
}

export interface RatioBound {
  readonly means: string;
  readonly most?: number;
  readonly least?: number;
  readonly measure: () => Promise<Ratio>;
}

/** What each ratio is, and what it should be. */
export const ratios: Readonly<Record<string, RatioBound>> = {
  requests: { means: 'requests of a gate', most: 800, measure: countOf('requests') },
  'smoke requests': {
    means: 'requests of the profile smoke',
    most: 200,
    measure: countOf('requests', smoke),
  },
  orders: { means: 'accepted orders of a gate', most: 80, measure: countOf('orders') },
  'smoke orders': {
    means: 'accepted orders of the profile smoke',
    most: 25,
    measure: countOf('orders', smoke),
  },
  remote: {
    means: `time of a gate at ${perSecond} requests a second and ${away} ms an answer over requests / ${perSecond} s`,
    most: 1.15,
    measure: remote,
  },
  start: { means: 'wall time of run over one empty file', most: 8, measure: start },
  wire: { means: 'requests a second of the suites over a bare loop', least: 0.35, measure: wire },
  distance: { means: `time added by ${away} ms an answer over the ideal`, most: 1.3, measure: distance },
  prove: { means: 'wall time of prove over run', most: 12, measure: prove },
  memory: { means: 'peak memory of run over one empty file', most: 3, measure: memory },
  deep: { means: 'peak memory of profile deep over gate', most: 1.3, measure: deepMemory },
  shards: { means: 'the longest of four shards over the whole, deep', most: 0.4, measure: shards },
  reports: { means: 'reports of 3,000 results over 300', most: 10, measure: reports },
};
