import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Measured {
  readonly code: number | null;
  readonly ms: number;
  readonly peakKb: number;
  readonly out: string;
}

/** Tells the greatest memory of the whole process, its workers included, as it ends. */
const printPeak =
  'import{isMainThread as m}from"node:worker_threads";import{writeSync as w}from"node:fs";' +
  'm&&process.on("exit",()=>w(3,String(process.resourceUsage().maxRSS)))';

let root: string | undefined;

const openRoot = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A folder for the reports of one run; gone with this process. */
export const freshFolder = (): string => {
  root ??= openRoot();
  return mkdtempSync(join(root, 'run-'));
};

/** Runs a built file of this folder in a process of its own, and says what it took from start to end. */
export function measure(
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
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    },
  );
  const printed = { out: '', peak: '' };
  child.stdout?.on('data', (chunk) => {
    printed.out += chunk;
  });
  child.stderr?.resume();
  child.stdio[3]?.on('data', (chunk) => {
    printed.peak += chunk;
  });
  return new Promise((ended, failed) => {
    child.once('error', failed);
    child.once('close', (code) =>
      ended({ code, ms: performance.now() - start, peakKb: Number(printed.peak), out: printed.out }),
    );
  });
}

const accepted: readonly (number | null)[] = [0];

/** The command itself, which must find that the sandbox conforms: anything else is not worth measuring. */
export async function command(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Measured> {
  const measured = await measure('main', args, env);
  if (accepted.includes(measured.code)) return measured;
  throw new Error(`${args.join(' ')} ended with ${measured.code}:\n${measured.out.slice(-2_000)}`);
}
