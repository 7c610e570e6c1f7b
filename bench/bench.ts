import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { smokeRequests } from '#run';
import { startSandbox } from '#sandbox';
import {
  freshFolder,
  line,
  type Measured,
  type MeasuredRatio,
  type MeasuredRun,
  measure,
  measured,
  type Ratio,
  type Row,
  ratioByTurns,
  recordRequests,
  run,
  runAway,
  runLong,
  seed,
  sendingMs,
} from './runs.ts';

const [deep, smoke] = [
  ['--profile', 'deep'],
  ['--profile', 'smoke'],
];
const [gateRun, deepRun] = [() => run(), () => run(deep)];

const times = (one: Measured, other: Measured) => [one.ms, other.ms] as const;
const peaks = (one: Measured, other: Measured) => [one.mb, other.mb] as const;

const requestsOf = ({ verdict }: MeasuredRun): number => verdict.requests.sent;
const ordersOf = ({ verdict: { money } }: MeasuredRun): number =>
  money?.operations.reduce((sum, { accepted }) => sum + accepted, 0) ?? 0;

/** Counts what a service of others is sent: the embedded one gets more. */
const count = async (of: (measured: MeasuredRun) => number, args?: readonly string[]): Promise<Ratio> => ({
  value: of(await runAway(0, {}, args)),
  parts: {},
});

async function wire(): Promise<Ratio> {
  const file = join(freshFolder(), 'requests.json');
  await recordRequests(file, () => runAway(0));
  const bareLoop = () => measure('bench-bare-loop', [file]);
  return ratioByTurns(['suites requests/s', 'bare requests/s'], 7, [gateRun, bareLoop], (one, other) => [
    (1000 * requestsOf(one)) / sendingMs(one),
    Number(other.out),
  ]);
}

/** Both send the same requests to a service of another process. */
async function cost(): Promise<Ratio> {
  const file = join(freshFolder(), 'requests.json');
  await recordRequests(file, () => runAway(0));
  const bareLoop = async () => {
    const { baseUrl, close } = await startSandbox();
    try {
      return await measure('bench-bare-loop', [file, baseUrl]);
    } finally {
      await close();
    }
  };
  const gatesMb: number[] = [];
  const gate = async () => {
    const measured = await runAway(0);
    gatesMb.push(measured.mb);
    return measured;
  };
  const ratio = await ratioByTurns(['gate ms', 'bare loop ms'], 5, [gate, bareLoop], (one, other) => [
    one.cpuMs,
    other.cpuMs,
  ]);
  return { ...ratio, parts: { ...ratio.parts, 'gate MB': Math.round(Math.max(...gatesMb)) } };
}

const away = 50;
const concurrency = 8;

const distance = (): Promise<Ratio> => {
  const at = (ms: number) => () => runAway(ms, { RAMP_CONCURRENCY: String(concurrency) });
  return ratioByTurns(['added ms', 'ideal ms'], 3, [at(away), at(0)], (one, other) => [
    one.ms - other.ms,
    (requestsOf(one) / concurrency) * away,
  ]);
};

/** The pace that a remote sandbox allows. */
const perSecond = 10;

const remote = (): Promise<Ratio> => {
  const paced = () => runAway(away, { RAMP_REQUESTS_PER_SECOND: String(perSecond) });
  return ratioByTurns(['run ms', 'ideal ms'], 1, [paced, async () => 0], (far) => [
    far.ms,
    (1000 * requestsOf(far)) / perSecond,
  ]);
};

async function prove(): Promise<Ratio> {
  const peaksOfProofs: number[] = [];
  const proof = async () => {
    const measured = await measure('main', ['prove', ...seed, '--reports', freshFolder()]);
    peaksOfProofs.push(Math.round(measured.mb));
    return measured;
  };
  const { value, parts } = await ratioByTurns(['prove ms', 'run ms'], 3, [proof, gateRun], times);
  return { value, parts: { ...parts, 'prove MB': Math.max(...peaksOfProofs) } };
}

/** Takes several turns, because the moment at which an engine clears its memory varies. */
const deepMemory = () => ratioByTurns(['deep MB', 'gate MB'], 5, [deepRun, gateRun], peaks);

const ofRemote = `time of a gate at ${perSecond} requests a second and ${away} ms an answer over requests / ${perSecond} s`;

const large = async (): Promise<Ratio> => {
  const at = (records: number) => () => runLong(records);
  const ratio = await ratioByTurns(['MB at 20,000', 'MB at 200'], 3, [at(20_000), at(200)], peaks);
  return { ...ratio, parts: { ...ratio.parts, 'MB at 2,000': Math.round((await runLong(2_000)).mb) } };
};

const ratios: Readonly<Record<string, Row>> = {
  requests: { means: 'requests of a gate', max: 800, measure: () => count(requestsOf) },
  'smoke requests': { means: 'requests of a smoke run', max: smokeRequests, measure: () => count(requestsOf, smoke) },
  orders: { means: 'accepted orders of a gate', max: 80, measure: () => count(ordersOf) },
  'smoke orders': { means: 'accepted orders of a smoke run', max: 25, measure: () => count(ordersOf, smoke) },
  remote: { means: ofRemote, max: 1.15, measure: remote },
  wire: { means: 'requests a second of the suites over a bare loop', min: 0.35, measure: wire },
  cost: { means: 'processor time of a gate over a bare loop of its requests', max: 8, measure: cost },
  distance: { means: `time added by ${away} ms an answer over the ideal`, max: 1.3, measure: distance },
  prove: { means: 'wall time of prove over run', max: 14, measure: prove },
  large: { means: 'peak memory of a gate at 20,000 offramps and conversions over 200', max: 1.25, measure: large },
  deep: { means: 'peak memory of profile deep over gate', max: 1.3, measure: deepMemory },
};

const names = process.argv.slice(2);
if (names.some((name) => !Object.hasOwn(ratios, name))) {
  const rows = Object.entries(ratios).map(([name, { means }]) => `  ${name.padEnd(14)} ${means}`);
  process.stderr.write(`bench measures\n${rows.join('\n')}\n`);
  process.exit(2);
}

process.stdout.write('measure          value  should  holds  made of\n');
const all: MeasuredRatio[] = [];
for (const [name, row] of Object.entries(ratios)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const one = await measured(name, row);
  all.push(one);
  process.stdout.write(`${line(one)}\n`);
}

mkdirSync('reports', { recursive: true });
const about = { format: 1, node: process.version, processors: cpus().length, at: new Date().toISOString() };
writeFileSync('reports/bench.json', `${JSON.stringify({ ...about, ratios: all }, null, 2)}\n`);
process.exit(all.every(({ holds }) => holds) ? 0 : 1);
