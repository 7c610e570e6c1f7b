// Checks that a folder holds only our reports: they never join files of another program, and no link is written through.
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isLink, Refused, readJsonFile, writeNew } from '#lib';
import { outputNames, parseVerdict, readProof, type Verdict } from '#reporting';
import { ledgerFile, sandboxLedgerFile } from '../orders/recorded-orders.ts';
import { printable } from '../terminal/printable.ts';
import { demandFree, lockFile, refusingDisk } from './folder-lock.ts';

/** Marks a folder of reports, even if other files were put into it since. */
const markFile = '.ramp-conformance';
const markText =
  'Reports of ramp-conformance are written into this folder, and those of the run before are moved into .previous.\n';

/** Holds the reports of the run before. No command takes it for the last run. */
export const previousFolder = '.previous';

/** Files that a run writes anew: left from an earlier one, they would be taken for its own. */
export const stale = [...outputNames, sandboxLedgerFile, 'allure-history.jsonl'];

/** No run deletes these files, so a folder without our mark may hold them. */
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

/** What a file system, a desktop or a file manager puts into any folder: macOS, Windows, KDE, ext4, NFS. */
const ofSystems =
  /^(?:\.DS_Store|\._.+|\.localized|\.fseventsd|\.Spotlight-V100|\.Trash(?:es|-\d+)|\.directory|\.nfs\w+|lost\+found|(?:eh)?thumbs\.db|desktop\.ini|\$RECYCLE\.BIN|System Volume Information)$/i;

/** The verdict of a folder, where it is one of ours: files of other programs may have its name, but not its form. */
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

/** Uploads of a CI leave out the mark, which is hidden: then a whole verdict or proof of ours marks what has our names. */
export const isMarked = (directory: string): boolean =>
  hasMark(directory) || verdictIn(directory) !== undefined || readProof(directory) !== undefined;

/** Of a file that is being written; a killed process leaves it. */
export const draftEnd = /(?:\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?\.tmp$/;

/** Reports of a run, of one target or release of several, or of the proof. */
const isOurs = (directory: string, name: string): boolean =>
  known.has(name.replace(draftEnd, '')) || /^\.trial-\d+$/.test(name) || isMarked(join(directory, name));

const foreignIn = (directory: string): string | undefined => {
  if (!existsSync(directory) || hasMark(directory)) return undefined;
  const names = isMarked(directory) ? known : kept;
  const isOfOther = (name: string) => /^\.trial-\d+$/.test(name) || isMarked(join(directory, name));
  return readdirSync(directory).find((name) => !names.has(name) && !ofSystems.test(name) && !isOfOther(name));
};

/** A run would write over the file that a link leads to. */
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

/** Accepts a folder of reports, or an empty one: our files never join those of another program. */
export const isOurFolder = (directory: string): boolean =>
  !isLink(directory) && foreignIn(directory) === undefined && linkIn(directory) === undefined;

/**
 * @param written - files of the folder that a command replaces
 * @throws Refused where files of another program are, or where a link leads elsewhere.
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

/** @throws Refused where another run is under way too. */
export function demandOwnFolder(directory: string): void {
  demandOurFiles(directory);
  demandFree(directory);
}
