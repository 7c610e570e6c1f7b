import { readFileText } from '#lib';
import { type CallEnd, type CommandRow, exitCode, programName, type Terminal } from './command.ts';

/** True where the file holds what this process has written, to the last letter. */
function stands({ file, verdict }: NonNullable<CallEnd['left']>): boolean {
  try {
    return readFileText(file) === `${JSON.stringify(verdict, null, 2)}\n`;
  } catch {
    return false;
  }
}

const lackOf = ({ shows }: CommandRow, { tried, left }: CallEnd): string | undefined => {
  if (tried === 0) return 'nothing was tried';
  if (shows === 'a try') return undefined;
  return left !== undefined && stands(left) ? undefined : 'verdict.json is not as this call has written it';
};

/** The one place where a command that holds something to a rule ends with 0. */
export function endingOf(row: CommandRow, ended: number | CallEnd, { err }: Pick<Terminal, 'err'>): number {
  const { code, ...shown } = typeof ended === 'number' ? { code: ended, tried: 0 } : ended;
  if (row.shows === undefined || code !== exitCode.done) return code;
  const lack = lackOf(row, { code, ...shown });
  if (lack === undefined) return exitCode.done;
  err.write(`${programName}: ${lack}, so that nothing passes\n`);
  return exitCode.inconclusive;
}
