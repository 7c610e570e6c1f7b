import { spawn } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { lengthened } from '#faults';
import type { Verdict } from '#reporting';
import { startSandbox } from '#sandbox';

/** One number, and the two that it is made of. */
export interface Ratio {
  readonly value: number;
  readonly parts: Readonly<Record<string, number>>;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Measures by turns, so that a machine whose speed drifts slows both; the ratio is the median over the turns. */
export async function ratioByTurns<A, B>(
  names: readonly [string, string],
  times: number,
  measures: readonly [() => Promise<A>, () => Promise<B>],
  numbers: (one: A, other: B) => readonly [number, number],
): Promise<Ratio> {
  const both: (readonly [number, number])[] = [];
  for (let turn = 0; turn < times; turn += 1) both.push(numbers(await measures[0](), await measures[1]()));
  const part = (index: 0 | 1) => Math.round(median(both.map((pair) => pair[index])));
  return {
    value: median(both.map(([one, other]) => one / other)),
    parts: { [names[0]]: part(0), [names[1]]: part(1) },
  };
}

/** Says what a ratio means, and how large it may be. */
export interface Row {
  readonly means: string;
  readonly max?: number;
  readonly min?: number;
  readonly measure: () => Promise<Ratio>;
}

/** Measures, and holds the ratio to its bound; a measure that fails does not hold. */
export async function measured(name: string, { max = Number.POSITIVE_INFINITY, min = 0, measure }: Row) {
  const should = min > 0 ? `>= ${min}` : `<= ${max}`;
  try {
    const ratio = await measure();
    return { name, should, holds: ratio.value <= max && ratio.value >= min, ...ratio };
  } catch (error) {
    return { name, should, holds: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

export type MeasuredRatio = Awaited<ReturnType<typeof measured>>;

export const line = ({ name, should, holds, ...rest }: MeasuredRatio): string => {
  const value = 'value' in rest ? rest.value.toFixed(2) : '?';
  const made =
    'parts' in rest ? Object.entries(rest.parts).map(([part, number]) => `${number} ${part}`) : [rest.problem];
  return `${name.padEnd(14)} ${value.padStart(7)}  ${should.padEnd(7)} ${holds ? 'yes' : 'NO '}  ${made.join(', ')}`;
};

export interface Measured {
  readonly ms: number;
  /** Peak memory of the process, its workers included. */
  readonly mb: number;
  /** Processor time of the process, its workers included, in milliseconds. */
  readonly cpuMs: number;
  readonly out: string;
}

type Environment = Readonly<Record<string, string>>;

const printUsage =
  'import{isMainThread as m}from"node:worker_threads";import{writeSync as w}from"node:fs";' +
  'm&&process.on("exit",()=>w(3,JSON.stringify(process.resourceUsage())))';

const root = mkdtempSync(join(tmpdir(), 'ramp-bench-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));

/** Makes a folder for the reports of one run; gone with this process. */
export const freshFolder = (): string => mkdtempSync(join(root, 'run-'));

/**
 * Runs a file of dist/bundle in a further process.
 * @throws Error where it does not end with 0: then the sandbox did not conform, or nothing was measured
 */
export async function measure(file: string, args: readonly string[] = [], env: Environment = {}): Promise<Measured> {
  const preload = `data:text/javascript,${encodeURIComponent(printUsage)}`;
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', preload, join(import.meta.dirname, `${file}.js`), ...args], {
    cwd: freshFolder(),
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  const streams = [child.stdio[1], child.stdio[3]].map((stream) => text(stream as Readable));
  const [[code], out = '', usage = ''] = await Promise.all([once(child, 'close'), ...streams]);
  const ms = performance.now() - start;
  if (code === 0) {
    const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(usage);
    return { ms, mb: maxRSS / 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000, out };
  }
  throw new Error(`${[file, ...args].join(' ')} ended with ${code}:\n${out.slice(-2_000)}`);
}

export interface MeasuredRun extends Measured {
  readonly folder: string;
  readonly verdict: Verdict;
}

export const seed = ['--seed', '1'];

/** Tests the embedded sandbox, unless `env` names another service. */
export const run = async (args: readonly string[] = [], env: Environment = {}): Promise<MeasuredRun> => {
  const folder = freshFolder();
  const measured = await measure('main', ['run', ...seed, '--reports', folder, ...args], env);
  const verdict = JSON.parse(readFileSync(join(folder, 'verdict.json'), 'utf8'));
  return { ...measured, folder, verdict };
};

/** Milliseconds between the first and the last request that a run keeps as evidence. */
export const sendingMs = ({ folder }: MeasuredRun): number => {
  const sent = readFileSync(join(folder, 'evidence.csv'), 'utf8').match(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g) ?? [];
  const moments = sent.map((moment) => Date.parse(JSON.parse(moment)));
  return Math.max(...moments) - Math.min(...moments);
};

/** Tests a fresh sandbox that is so many milliseconds away: records of earlier runs would make its listings longer. */
export async function runAway(ms: number, env: Environment = {}, args: readonly string[] = []): Promise<MeasuredRun> {
  const sandbox = await startSandbox();
  const service = Number(new URL(sandbox.baseUrl).port);
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: '127.0.0.1', port: service, noDelay: true });
    const end = () => [near, far].forEach((socket) => void socket.destroy());
    near.on('error', end).on('close', end).pipe(far);
    // Timers of one length fire in the order in which they were set: what came before the end arrives before it.
    far.on('error', end).on('close', () => setTimeout(end, ms));
    far.on('data', (chunk) => setTimeout(() => void (near.writable && near.write(chunk)), ms));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const own = { RAMP_BASE_URL: `http://127.0.0.1:${port}`, RAMP_QUIET_ACCOUNT: 'true' };
  try {
    return await run(args, { ...sandbox.settings, ...own, ...env });
  } finally {
    server.close();
    await sandbox.close();
  }
}

/** Tests a fresh sandbox whose listings have so many records. */
export async function runLong(records: number): Promise<MeasuredRun> {
  const sandbox = await startSandbox({ always: { policies: lengthened(records) } });
  try {
    return await run([], { ...sandbox.settings, RAMP_QUIET_ACCOUNT: 'true' });
  } finally {
    await sandbox.close();
  }
}

export interface RecordedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Writes down what servers of this process are sent while something runs. */
export async function recordRequests(file: string, work: () => Promise<unknown>): Promise<void> {
  const kept: { message: IncomingMessage; chunks: Buffer[] }[] = [];
  channel('http.server.request.start').subscribe((event) => {
    const { request: message } = event as { request: IncomingMessage };
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    kept.push({ message, chunks });
  });
  await work();
  const ofHop = /^(?:host|connection|content-length|transfer-encoding)$/;
  const requests = kept.map(({ message: { method, url: path, headers }, chunks }) => ({
    method,
    path,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ofHop.test(name))),
    body: chunks.length > 0 ? Buffer.concat(chunks).toString() : null,
  }));
  writeFileSync(file, JSON.stringify(requests));
}
