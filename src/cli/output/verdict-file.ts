// The file verdict.json: read, kept during a run, and removed before the next one.
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { version } from '#client';
import { codeOf, isInside, Refused, readJsonFile, UnreadableFile, whyUnreadable, writeNew, writeWhole } from '#lib';
import { LaterFormat, parseVerdict, sanitiseAll, type Unjudged, unjudgedVerdict, type Verdict } from '#reporting';
import { shellLine } from '#run';
import { exitCode } from '../exit-code.ts';
import { usualConfig } from '../options.ts';
import { programName } from '../own-package.ts';
import { optionsIn, type Terminal } from '../terminal/terminal.ts';
import { folderAt } from './folder.ts';
import { holderOf } from './folder-lock.ts';
import { isOurFolder } from './own-folder.ts';
import { clearFolder, clearForged, clearStrangePages, emptyFolder } from './previous.ts';
import { isHarmless } from './publish.ts';

/** A line for a shell is made anew from the request that stands beside it: one that a file holds may do anything. */
const withOwnLines = (verdict: Verdict): Verdict => ({
  ...verdict,
  requirements: verdict.requirements.map((requirement) => ({
    ...requirement,
    findings: requirement.findings.map(({ curl: given, ...finding }) => {
      const curl = given === undefined || finding.request === undefined ? undefined : shellLine(finding.request);
      return { ...finding, ...(curl !== undefined && { curl }) };
    }),
  })),
});

/** @throws Refused where the file is no verdict of this version */
function readVerdict(file: string): Verdict {
  try {
    return withOwnLines(parseVerdict(sanitiseAll(readJsonFile(file))));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new Refused(`${file} does not exist; ${programName} run writes it`);
    if (error instanceof LaterFormat) throw new Refused(`${file} ${error.message}`);
    const why = error instanceof UnreadableFile ? whyUnreadable(error) : 'is no verdict of this version';
    throw new Refused(`${file} ${why}; run again`);
  }
}

export const readLastVerdict = (directory: string): Verdict => readVerdict(join(directory, 'verdict.json'));

/** @throws Refused where the last call tested nothing */
export function readLastRun(directory: string): Verdict {
  const verdict = readLastVerdict(directory);
  if (verdict.verdict !== 'refused') return verdict;
  throw new Refused('the last run was refused and tested nothing; see its message, and run again');
}

/** A verdict that is named by its file, or by the folder of its run. */
export const verdictFileAt = (path: string, cwd: string): string => {
  const at = resolve(cwd, path);
  const isFolder = statSync(at, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? join(at, 'verdict.json') : at;
};

export const verdictAt = (path: string, cwd: string): Verdict => readVerdict(verdictFileAt(path, cwd));

const minIntervalMs = 1_000;

/** To judge and write what was reported takes at most one part in so many of a run. */
const shareOfRun = 50;

interface KeepingOptions {
  readonly directory: string;
  readonly secrets: readonly string[];
  /** Judges what was reported so far, as interrupted. */
  readonly verdict: () => Verdict;
}

function write({ directory, secrets, verdict: judgeNow }: KeepingOptions): void {
  const verdict = judgeNow();
  const text = `${JSON.stringify(verdict, null, 2)}\n`;
  if (!isHarmless({ file: 'verdict.json', text }, { secrets, numbers: [verdict.seed] })) return;
  writeWhole(join(directory, 'verdict.json'), text);
}

/**
 * Keeps the verdict so far in verdict.json, so that a run that is killed leaves an inconclusive one behind. The function that it
 * returns keeps it again, unless the last time is recent.
 */
export function beginKeeping(options: KeepingOptions): () => void {
  let next = Number.NEGATIVE_INFINITY;
  const keep = () => {
    const begun = performance.now();
    if (begun < next) return;
    try {
      write(options);
    } catch {
      // A disk that is full now may not be at the end; without a verdict nothing passes.
    }
    const ended = performance.now();
    next = ended + Math.max(minIntervalMs, shareOfRun * (ended - begun));
  };
  keep();
  return keep;
}

/** Leaves a verdict alone where the other reports could be written in part only: they may say more than it does. */
export function keepAlone(options: KeepingOptions): void {
  try {
    emptyFolder(options.directory);
    write(options);
  } catch {
    // The terminal has said it, and without a verdict nothing passes.
  }
}

/** The last value of an option among bare arguments. */
function typedIn(args: readonly string[], flag: string): string | undefined {
  const at = args.findLastIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
  const [arg = '', next] = at < 0 ? [] : args.slice(at);
  if (arg !== flag) return arg === '' ? undefined : arg.slice(flag.length + 1);
  return next?.startsWith('-') ? undefined : next;
}

const named = z.string().optional().catch(undefined);

/** A configuration file as far as it says where reports are written, even one that is refused. */
const placesSchema = z.object({
  reports: named,
  targets: z.record(z.string(), z.object({ reports: named })).catch({}),
});

const placesIn = (file: string) => {
  try {
    return placesSchema.parse(readJsonFile(file));
  } catch {
    // A file that cannot be read names no folder.
    return { targets: {} };
  }
};

/**
 * The folder that a call may write its verdict into, read from the bare arguments: it may be they that are refused.
 * @throws Refused where a link leads there
 */
function directoryIn({ args, cwd }: Terminal): string {
  const typed = (flag: string) => typedIn(optionsIn(args), flag);
  const [reports, target] = [typed('--reports'), typed('--target')];
  const file = resolve(cwd, typed('--config') ?? usualConfig);
  if (reports !== undefined) return folderAt(reports, cwd);
  const { reports: usual, targets } = placesIn(file);
  const named = target === undefined ? usual : (targets[target]?.reports ?? join(usual ?? 'reports', target));
  const place = resolve(dirname(file), named ?? '');
  const isNamed = named !== undefined && isInside(place, dirname(file));
  return folderAt(isNamed ? relative(cwd, place) : 'reports', cwd);
}

/** Removes the verdict that stands in a folder, save that of the run which has it. Says whether the folder is free. */
function removeVerdict(directory: string): boolean {
  if (!isOurFolder(directory)) {
    clearForged(directory);
    return false;
  }
  if (holderOf(directory) !== undefined) {
    clearStrangePages(directory);
    return false;
  }
  try {
    clearFolder(directory);
    return true;
  } catch {
    clearForged(directory);
    return false;
  }
}

/** The verdict of a call that judged nothing, without a reason that holds what nobody may see. */
export function unjudgedText(ended: Unjudged): string {
  const textOf = (why: string) =>
    `${JSON.stringify(unjudgedVerdict({ ...ended, why }, version, new Date()), null, 2)}\n`;
  const text = textOf(ended.why);
  const { verdict } = ended;
  return isHarmless({ file: 'verdict.json', text })
    ? text
    : textOf(verdict === 'refused' ? 'the arguments or settings cannot be used' : 'nothing was judged');
}

/** A reader of the folder must not take the verdict of an earlier run for that of this one. */
export function keepRefusal(terminal: Terminal, why: string): void {
  try {
    const directory = directoryIn(terminal);
    if (!removeVerdict(directory)) return;
    const text = unjudgedText({ verdict: 'refused', exitCode: exitCode.refused, why });
    writeNew(join(directory, 'verdict.json'), text);
  } catch {
    // A folder that cannot be written to may be why the run is refused; the exit code says so.
  }
}

/** A call that crashes or hangs leaves no verdict of an earlier run. Gives the folder if reports were moved out of it. */
export function forgetVerdict(terminal: Terminal): string | undefined {
  try {
    const directory = directoryIn(terminal);
    const hadReports = existsSync(join(directory, 'compliance.html'));
    return removeVerdict(directory) && hadReports ? directory : undefined;
  } catch {
    // The run itself says why the folder cannot be used.
    return undefined;
  }
}
