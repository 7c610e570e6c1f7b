import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

export interface Measured {
  readonly code: number | null;
  readonly ms: number;
  readonly peakKb: number;
  readonly out: string;
}

/** Prints the greatest memory of the whole process, its workers included, as it ends. */
const printPeak =
  'import{isMainThread as m}from"node:worker_threads";import{writeSync as w}from"node:fs";' +
  'm&&process.on("exit",()=>w(3,String(process.resourceUsage().maxRSS)))';

const root = mkdtempSync(join(tmpdir(), 'ramp-bench-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));

/** A folder for the reports of one run; gone with this process. */
export const freshFolder = (): string => mkdtempSync(join(root, 'run-'));

/** Runs a built file of this folder in a process of its own, and measures it from start to end. */
export async function measure(
  file: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Measured> {
  const preload = `data:text/javascript,${encodeURIComponent(printPeak)}`;
  const start = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', preload, join(import.meta.dirname, `${file}.js`), ...args],
    {
      cwd: freshFolder(),
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    },
  );
  const streams = [child.stdio[1], child.stdio[3]].map((stream) => text(stream as Readable));
  const [[code], out = '', peak] = await Promise.all([once(child, 'close'), ...streams]);
  return { code, ms: performance.now() - start, peakKb: Number(peak), out };
}

/** The command itself, which must find that the sandbox conforms: anything else is not worth measuring. */
export async function command(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Measured> {
  const measured = await measure('main', args, env);
  if (measured.code === 0) return measured;
  throw new Error(`${args.join(' ')} ended with ${measured.code}:\n${measured.out.slice(-2_000)}`);
}

export const seed = ['--seed', '1'];

/** What came of a run of the embedded sandbox. */
export interface MeasuredRun extends Measured {
  readonly folder: string;
  readonly requests: number;
  /** Orders that were accepted. */
  readonly orders: number;
  readonly verdict: { readonly verdict: string; readonly outcomes: readonly string[] };
}

export const verdictIn = (folder: string) => {
  const { verdict, requests, requirements, money } = JSON.parse(
    readFileSync(join(folder, 'verdict.json'), 'utf8'),
  );
  const orders = (money.operations as readonly { accepted: number }[]).reduce(
    (sum, { accepted }) => sum + accepted,
    0,
  );
  const outcomes = requirements.map(({ id, outcome }: { id: string; outcome: string }) => `${id} ${outcome}`);
  return { requests: requests.sent as number, orders, verdict: { verdict, outcomes } };
};

export const run = async (
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<MeasuredRun> => {
  const folder = freshFolder();
  const measured = await command(['run', ...seed, '--reports', folder, ...args], env);
  return { ...measured, folder, ...verdictIn(folder) };
};

/** Milliseconds between the first and the last request that a run keeps as evidence. */
export const sendingMs = ({ folder }: MeasuredRun): number => {
  const sent = readFileSync(join(folder, 'evidence.csv'), 'utf8').match(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g) ?? [];
  const moments = sent.map((moment) => Date.parse(JSON.parse(moment)));
  return Math.max(...moments) - Math.min(...moments);
};
