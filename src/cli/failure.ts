import { join } from 'node:path';
import { isOfDisk, Refused, readFileText } from '#lib';
import { refusalAnnotation, sanitiseLines } from '#reporting';
import { keysSet, Unreachable, UnusableSettings } from '#target';
import type { CallEnd } from './call.ts';
import type { CommandRow } from './command-table.ts';
import { exitCode } from './exit-code.ts';
import { previousFolder } from './output/own-folder.ts';
import { keepRefusal, unjudgedText } from './output/verdict-file.ts';
import { programName } from './own-package.ts';
import { fitted } from './terminal/fit.ts';
import { shownPath, withoutKeys } from './terminal/printable.ts';
import type { Terminal } from './terminal/terminal.ts';

// The end of a call. A call that judged nothing writes its reason to standard error, into the reports folder and, with
// --json, to standard output.

/** True if the file contains exactly the verdict that this process wrote. */
function isWritten({ file, verdict }: NonNullable<CallEnd['left']>): boolean {
  try {
    return readFileText(file) === `${JSON.stringify(verdict, null, 2)}\n`;
  } catch {
    return false;
  }
}

const lackOf = ({ shows }: CommandRow, { tried, left }: CallEnd): string | undefined => {
  if (tried === 0) return 'nothing was tried';
  if (shows === 'a try') return undefined;
  return left !== undefined && isWritten(left)
    ? undefined
    : 'verdict.json is missing, or is not the file that this command wrote';
};

/** The only place where a command that tests something ends with 0. */
export function endingOf(row: CommandRow, ended: number | CallEnd, { err }: Pick<Terminal, 'err'>): number {
  const { code, ...shown } = typeof ended === 'number' ? { code: ended, tried: 0 } : ended;
  if (row.shows === undefined || code !== exitCode.done) return code;
  const lack = lackOf(row, { code, ...shown });
  if (lack === undefined) return exitCode.done;
  err.write(`${programName}: ${lack}, so the result is inconclusive\n`);
  return exitCode.inconclusive;
}

export const mistakeText = (error: unknown): string => {
  if (isOfDisk(error))
    return `${programName}: a file could not be used; this is not a fault of the target: ${sanitiseLines(error.message)}\n`;
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `${programName}: an error of the harness, not of the target\n${sanitiseLines(trace)}\n`;
};

/** A key may stand in the place of another word, and may not look like a key. */
const withoutSetKeys = (message: string, { cwd, env }: Terminal): string =>
  keysSet({ cwd, env }).reduce((text, key) => text.replaceAll(key, '<a key>'), message);

interface Failed {
  readonly ownsReports: boolean;
  /** The folder whose earlier reports were moved aside. */
  readonly emptied: string | undefined;
}

/** Prints why a call failed. Returns its exit code and a short reason why it judged nothing. */
export function sayFailure(error: unknown, terminal: Terminal, { ownsReports, emptied }: Failed) {
  const { args, cwd, env } = terminal;
  const tell = (text: string) => terminal.err.write(`${terminal.err.live ? fitted(text, terminal.err.width) : text}\n`);
  const message = error instanceof Error ? withoutSetKeys(withoutKeys(error.message, args), terminal) : '';
  if (error instanceof Refused) {
    if (ownsReports) keepRefusal(terminal, message);
    const why = sanitiseLines(message);
    const text =
      error instanceof UnusableSettings
        ? `the settings cannot be used\n${why.replace(/^/gm, '  ')}`
        : `${why}\nSee ${programName} --help`;
    tell(`${programName}: ${text}`);
    if (emptied !== undefined)
      tell(
        `This run tested nothing. The reports of the earlier run are now in ${shownPath(cwd, join(emptied, previousFolder))}.`,
      );
    if (env.GITHUB_ACTIONS === 'true') terminal.err.write(`${refusalAnnotation(message)}\n`);
    return { code: exitCode.refused, why: message };
  }
  if (error instanceof Unreachable) {
    tell(`${programName}: ${sanitiseLines(message)}`);
    return { code: exitCode.inconclusive, why: message };
  }
  terminal.err.write(withoutKeys(mistakeText(error), args));
  const why = isOfDisk(error) ? 'a file could not be used' : 'an error of the harness, not of the target';
  return { code: exitCode.inconclusive, why };
}

const whys: Readonly<Record<number, string>> = {
  [exitCode.leaked]: 'withheld: the outputs contain data that must not leave this machine',
  [exitCode.interrupted]: 'interrupted before anything was judged',
  [exitCode.terminated]: 'interrupted before anything was judged',
};

/** The verdict that `--json` prints for a call that judged nothing; empty for a call that did its work. */
export function unjudged(code: number, why = whys[code]): string {
  if (why === undefined) return '';
  const isInterrupted = code === exitCode.interrupted || code === exitCode.terminated;
  return unjudgedText({
    verdict: code === exitCode.refused ? 'refused' : 'inconclusive',
    exitCode: isInterrupted ? exitCode.inconclusive : code,
    why,
  });
}
