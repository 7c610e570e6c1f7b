// The file of the kept runs: reads it, and adds a run.
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

const maxRuns = 200;

/**
 * The latest complete runs that keep their facts. The last complete run of each of the latest releases keeps them too.
 */
const maxWithFacts = 2;
const maxReleases = 4;

interface Kept {
  /** The text of the line. A line that cannot be read stays as it is; the text is empty if no report may contain it. */
  readonly text: string;
  readonly run?: RunLine;
}

/** The kept runs of a reports folder, the oldest first, and the lines that are no run. */
export interface History {
  readonly lines: readonly Kept[];
  readonly runs: readonly RunLine[];
  /** One sentence for each line that is no kept run, or the reason why the file was not read. */
  readonly problems: readonly string[];
  /** The file must not be written. */
  readonly isUnreadable?: true;
}

/** Anybody may have written the file, so the next report must not repeat personal data from it. */
const isHarmless = (text: string, { seed }: RunLine): boolean =>
  findLeaks([{ file: historyFile, text, search: 'all' }], { secrets: [], numbers: [String(seed)] }).length === 0;

const readLine = (text: string): Kept => {
  // Before `JSON.parse`, which accepts any depth.
  if (structureProblem(text) !== undefined) return { text };
  try {
    const run = parseLine(sanitiseAll(JSON.parse(text)));
    if (run === undefined) return { text };
    return isHarmless(text, run) ? { text, run } : { text: '' };
  } catch {
    return { text };
  }
};

/** Most lines of another form that a message names, because a file can contain any number. */
const maxProblems = 10;

/** Bytes and lines for a hundred targets; reading more takes longer than a run. */
const maxHistory = { bytes: 64 * 1024 ** 2, lines: 20_000 };

/** Reads the history of a reports folder; empty if there is no file. */
export const readHistory = (directory: string): History => {
  let lines: readonly (Kept & { readonly number: number })[];
  try {
    const all = readFileLines(join(directory, historyFile), maxHistory);
    lines = all.map(([number, text]) => ({ ...readLine(text), number }));
  } catch (error) {
    const problem = `${historyFile} ${whyUnreadable(error)}, so the run does not change it`;
    return { lines: [], runs: [], problems: [problem], isUnreadable: true };
  }
  // Merged branches can contain one run twice. The later line has the latest judgement.
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

/** The number of causes of changed facts since the complete run before; undefined if one of the two kept no facts. */
const changesSince = (own: readonly Kept[], verdict: Verdict): number | undefined => {
  const earlier = own.flatMap(({ run }) => (run ? [runOf(run)] : [])).findLast(isAncestor);
  if (earlier === undefined || !keepsFacts(earlier) || !keepsFacts(verdict)) return undefined;
  return groupChanges(compareRuns(earlier, verdict).facts.service).length;
};

/** The text of the history with this run added. A run that is judged again replaces its earlier line. */
export const historyWith = ({ lines }: History, verdict: Verdict, written: string): string => {
  const line = lineOf(verdict, written);
  const others = lines.filter(({ run }) => run?.runId !== line.runId);
  const own = others.filter(isOf(line));
  const added = { ...line, changes: changesSince(own, verdict) };
  const dropped = new Set(own.slice(0, Math.max(0, own.length - maxRuns + 1)));
  // An incomplete run must not displace a complete one.
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

export const runsOf = ({ runs }: History, label = runs.at(-1)?.target.label): readonly RunLine[] =>
  runs.filter(({ target }) => target.label === label);

/**
 * Variables that an earlier complete run of the target had and this run lacks. Each run reports them until they are set
 * again.
 */
export const lostSince = (history: History, verdict: Verdict): readonly string[] => {
  const runs = runsOf(history, verdict.target.label).map(runOf).filter(isAncestor);
  return [...new Set(runs.flatMap((run) => lostVariables(run, verdict)))];
};
