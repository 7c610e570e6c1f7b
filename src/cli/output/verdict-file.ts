// The file verdict.json: it is read, kept during a run, and removed before the next run.
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

/** Makes each shell line anew from the request beside it, because a shell line in a file could run anything. */
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

/** @throws Refused if the file is no verdict of a known version */
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

/** @throws Refused if the last call tested nothing */
export function readLastRun(directory: string): Verdict {
  const verdict = readLastVerdict(directory);
  if (verdict.verdict !== 'refused') return verdict;
  throw new Refused('the last run was refused and tested nothing; see its message, and run again');
}

/** The file of a verdict, from its own path or from the folder of its run. */
export const verdictFileAt = (path: string, cwd: string): string => {
  const at = resolve(cwd, path);
  const isFolder = statSync(at, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? join(at, 'verdict.json') : at;
};

export const verdictAt = (path: string, cwd: string): Verdict => readVerdict(verdictFileAt(path, cwd));

const minIntervalMs = 1_000;

/** Judging and writing the verdict so far takes at most this fraction of the run. */
const shareOfRun = 50;

interface KeepingOptions {
  readonly directory: string;
  readonly secrets: readonly string[];
  /** Judges the reports so far, as an interrupted run. */
  readonly verdict: () => Verdict;
}

function write({ directory, secrets, verdict: judgeNow }: KeepingOptions): void {
  const verdict = judgeNow();
  const text = `${JSON.stringify(verdict, null, 2)}\n`;
  if (!isHarmless({ file: 'verdict.json', text }, { secrets, numbers: [verdict.seed] })) return;
  writeWhole(join(directory, 'verdict.json'), text);
}

/**
 * Keeps the verdict so far in verdict.json, so that a killed run leaves an inconclusive verdict. The returned function
 * keeps it again, unless the last time is recent.
 */
export function beginKeeping(options: KeepingOptions): () => void {
  let next = Number.NEGATIVE_INFINITY;
  const keep = () => {
    const begun = performance.now();
    if (begun < next) return;
    try {
      write(options);
    } catch {
      // A full disk may have space again at the end. Without a verdict, no gate passes.
    }
    const ended = performance.now();
    next = ended + Math.max(minIntervalMs, shareOfRun * (ended - begun));
  };
  keep();
  return keep;
}

/**
 * Writes only the verdict if the other reports were not completely written, because they may claim more than the
 * verdict.
 */
export function keepAlone(options: KeepingOptions): void {
  try {
    emptyFolder(options.directory);
    write(options);
  } catch {
    // The terminal has already reported it. Without a verdict, no gate passes.
  }
}

/** The last value of an option in the unparsed arguments. */
function typedIn(args: readonly string[], flag: string): string | undefined {
  const at = args.findLastIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
  const [arg = '', next] = at < 0 ? [] : args.slice(at);
  if (arg !== flag) return arg === '' ? undefined : arg.slice(flag.length + 1);
  return next?.startsWith('-') ? undefined : next;
}

const named = z.string().optional().catch(undefined);

/** The part of a configuration file that names reports folders, also of a file that is refused. */
const placesSchema = z.object({
  reports: named,
  targets: z.record(z.string(), z.object({ reports: named })).catch({}),
});

const placesIn = (file: string) => {
  try {
    return placesSchema.parse(readJsonFile(file));
  } catch {
    // An unreadable file names no folder.
    return { targets: {} };
  }
};

/**
 * The folder for the verdict of a call. It is read from the unparsed arguments, because these may be refused.
 * @throws Refused if a link leads to the folder
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

/** Removes the verdict in a folder, unless a running process has the folder. Returns whether the folder is free. */
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

/** The verdict of a call that judged nothing. Its reason is left out if it contains a secret or personal data. */
export function unjudgedText(ended: Unjudged): string {
  const textOf = (why: string) =>
    `${JSON.stringify(unjudgedVerdict({ ...ended, why }, version, new Date()), null, 2)}\n`;
  const text = textOf(ended.why);
  const { verdict } = ended;
  return isHarmless({ file: 'verdict.json', text })
    ? text
    : textOf(verdict === 'refused' ? 'the arguments or settings cannot be used' : 'nothing was judged');
}

/** A reader of the folder must not mistake the verdict of an earlier run for that of this run. */
export function keepRefusal(terminal: Terminal, why: string): void {
  try {
    const directory = directoryIn(terminal);
    if (!removeVerdict(directory)) return;
    const text = unjudgedText({ verdict: 'refused', exitCode: exitCode.refused, why });
    writeNew(join(directory, 'verdict.json'), text);
  } catch {
    // The folder may be the reason of the refusal, if it cannot be written. The exit code shows the refusal.
  }
}

/**
 * Removes the verdict of an earlier run, so that a call that crashes or hangs does not leave it. Returns the folder if
 * reports were moved out of it.
 */
export function forgetVerdict(terminal: Terminal): string | undefined {
  try {
    const directory = directoryIn(terminal);
    const hadReports = existsSync(join(directory, 'compliance.html'));
    return removeVerdict(directory) && hadReports ? directory : undefined;
  } catch {
    // The run itself reports why the folder cannot be used.
    return undefined;
  }
}
