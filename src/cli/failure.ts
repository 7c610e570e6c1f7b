// What a call says that judged nothing: on standard error, in the folder of reports, and with --json on standard output.
import { join } from 'node:path';
import { isOfDisk } from '#lib';
import { refusalAnnotation, sanitiseLines } from '#reporting';
import { Unreachable, UnusableSettings } from '#target';
import { exitCode, programName, Refused, type Terminal } from './command.ts';
import { previousFolder } from './output/folder.ts';
import { keepRefusal, unjudgedText } from './output/verdict-file.ts';
import { shownPath, withoutKeys } from './terminal/printable.ts';

/** An error of the harness, not of the target. */
export const mistakeText = (error: unknown): string => {
  if (isOfDisk(error))
    return `${programName}: a file could not be used, and the target is not to blame: ${sanitiseLines(error.message)}\n`;
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `${programName}: an error of the harness, not of the target\n${sanitiseLines(trace)}\n`;
};

interface Failed {
  /** The call owns the folder of reports. */
  readonly ownsReports: boolean;
  /** The folder from which reports of an earlier run were moved. */
  readonly emptied: string | undefined;
}

/** Says why a call failed; gives its exit code and, in short, why it judged nothing. */
export function sayFailure(error: unknown, terminal: Terminal, { ownsReports, emptied }: Failed) {
  const { args, cwd, env, err } = terminal;
  const message = error instanceof Error ? withoutKeys(error.message, args) : '';
  if (error instanceof Refused) {
    if (ownsReports) keepRefusal(terminal, message);
    const why = sanitiseLines(message);
    const text =
      error instanceof UnusableSettings
        ? `the settings cannot be used\n${why.replace(/^/gm, '  ')}`
        : `${why}\nSee ${programName} --help`;
    err.write(`${programName}: ${text}\n`);
    if (emptied !== undefined)
      err.write(
        `The reports of the earlier run are in ${shownPath(cwd, join(emptied, previousFolder))}, so that nobody takes them for those of this one.\n`,
      );
    if (env.GITHUB_ACTIONS === 'true') err.write(`${refusalAnnotation(message)}\n`);
    return { code: exitCode.refused, why: message };
  }
  if (error instanceof Unreachable) {
    err.write(`${programName}: ${sanitiseLines(message)}\n`);
    return { code: exitCode.inconclusive, why: message };
  }
  err.write(withoutKeys(mistakeText(error), args));
  const why = isOfDisk(error) ? 'a file could not be used' : 'an error of the harness, not of the target';
  return { code: exitCode.inconclusive, why };
}

const whys: Readonly<Record<number, string>> = {
  [exitCode.leaked]: 'the outputs hold what must not leave this machine, and were withheld',
  [exitCode.interrupted]: 'interrupted before anything was judged',
  [exitCode.terminated]: 'interrupted before anything was judged',
};

/** The verdict that `--json` prints for such a call; nothing where the call has done its work. */
export function unjudged(code: number, why = whys[code]): string {
  if (why === undefined) return '';
  const isInterrupted = code === exitCode.interrupted || code === exitCode.terminated;
  return unjudgedText({
    verdict: code === exitCode.refused ? 'refused' : 'inconclusive',
    exitCode: isInterrupted ? exitCode.inconclusive : code,
    why,
  });
}
