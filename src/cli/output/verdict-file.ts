import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '#client';
import { codeOf } from '#contract';
import { refusedVerdict, sanitiseAll, type Verdict, verdictSchema } from '#reporting';
import { fileOptions } from '../arguments.ts';
import { programName, Refused } from '../command.ts';
import { readFileChoices } from '../settings/file-choices.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { clearFolder, isHeld, isOurFolder } from './folder.ts';
import { leaksIn } from './withholding.ts';

/** @throws Refused where the file is no verdict of this version */
export function readVerdict(file: string): Verdict {
  try {
    return verdictSchema.parse(sanitiseAll(JSON.parse(readFileSync(file, 'utf8'))));
  } catch (error) {
    const missing = codeOf(error) === 'ENOENT';
    throw new Refused(
      missing
        ? `${file} does not exist; ${programName} run writes it`
        : `${file} is no verdict of this version; run again`,
    );
  }
}

export const readLastVerdict = (directory: string): Verdict => readVerdict(join(directory, 'verdict.json'));

const usualIntervalMs = 1_000;

interface KeepingOptions {
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

/**
 * Keeps the verdict so far in verdict.json, so that a run that is killed leaves an inconclusive one behind. The function that it
 * returns keeps it again, unless the last time is recent.
 */
export function beginKeeping(options: KeepingOptions): () => void {
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
  return keep;
}

/** Read from the bare arguments, because it may be they that are refused. */
const directoryIn = ({ args, cwd }: Terminal): string => {
  const text = { type: 'string' } as const;
  const options = { config: text, target: text, reports: text };
  const { values } = parseArgs({ args: [...args], strict: false, options });
  const { reports, ...choices } = fileOptions.parse(values);
  try {
    const configured = () => [readFileChoices({ ...choices, cwd }).defaults.reports].flat()[0];
    return resolve(cwd, reports ?? configured() ?? 'reports');
  } catch {
    // A file that cannot be used names no folder.
    return resolve(cwd, 'reports');
  }
};

/** Writes the verdict of a refused run into a folder. */
export function writeRefusal(directory: string, why: string): void {
  const textOf = (reason: string) =>
    `${JSON.stringify(refusedVerdict(reason, version, new Date()), null, 2)}\n`;
  try {
    if (!isOurFolder(directory) || isHeld(directory)) return;
    mkdirSync(directory, { recursive: true });
    clearFolder(directory);
    const text = textOf(why);
    writeFileSync(
      join(directory, 'verdict.json'),
      leaksIn({ 'verdict.json': text }, []).length === 0
        ? text
        : textOf('the arguments or settings cannot be used'),
    );
  } catch {
    // A folder that cannot be written to may be why the run is refused; the exit code says so.
  }
}

/** A reader of the folder must not take the verdict of an earlier run for that of this one. */
export function keepRefusal(terminal: Terminal, why: string): void {
  writeRefusal(directoryIn(terminal), why);
}
