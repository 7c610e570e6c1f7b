import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { version } from '#client';
import { findLeaks, refusedVerdict } from '#reporting';
import { clearFolder } from './folder.ts';
import type { Terminal } from './terminal.ts';

/** Read from the bare arguments, because it may be they that are refused. */
const directoryIn = ({ args, cwd }: Terminal): string => {
  const joined = args.find((arg) => arg.startsWith('--reports='))?.slice('--reports='.length);
  const at = args.indexOf('--reports');
  return resolve(cwd, joined ?? (at < 0 ? undefined : args[at + 1]) ?? 'reports');
};

/** A folder of reports, or one that nothing is in; nobody else's files get one of ours beside them. */
const isOurs = (directory: string): boolean =>
  !existsSync(directory) ||
  existsSync(join(directory, 'verdict.json')) ||
  readdirSync(directory).every((name) => name === 'baselines');

const fallback = 'the arguments or settings cannot be used';

/** A reader of the folder must not take the verdict of an earlier run for that of this one. */
export function keepRefusal(terminal: Terminal, why: string): void {
  const textOf = (reason: string) =>
    `${JSON.stringify(refusedVerdict(reason, version, new Date()), null, 2)}\n`;
  const isClean = (text: string) =>
    findLeaks([{ file: 'verdict.json', text, search: 'all' }], { secrets: [], numbers: [] }).length === 0;
  const directory = directoryIn(terminal);
  try {
    if (!isOurs(directory)) return;
    mkdirSync(directory, { recursive: true });
    clearFolder(directory);
    const text = textOf(why);
    writeFileSync(join(directory, 'verdict.json'), isClean(text) ? text : textOf(fallback));
  } catch {
    // A folder that cannot be written to may be why the run is refused; the exit code says so.
  }
}
