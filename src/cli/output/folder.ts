// The reports folder of a call: its path, whether it can be written, and its lock.
import { existsSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { demandNoLink, isLink, makeFolder, writeWhole } from '#lib';
import type { CommandCall } from '../call.ts';
import { refusingDisk, trialFile, whileLocked } from './folder-lock.ts';
import { demandOurFiles, demandOwnFolder, mark } from './own-folder.ts';

const waysTo = (path: string): readonly string[] =>
  path === dirname(path) ? [path] : [...waysTo(dirname(path)), path];

/**
 * The reports folder that a call names. A change under review may have put a link into the working directory, under any
 * of its names, or beside it. Elsewhere the user chose the absolute path, such as one below /tmp, which is a link on
 * macOS.
 * @throws Refused if such a link leads to the folder
 */
export function folderAt(named: string, cwd: string): string {
  const directory = resolve(cwd, named);
  const here = realpathSync(cwd);
  const alias = waysTo(dirname(directory)).find((way) => existsSync(way) && realpathSync(way) === here);
  const place = alias === undefined ? directory : join(cwd, relative(alias, directory));
  if (alias !== undefined || !isAbsolute(named)) demandNoLink(dirname(place), cwd);
  return place;
}

/** @throws Refused if a link leads to the folder */
export const reportsFolder = ({ options, terminal }: CommandCall<{ readonly reports: string }>): string =>
  folderAt(options.reports, terminal.cwd);

/**
 * Writes a file into a reports folder, and marks the folder.
 * @throws Refused for a link, which may have been created after the first check
 */
export function writeReport(directory: string, name: string, text: string): void {
  demandNoLink(directory);
  makeFolder(directory);
  mark(directory);
  writeWhole(join(directory, name), text);
}

/**
 * Does work while this process has the folder.
 * @param seconds - longest time of the work
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

/** Larger than one block, so that a full disk is noticed. */
const trial = 'x'.repeat(8 * 1024);

/** @throws Refused, before anything is sent, if reports could not be written at the end. */
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
