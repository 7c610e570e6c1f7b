// Kept runs by the names that `compare` accepts, and the command line that compares two targets of one folder.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isAncestor, type RunLine, runOf } from '#reporting';
import { shellWord } from '#run';
import { shownPath } from '../terminal/printable.ts';

export const isWhole = (line: RunLine): boolean => isAncestor(runOf(line));

/** The last complete run with this release or id; without one, the last run with it. */
export const keptAs = (name: string, runs: readonly RunLine[]): RunLine | undefined => {
  const kept = runs.filter(({ release, runId }) => release === name || runId === name);
  return kept.findLast(isWhole) ?? kept.at(-1);
};

/** The last complete run, and the last complete run of another target before it. */
export const ofTwoTargets = (runs: readonly RunLine[]): readonly [RunLine, RunLine] | undefined => {
  const whole = runs.filter(isWhole);
  const last = whole.at(-1);
  const before = whole.findLast(({ target }) => target.label !== last?.target.label);
  return last && before && [before, last];
};

/** A word that begins with a dash would be an option. */
const isName = (text: string): boolean => /^[\w./]/.test(text);

/**
 * `ramp-conformance compare 2.14 2.15 --reports reports/vendor`: names a run by its release, if this release leads to
 * this run.
 */
export const compareLine = (
  pair: readonly RunLine[],
  runs: readonly RunLine[],
  { cwd, directory }: { readonly cwd: string; readonly directory: string },
): string => {
  const names = pair.map(({ release = '', runId }) => {
    const isOwn = isName(release) && !existsSync(resolve(cwd, release)) && keptAs(release, runs)?.runId === runId;
    return shellWord(isOwn ? release : runId);
  });
  const shown = shownPath(cwd, directory);
  const reports = shown === 'reports' ? '' : ` --reports ${shellWord(shown)}`;
  return `ramp-conformance compare ${names.join(' ')}${reports}`;
};
