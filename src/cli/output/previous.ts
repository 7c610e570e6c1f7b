// The reports of the previous run are moved aside before a run sends, and kept until the next run.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isLink, Refused, readFileText, writeNew } from '#lib';
import { outputNames, type Verdict } from '#reporting';
import { sandboxLedgerFile } from '../orders/recorded-orders.ts';
import { refusingDisk } from './folder-lock.ts';
import { draftEnd, hasMark, isMarked, known, previousFolder, stale, verdictIn } from './own-folder.ts';

const previousMark = 'previous.txt';
const previousText =
  'The reports of the last run are in the folder above. This folder has the reports of the run before it. The next run that sends requests replaces them.\n';

const hasSent = ({ requests, recording }: Verdict): boolean => requests.sent + (recording?.exchanges ?? 0) > 0;

/**
 * Moves reports into the folder of the previous run, which keeps one run.
 * @throws Refused if this folder belongs to another program
 */
function keepPrevious(directory: string, names: readonly string[] = stale): void {
  const left = names.filter((name) => existsSync(join(directory, name)));
  if (!left.some((name) => outputNames.includes(name) && name !== 'withheld.txt')) return;
  const previous = join(directory, previousFolder);
  const isForeign = () => readdirSync(previous).length > 0 && !existsSync(join(previous, previousMark));
  if (isLink(previous) || (existsSync(previous) && isForeign()))
    throw new Refused(
      `${previousFolder} in --reports is not from ramp-conformance, so a run does not replace it; move it elsewhere`,
    );
  for (const name of [...stale, previousMark]) rmSync(join(previous, name), { recursive: true, force: true });
  writeNew(join(previous, previousMark), previousText);
  for (const name of left) renameSync(join(directory, name), join(previous, name));
}

/**
 * Moves the reports of an earlier run aside before anything is sent; they stay until the next run. The verdict of a
 * refused call is deleted, because it shows nothing.
 * @throws Refused if the files cannot be moved
 */
export function clearFolder(directory: string): void {
  if (!isMarked(directory)) return;
  refusingDisk(() => {
    const verdict = verdictIn(directory);
    if (verdict === undefined || hasSent(verdict)) keepPrevious(directory);
    emptyFolder(directory);
  });
}

/**
 * Removes our verdict from a folder that a refused call may not use: a reader would take it for the verdict of that
 * call.
 */
export function clearForged(directory: string): void {
  if (isLink(directory) || verdictIn(directory) === undefined) return;
  const names = ['verdict.json', ...(hasMark(directory) ? ['junit.xml'] : [])];
  try {
    keepPrevious(directory, names);
  } catch {
    for (const name of names) rmSync(join(directory, name), { force: true });
  }
}

const runOfPages = (directory: string): string | undefined => {
  try {
    const text = readFileText(join(directory, 'junit.xml'));
    return /<property name="runId" value="([\w-]{1,40})"/.exec(text)?.[1];
  } catch {
    return undefined;
  }
};

/** Removes pages of another run than the verdict's, also if another process has the folder. */
export function clearStrangePages(directory: string): void {
  const pages = runOfPages(directory);
  if (pages === undefined || pages === verdictIn(directory)?.runId) return;
  keepPrevious(
    directory,
    stale.filter((name) => name !== 'verdict.json' && name !== sandboxLedgerFile),
  );
}

export function emptyFolder(directory: string): void {
  const isDraft = (name: string) => draftEnd.test(name) && known.has(name.replace(draftEnd, ''));
  const drafts = existsSync(directory) ? readdirSync(directory).filter(isDraft) : [];
  for (const name of [...stale, ...drafts]) rmSync(join(directory, name), { recursive: true, force: true });
}
