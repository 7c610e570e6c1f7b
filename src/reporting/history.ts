// The file of the kept runs: how it is read, and how a run is added to it.
import { join } from 'node:path';
import { readFileLines, structureProblem, whyUnreadable } from '#lib';
import { groupChanges } from './comparison/change-groups.ts';
import { compareRuns } from './comparison/compare-runs.ts';
import { isAncestor, keepsFacts, lostVariables } from './comparison/compared-run.ts';
import { lineOf, parseLine, type RunLine, runOf, shortened } from './kept-run.ts';
import { findLeaks } from './leaks.ts';
import { sanitiseAll, texts } from './text.ts';
import type { Verdict } from './verdict.ts';

export const historyFile = 'history.jsonl';

/** Runs that are kept of each target. */
const maxRuns = 200;

/** Facts are kept of the last whole runs, and of the last whole run of the last releases. */
const maxWithFacts = 2;
const maxReleases = 4;

interface Kept {
  /** The text of the line, which stays as it is where it cannot be read; empty where it holds what no report may hold. */
  readonly text: string;
  readonly run?: RunLine;
}

/** The kept runs of a reports folder, the oldest first, and the lines that are none. */
export interface History {
  readonly lines: readonly Kept[];
  readonly runs: readonly RunLine[];
  /** A sentence for each line that is no kept run, or why the file is not read. */
  readonly problems: readonly string[];
  /** The file is left alone. */
  readonly isUnreadable?: true;
}

/** Anybody may have written the file: a datum of a person in it is not in the next report. */
const isHarmless = (text: string, { seed }: RunLine): boolean =>
  findLeaks([{ file: historyFile, text, search: 'all' }], { secrets: [], numbers: [String(seed)] }).length === 0;

const readLine = (text: string): Kept => {
  // Before the parser, which takes any depth.
  if (structureProblem(text) !== undefined) return { text };
  try {
    const run = parseLine(sanitiseAll(JSON.parse(text)));
    if (run === undefined) return { text };
    return isHarmless(text, run) ? { text, run } : { text: '' };
  } catch {
    return { text };
  }
};

/** Lines of another form that are named; anybody may have put in any number. */
const maxProblems = 10;

/** The runs of a hundred targets; more would take longer to read than a run. */
const maxHistory = { bytes: 64 * 1024 ** 2, lines: 20_000 };

/** Reads the history of a reports folder; where there is none, it is empty. */
export const readHistory = (directory: string): History => {
  let lines: readonly (Kept & { readonly number: number })[];
  try {
    const all = readFileLines(join(directory, historyFile), maxHistory);
    lines = all.map(([number, text]) => ({ ...readLine(text), number }));
  } catch (error) {
    const problem = `${historyFile} ${whyUnreadable(error)}, so the run does not change it`;
    return { lines: [], runs: [], problems: [problem], isUnreadable: true };
  }
  // Two branches that were merged bring a run twice; the later line is the one that was judged last.
  const latest = new Map(lines.flatMap(({ run, number }) => (run ? [[run.runId, number] as const] : [])));
  lines = lines.filter(({ run, number }) => run === undefined || latest.get(run.runId) === number);
  const others = lines.filter(({ run }) => run === undefined);
  const named = others.slice(0, maxProblems).map(({ text, number }) => {
    const why =
      text === ''
        ? 'contains data that no report may contain, so the run leaves the line out'
        : 'is not a run that this version can read, so the run does not change the line';
    return `${historyFile}:${number} ${why}`;
  });
  const more = others.length - named.length;
  return {
    lines: lines.filter(({ text }) => text !== ''),
    runs: lines.flatMap(({ run }) => run ?? []).toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1)),
    problems: [
      ...named,
      ...texts(more > 0 && `${historyFile} has ${more} more lines that this version cannot read as runs`),
    ],
  };
};

const isOf =
  ({ target }: Pick<RunLine, 'target'>) =>
  ({ run }: Kept): boolean =>
    run?.target.label === target.label;

/** How many causes changed facts since the whole run before; undefined where either kept none. */
const changesSince = (own: readonly Kept[], verdict: Verdict): number | undefined => {
  const earlier = own.flatMap(({ run }) => (run ? [runOf(run)] : [])).findLast(isAncestor);
  if (earlier === undefined || !keepsFacts(earlier) || !keepsFacts(verdict)) return undefined;
  return groupChanges(compareRuns(earlier, verdict).facts.service).length;
};

/** The text of the history with this run in it; judged anew, a run takes the place of its earlier line. */
export const historyWith = ({ lines }: History, verdict: Verdict, written: string): string => {
  const line = lineOf(verdict, written);
  const others = lines.filter(({ run }) => run?.runId !== line.runId);
  const own = others.filter(isOf(line));
  const added = { ...line, changes: changesSince(own, verdict) };
  const dropped = new Set(own.slice(0, Math.max(0, own.length - maxRuns + 1)));
  // A run that says little of its release takes the place of none that does.
  const whole = [...own.flatMap(({ run }) => run ?? []), added].filter((run) => isAncestor(runOf(run)));
  const latest = new Map(whole.map((run) => [run.release, run]));
  const releases = [...latest.values()].sort((one, other) => whole.indexOf(one) - whole.indexOf(other));
  const full = new Set([...whole.slice(-maxWithFacts), ...releases.slice(-maxReleases)]);
  const left = others
    .filter((each) => !dropped.has(each))
    .map((each) =>
      each.run && isOf(added)(each) && !full.has(each.run) ? JSON.stringify(shortened(each.run)) : each.text,
    );
  return [...left, JSON.stringify(added), ''].join('\n');
};

/** The kept runs of one target; without a label, of the target of the latest. */
export const runsOf = ({ runs }: History, label = runs.at(-1)?.target.label): readonly RunLine[] =>
  runs.filter(({ target }) => target.label === label);

/** Variables that an earlier complete run of the target had, and this one lacks: each run says so until they are back. */
export const lostSince = (history: History, verdict: Verdict): readonly string[] => {
  const runs = runsOf(history, verdict.target.label).map(runOf).filter(isAncestor);
  return [...new Set(runs.flatMap((run) => lostVariables(run, verdict)))];
};
