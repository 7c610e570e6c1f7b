// Checks that a folder contains only our reports. Our files never join files of another program, and nothing is written
// through a link.
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isLink, Refused, readJsonFile, writeNew } from '#lib';
import { outputNames, parseVerdict, readProof, type Verdict } from '#reporting';
import { ledgerFile, sandboxLedgerFile } from '../orders/recorded-orders.ts';
import { printable } from '../terminal/printable.ts';
import { demandFree, lockFile, refusingDisk } from './folder-lock.ts';

/** Marks a reports folder, also if other files were put into it later. */
const markFile = '.ramp-conformance';
const markText =
  'Reports of ramp-conformance are written into this folder, and those of the run before are moved into .previous.\n';

/** The folder with the reports of the previous run. No command reads it as the last run. */
export const previousFolder = '.previous';

/** Files that each run writes anew. Files of an earlier run would look like files of this run. */
export const stale = [...outputNames, sandboxLedgerFile, 'allure-history.jsonl'];

/** No run deletes these files, so a folder without our mark may contain them. */
const kept: ReadonlySet<string> = new Set([
  ledgerFile,
  markFile,
  lockFile,
  previousFolder,
  'baselines',
  'bench.json',
  'compare.html',
  'compare.md',
  'history.jsonl',
  'proof.json',
  'rehearsal.html',
  'rehearsal.xml',
  'README.md',
  '.gitignore',
  '.gitkeep',
]);

export const known: ReadonlySet<string> = new Set([...stale, ...kept]);

/** Files that a file system, desktop or file manager creates in any folder: macOS, Windows, KDE, ext4, NFS. */
const systemFiles =
  /^(?:\.DS_Store|\._.+|\.localized|\.fseventsd|\.Spotlight-V100|\.Trash(?:es|-\d+)|\.directory|\.nfs\w+|lost\+found|(?:eh)?thumbs\.db|desktop\.ini|\$RECYCLE\.BIN|System Volume Information)$/i;

/** The verdict of a folder, if it has our form. Files of other programs may have the same name. */
export const verdictIn = (directory: string): Verdict | undefined => {
  try {
    return parseVerdict(readJsonFile(join(directory, 'verdict.json')));
  } catch {
    return undefined;
  }
};

export const hasMark = (directory: string): boolean => existsSync(join(directory, markFile));

export const mark = (directory: string): void => {
  if (!hasMark(directory)) writeNew(join(directory, markFile), markText);
};

/** Uploads of a CI leave out the mark, because it is a hidden file. Then a valid verdict or proof marks the folder. */
export const isMarked = (directory: string): boolean =>
  hasMark(directory) || verdictIn(directory) !== undefined || readProof(directory) !== undefined;

/** The end of the name of a file that is being written. A killed process leaves such a file. */
export const draftEnd = /(?:\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?\.tmp$/;

const isOurs = (directory: string, name: string): boolean =>
  known.has(name.replace(draftEnd, '')) || /^\.trial-\d+$/.test(name) || isMarked(join(directory, name));

const foreignIn = (directory: string): string | undefined => {
  if (!existsSync(directory) || hasMark(directory)) return undefined;
  const names = isMarked(directory) ? known : kept;
  const isOfOther = (name: string) => /^\.trial-\d+$/.test(name) || isMarked(join(directory, name));
  return readdirSync(directory).find((name) => !names.has(name) && !systemFiles.test(name) && !isOfOther(name));
};

/** A run would overwrite the file that a link leads to. */
const linkIn = (directory: string): string | undefined => {
  for (const folder of ['', 'allure-results', 'allure-report', 'baselines']) {
    const place = join(directory, folder);
    if (!lstatSync(place, { throwIfNoEntry: false })?.isDirectory()) continue;
    for (const name of readdirSync(place)) {
      const path = join(folder, name);
      if (isOurs(directory, path.split(sep)[0] ?? '') && isLink(join(directory, path)))
        return printable(path, 'whose name is not shown here');
    }
  }
  return undefined;
};

/** True for a reports folder or an empty folder. Our files never join files of another program. */
export const isOurFolder = (directory: string): boolean =>
  !isLink(directory) && foreignIn(directory) === undefined && linkIn(directory) === undefined;

/**
 * @param written - files of the folder that the command replaces
 * @throws Refused if the folder has files of another program, or a link that leads elsewhere
 */
export function demandOurFiles(directory: string, written: readonly string[] = []): void {
  if (isLink(directory))
    throw new Refused('--reports is a symbolic link, and a run would overwrite its target; name the folder itself');
  const isAnothers = (name: string) => !isMarked(directory) && existsSync(join(directory, name));
  const [foreign, link] = refusingDisk(() => [foreignIn(directory) ?? written.find(isAnothers), linkIn(directory)]);
  if (link !== undefined)
    throw new Refused(
      `--reports contains a symbolic link, ${link}, and a run would overwrite its target; remove the link, or name another folder`,
    );
  if (foreign !== undefined)
    throw new Refused(
      `--reports has files that ramp-conformance did not write, such as ${printable(foreign, 'one whose name is not shown here')}; name an empty folder, or a folder of earlier reports`,
    );
}

/** @throws Refused also if another run is in progress. */
export function demandOwnFolder(directory: string): void {
  demandOurFiles(directory);
  demandFree(directory);
}
