// The folder of reports of a call: where it is, that it can be written to, and that one run at a time has it.
import { existsSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { demandNoLink, isLink, makeFolder, writeWhole } from '#lib';
import type { CommandCall } from '../call.ts';
import { refusingDisk, trialFile, whileLocked } from './folder-lock.ts';
import { demandOurFiles, demandOwnFolder, mark } from './own-folder.ts';

/** A path, and the folders that it lies in from the root on. */
const waysTo = (path: string): readonly string[] =>
  path === dirname(path) ? [path] : [...waysTo(dirname(path)), path];

/**
 * The folder of reports that a call names. A change under review may have put a link into the working directory, by whichever name
 * that is reached, or beside it; elsewhere an absolute path is the user's, such as below /tmp, which is a link on macOS.
 * @throws Refused where such a link leads there
 */
export function folderAt(named: string, cwd: string): string {
  const directory = resolve(cwd, named);
  const here = realpathSync(cwd);
  const alias = waysTo(dirname(directory)).find((way) => existsSync(way) && realpathSync(way) === here);
  const place = alias === undefined ? directory : join(cwd, relative(alias, directory));
  if (alias !== undefined || !isAbsolute(named)) demandNoLink(dirname(place), cwd);
  return place;
}

/** @throws Refused where a link leads there */
export const reportsFolder = ({ options, terminal }: CommandCall<{ readonly reports: string }>): string =>
  folderAt(options.reports, terminal.cwd);

/**
 * Writes a file into a folder of reports, which it marks as such.
 * @throws Refused for a link, which may be new since it was looked at
 */
export function writeReport(directory: string, name: string, text: string): void {
  demandNoLink(directory);
  makeFolder(directory);
  mark(directory);
  writeWhole(join(directory, name), text);
}

/**
 * Does work while nobody else has the folder.
 * @param seconds - that the work may take
 */
export function holdFolder<T>(directory: string, seconds: number | undefined, work: () => Promise<T>): Promise<T> {
  return whileLocked(directory, seconds, () => {
    refusingDisk(() => {
      demandOurFiles(directory);
      mark(directory);
    });
    return work();
  });
}

/** More than an empty file, so that a full disk shows. */
const trial = 'x'.repeat(8 * 1024);

/** @throws Refused where reports could not be written at the end, before anything is sent. */
export function demandFolder(directory: string): void {
  const file = trialFile(directory);
  refusingDisk(() => {
    if (isLink(directory) || statSync(directory, { throwIfNoEntry: false })?.isDirectory()) demandOwnFolder(directory);
    makeFolder(directory);
    try {
      writeFileSync(file, trial, { flag: 'wx' });
    } finally {
      rmSync(file, { force: true });
    }
  });
}
