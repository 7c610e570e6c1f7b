import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '#reporting';
import type { Settings } from '#target';
import { Refused } from '../command.ts';
import { ledgerFile } from '../orders/orders.ts';
import { codeOf } from './disk.ts';
import { demandOwnFolder, stale } from './own-folder.ts';
import { leaksIn } from './withholding.ts';

/** More than an empty file, so that a full disk shows. */
const trial = 'x'.repeat(8 * 1024);

/** @throws Refused where reports could not be written at the end, before anything is sent. */
export function demandFolder(directory: string): void {
  if (existsSync(directory) && statSync(directory).isDirectory()) demandOwnFolder(directory);
  const file = join(directory, `.trial-${process.pid}`);
  try {
    mkdirSync(directory, { recursive: true });
    try {
      writeFileSync(file, trial);
    } finally {
      rmSync(file, { force: true });
    }
  } catch (error) {
    throw new Refused(
      `--reports cannot be used (${codeOf(error) ?? 'no reason'}); name a folder that can be written to`,
    );
  }
}

/** @throws Refused where orders could not be written down, before anything is sent. */
export function demandLedger(directory: string, { service, money, readOnly }: Settings): void {
  if (service === undefined || money !== true || readOnly) return;
  const file = join(directory, ledgerFile);
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw new Refused(
      `${file} cannot be written (${codeOf(error) ?? 'no reason'}), and no order may leave unrecorded`,
    );
  }
}

const usualIntervalMs = 1_000;

/** Keeps what is known so far in verdict.json, so that a run that is killed leaves an inconclusive verdict behind. */
export interface Keeping {
  /** Keeps the verdict now, or leaves it to a later call where the last one is recent. */
  readonly keep: () => void;
}

export interface KeepingOptions {
  readonly directory: string;
  readonly secrets: readonly string[];
  /** Judges what was reported so far, as interrupted. */
  readonly verdict: () => Verdict;
}

function write({ directory, secrets, verdict: judgeNow }: KeepingOptions): void {
  const verdict = judgeNow();
  const text = `${JSON.stringify(verdict, null, 2)}\n`;
  if (leaksIn({ 'verdict.json': text }, secrets, [verdict.seed]).length > 0) return;
  const file = join(directory, 'verdict.json');
  rmSync(`${file}.tmp`, { force: true });
  writeFileSync(`${file}.tmp`, text, { flag: 'wx' });
  renameSync(`${file}.tmp`, file);
}

/** Takes away what an earlier run left, before anything is sent. */
export function clearFolder(directory: string): void {
  for (const name of stale) rmSync(join(directory, name), { recursive: true, force: true });
}

/** Begins to keep what this run learns. */
export function beginKeeping(options: KeepingOptions): Keeping {
  let last = Number.NEGATIVE_INFINITY;
  const keep = () => {
    if (performance.now() - last < usualIntervalMs) return;
    try {
      write(options);
    } catch {
      // A disk that is full now may not be at the end; without a verdict nothing passes.
    }
    last = performance.now();
  };
  keep();
  return { keep };
}
