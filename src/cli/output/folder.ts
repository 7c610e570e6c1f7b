import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, sep } from 'node:path';
import { z } from 'zod';
import { codeOf, readFileLines, readFileText, UnreadableFile } from '#lib';
import { outputNames } from '#reporting';
import type { Settings } from '#target';
import { Refused } from '../command.ts';
import { ledgerFile, sandboxLedgerFile } from '../orders/orders.ts';
import { printable } from '../terminal/printable.ts';
import { demandFree, lockFile, refusingDisk, whileLocked } from './lock.ts';

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

/** Uploads of a CI leave out the mark, which is hidden; a format alone many a program has. */
const formsSchema = z.object({ format: z.int(), harness: z.object({ version: z.string() }) });

/** Files of other programs may have the names of ours, but not their form. */
const isOfOurForm = (file: string): boolean => {
  try {
    return formsSchema.safeParse(JSON.parse(readFileText(file))).success;
  } catch {
    return false;
  }
};

const isMarked = (directory: string): boolean =>
  existsSync(join(directory, markFile)) ||
  ['verdict.json', 'proof.json'].some((name) => isOfOurForm(join(directory, name)));

/** Reports of a run, of one target or release of several, or of the proof. */
const isOurs = (directory: string, name: string): boolean =>
  known.has(name.replace(/\.tmp$/, '')) || /^\.trial-\d+$/.test(name) || isMarked(join(directory, name));

const foreignIn = (directory: string): string | undefined => {
  if (!existsSync(directory) || isMarked(directory)) return undefined;
  const isOfOther = (name: string) => /^\.trial-\d+$/.test(name) || isMarked(join(directory, name));
  return readdirSync(directory).find((name) => !kept.has(name) && !ofSystems.test(name) && !isOfOther(name));
};

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/**
 * A link would have the file that it leads to written over.
 * @throws Refused where one stands on the way to a file in a folder, or is the folder itself
 */
export function demandNoLink(folder: string, file = ''): void {
  const parts = file.split('/');
  const places = ['', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))];
  const link = places.find((place) => isLink(join(folder, place)));
  if (link !== undefined)
    throw new Refused(
      `${link || basename(folder)} is a symbolic link, and what it leads to would be written over; remove it, or name another folder`,
    );
}

/** Accepts a folder of reports, or an empty one: our files never join those of another program. */
export const isOurFolder = (directory: string): boolean => !isLink(directory) && foreignIn(directory) === undefined;

/** A run would write over the file that a link leads to. */
const linkIn = (directory: string): string | undefined => {
  for (const folder of ['', 'allure-results', 'allure-report', 'baselines']) {
    const place = join(directory, folder);
    if (!lstatSync(place, { throwIfNoEntry: false })?.isDirectory()) continue;
    for (const name of readdirSync(place)) {
      const path = join(folder, name);
      if (isOurs(directory, path.split(sep)[0] ?? '') && isLink(join(directory, path))) return path;
    }
  }
  return undefined;
};

/** @throws Refused where files of another program are, or where a link leads elsewhere. */
export function demandOurFiles(directory: string): void {
  if (isLink(directory))
    throw new Refused(
      '--reports is a symbolic link, and what it leads to would be written over; name the folder itself',
    );
  const [foreign, link] = [foreignIn(directory), linkIn(directory)];
  if (link !== undefined)
    throw new Refused(
      `--reports has a symbolic link, ${printable(link, 'whose name is not shown here')}, and what it leads to would be written over; remove it`,
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

interface Holding {
  readonly startedAt: Date;
  /** Seconds that the work may take. */
  readonly seconds?: number | undefined;
}

/** Does work while nobody else has the folder. */
export function holdFolder<T>(directory: string, holding: Holding, work: () => Promise<T>): Promise<T> {
  return whileLocked(directory, holding, () => {
    refusingDisk(() => {
      demandOurFiles(directory);
      if (!existsSync(join(directory, markFile))) writeFileSync(join(directory, markFile), markText, { flag: 'wx' });
    });
    return work();
  });
}

/** More than an empty file, so that a full disk shows. */
const trial = 'x'.repeat(8 * 1024);

/** @throws Refused where reports could not be written at the end, before anything is sent. */
export function demandFolder(directory: string): void {
  const file = join(directory, `.trial-${process.pid}`);
  refusingDisk(() => {
    if (existsSync(directory) && statSync(directory).isDirectory()) demandOwnFolder(directory);
    mkdirSync(directory, { recursive: true });
    try {
      writeFileSync(file, trial);
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
    const opened = openSync(file, 'a', 0o600);
    try {
      if (fstatSync(opened).nlink > 1) throw new UnreadableFile('is a hard link, and another file would be written to');
      // One that others have made may be open to all.
      fchmodSync(opened, 0o600);
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    const why =
      error instanceof UnreadableFile
        ? `${error.message}; move it elsewhere`
        : `cannot be written (${codeOf(error) ?? 'no reason'})`;
    throw new Refused(`${file} ${why}, because no order may leave unrecorded`);
  }
}

const sentSchema = z.object({
  requests: z.object({ sent: z.number() }),
  recording: z.object({ exchanges: z.number() }).optional(),
});

/** True where the reports are of a run that has seen the service: those of a refusal displace no others. */
const isOfRun = (directory: string): boolean => {
  try {
    const { requests, recording } = sentSchema.parse(JSON.parse(readFileText(join(directory, 'verdict.json'))));
    return requests.sent + (recording?.exchanges ?? 0) > 0;
  } catch {
    return false;
  }
};

function keepPrevious(directory: string): void {
  const previous = join(directory, previousFolder);
  rmSync(previous, { recursive: true, force: true });
  mkdirSync(previous);
  writeFileSync(join(previous, previousMark), previousText);
  for (const name of outputNames)
    if (existsSync(join(directory, name))) renameSync(join(directory, name), join(previous, name));
}

/**
 * Takes away what an earlier run left, before anything is sent; its reports stay one run longer in a folder of their own. Nothing is
 * ours where our mark does not stand.
 * @throws Refused where it cannot be taken away
 */
export function clearFolder(directory: string): void {
  if (!isMarked(directory)) return;
  refusingDisk(() => {
    if (isOfRun(directory)) keepPrevious(directory);
    emptyFolder(directory);
  });
}

/** Removes the reports of this run. */
export function emptyFolder(directory: string): void {
  for (const name of stale) rmSync(join(directory, name), { recursive: true, force: true });
}
