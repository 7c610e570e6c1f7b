import {
  closeSync,
  existsSync,
  fchmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  codeOf,
  demandNoLink,
  isLink,
  openToAppend,
  Refused,
  readFileLines,
  readJsonFile,
  UnreadableFile,
  writeNew,
  writeWhole,
} from '#lib';
import { outputNames, parseVerdict, readProof, type Verdict } from '#reporting';
import type { Settings } from '#target';
import type { CommandCall } from '../call.ts';
import { ledgerFile, sandboxLedgerFile } from '../orders/recorded-orders.ts';
import { printable } from '../terminal/printable.ts';
import { demandFree, lockFile, refusingDisk, trialFile, whileLocked } from './lock.ts';

/** Marks a folder of reports, even if other files were put into it since. */
const markFile = '.ramp-conformance';
const markText =
  'Reports of ramp-conformance are written into this folder, and those of the run before are moved into .previous.\n';

/** Holds the reports of the run before, and a file that says so. No command takes it for the last run. */
export const previousFolder = '.previous';
const previousMark = 'previous.txt';
const previousText =
  'The reports of the run before the one whose reports stand in the folder above. The next run that sends requests replaces them.\n';

/** Files that a run writes anew: left from an earlier one, they would be taken for its own. */
const stale = [...outputNames, sandboxLedgerFile, 'allure-history.jsonl'];

/** Files that no run removes, so that they may stand in a folder without our mark. */
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

const known: ReadonlySet<string> = new Set([...stale, ...kept]);

/** What a file system, a desktop or a file manager puts into any folder: macOS, Windows, KDE, ext4, NFS. */
const ofSystems =
  /^(?:\.DS_Store|\._.+|\.localized|\.fseventsd|\.Spotlight-V100|\.Trash(?:es|-\d+)|\.directory|\.nfs\w+|lost\+found|(?:eh)?thumbs\.db|desktop\.ini|\$RECYCLE\.BIN|System Volume Information)$/i;

/** The verdict of a folder, where it is one of ours: files of other programs may have its name, but not its form. */
const verdictIn = (directory: string): Verdict | undefined => {
  try {
    return parseVerdict(readJsonFile(join(directory, 'verdict.json')));
  } catch {
    return undefined;
  }
};

const hasMark = (directory: string): boolean => existsSync(join(directory, markFile));

/** Marks a folder as one of reports. */
const mark = (directory: string): void => {
  if (!hasMark(directory)) writeNew(join(directory, markFile), markText);
};

/** Uploads of a CI leave out the mark, which is hidden: then a whole verdict or proof of ours marks what has our names. */
const isMarked = (directory: string): boolean =>
  hasMark(directory) || verdictIn(directory) !== undefined || readProof(directory) !== undefined;

/** Of a file that is being written; a killed process leaves it. */
const draftEnd = /(?:\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?\.tmp$/;

/** Reports of a run, of one target or release of several, or of the proof. */
const isOurs = (directory: string, name: string): boolean =>
  known.has(name.replace(draftEnd, '')) || /^\.trial-\d+$/.test(name) || isMarked(join(directory, name));

const foreignIn = (directory: string): string | undefined => {
  if (!existsSync(directory) || hasMark(directory)) return undefined;
  const names = isMarked(directory) ? known : kept;
  const isOfOther = (name: string) => /^\.trial-\d+$/.test(name) || isMarked(join(directory, name));
  return readdirSync(directory).find((name) => !names.has(name) && !ofSystems.test(name) && !isOfOther(name));
};

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
    throw new Refused(
      '--reports is a symbolic link, and what it leads to would be written over; name the folder itself',
    );
  const isAnothers = (name: string) => !isMarked(directory) && existsSync(join(directory, name));
  const [foreign, link] = [foreignIn(directory) ?? written.find(isAnothers), linkIn(directory)];
  if (link !== undefined)
    throw new Refused(
      `--reports has a symbolic link, ${link}, and what it leads to would be written over; remove it, or name another folder`,
    );
  if (foreign !== undefined)
    throw new Refused(
      `--reports has files that are not ours, such as ${printable(foreign, 'one whose name is not shown here')}; name an empty folder, or one of reports`,
    );
}

/** @throws Refused where another run is under way too. */
export function demandOwnFolder(directory: string): void {
  demandOurFiles(directory);
  demandFree(directory);
}

/** Writes a file into a folder of reports, which it marks as such. */
export function writeReport(directory: string, name: string, text: string): void {
  mkdirSync(directory, { recursive: true });
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
    mkdirSync(directory, { recursive: true });
    try {
      writeFileSync(file, trial, { flag: 'wx' });
    } finally {
      rmSync(file, { force: true });
    }
  });
}

/** Half of what can be read, so that there is room for the orders of a run. */
const maxLedger = { bytes: 32 * 1024 ** 2, lines: 100_000 };

/** @throws Refused where orders could not be written down, before anything is sent. */
export function demandLedger(directory: string, { service, money, readOnly }: Settings): void {
  if (service === undefined || money !== true || readOnly) return;
  const file = join(directory, ledgerFile);
  try {
    readFileLines(file, maxLedger);
    const opened = openToAppend(file, 0o600);
    try {
      // One that others have made may be open to all.
      fchmodSync(opened, 0o600);
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
    const why =
      error instanceof UnreadableFile
        ? `${error.message}; move it elsewhere`
        : `cannot be written (${codeOf(error) ?? 'no reason'})`;
    throw new Refused(`${file} ${why}, because no order may leave unrecorded`);
  }
}

const hasSent = ({ requests, recording }: Verdict): boolean => requests.sent + (recording?.exchanges ?? 0) > 0;

/**
 * Moves reports into the folder of the run before, which holds one generation.
 * @throws Refused where that folder is of another program
 */
function keepPrevious(directory: string, names: readonly string[] = stale): void {
  const left = names.filter((name) => existsSync(join(directory, name)));
  if (!left.some((name) => outputNames.includes(name) && name !== 'withheld.txt')) return;
  const previous = join(directory, previousFolder);
  const isForeign = () => readdirSync(previous).length > 0 && !existsSync(join(previous, previousMark));
  if (isLink(previous) || (existsSync(previous) && isForeign()))
    throw new Refused(
      `${previousFolder} in --reports is not ours, and nothing of others is replaced; move it elsewhere`,
    );
  for (const name of [...stale, previousMark]) rmSync(join(previous, name), { recursive: true, force: true });
  writeNew(join(previous, previousMark), previousText);
  for (const name of left) renameSync(join(directory, name), join(previous, name));
}

/**
 * Takes away what an earlier run left, before anything is sent; its reports stay one run longer in a folder of their own. Only a
 * refusal, which has nothing to show, is deleted.
 * @throws Refused where it cannot be taken away
 */
export function clearFolder(directory: string): void {
  if (!isMarked(directory)) return;
  refusingDisk(() => {
    const verdict = verdictIn(directory);
    if (verdict === undefined || hasSent(verdict)) keepPrevious(directory);
    emptyFolder(directory);
  });
}

/** A verdict of ours in a folder that no call may use must not be taken for that of one which is refused there. */
export function clearForged(directory: string): void {
  if (isLink(directory) || verdictIn(directory) === undefined) return;
  const names = ['verdict.json', ...(hasMark(directory) ? ['junit.xml'] : [])];
  try {
    keepPrevious(directory, names);
  } catch {
    for (const name of names) rmSync(join(directory, name), { force: true });
  }
}

/** Removes the reports of this run. */
export function emptyFolder(directory: string): void {
  const isDraft = (name: string) => draftEnd.test(name) && known.has(name.replace(draftEnd, ''));
  const drafts = existsSync(directory) ? readdirSync(directory).filter(isDraft) : [];
  for (const name of [...stale, ...drafts]) rmSync(join(directory, name), { recursive: true, force: true });
}
