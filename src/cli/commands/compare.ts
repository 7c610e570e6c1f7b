import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readBaseline } from '#baseline';
import { Refused, writeWhole } from '#lib';
import {
  type ComparedRun,
  compareRuns,
  comparisonData,
  comparisonSummary,
  comparisonText,
  comparisonView,
  isUndecided,
  isWorse,
  matrixData,
  matrixLacks,
  matrixOf,
  matrixText,
  type RunLine,
  readHistory,
  renderComparison,
  renderMatrix,
  runOf,
  runsOf,
  sanitise,
  tooLittle,
} from '#reporting';
import type { CallEnd, CallOf } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { compareOptions } from '../options.ts';
import { reportsFolder } from '../output/folder.ts';
import { compareLine, isWhole, keptAs, ofTwoTargets } from '../output/kept-runs.ts';
import { demandOurFiles } from '../output/own-folder.ts';
import { type Delivery, data, lines, publish, reportFile } from '../output/publish.ts';
import { readLastVerdict, verdictAt, verdictFileAt } from '../output/verdict-file.ts';
import { createProgress, watched } from '../run/progress.ts';
import { baselinesIn } from '../settings/config.ts';
import { shownPath } from '../terminal/printable.ts';

type CompareCall = CallOf<typeof compareOptions>;

/** A kept run. The last run has a verdict too, which contains more. */
const keptRun = (line: RunLine, directory: string): ComparedRun => {
  if (!existsSync(join(directory, 'verdict.json'))) return runOf(line);
  const last = readLastVerdict(directory);
  return last.runId === line.runId ? last : runOf(line);
};

/**
 * A run by the path of its verdict or folder, or a kept run by its id or release. For a release, the last complete run
 * counts.
 */
const runAt = (name: string, cwd: string, directory: string): ComparedRun => {
  if (existsSync(resolve(cwd, name))) return verdictAt(name, cwd);
  const run = keptAs(name, readHistory(directory).runs);
  if (run) return keptRun(run, directory);
  throw new Refused(
    `${sanitise(name).slice(0, 80)} is not a file verdict.json, a folder with this file, or the release of an earlier run; ramp-conformance history lists the earlier runs`,
  );
};

/** The last run and the last run of another release before it; without releases, the last two runs. */
const lastTwo = (whole: readonly RunLine[]): readonly RunLine[] => {
  const { release } = whole.at(-1) ?? {};
  const isOther = (line: RunLine) => line.release !== undefined && line.release !== release;
  const before = release === undefined ? undefined : whole.findLast(isOther);
  return before === undefined ? whole.slice(-2) : [before, ...whole.slice(-1)];
};

/**
 * The runs to compare, the earlier first: the named runs, one named and the last run, or the last two complete runs.
 */
const runsIn = ({ all, terminal }: CompareCall, directory: string): readonly ComparedRun[] => {
  const named = all.map((name) => runAt(name, terminal.cwd, directory));
  if (named.length > 0) return named.length > 1 ? named : [...named, readLastVerdict(directory)];
  const kept = readHistory(directory);
  const whole = runsOf(kept).filter(isWhole);
  if (whole.length > 1) return lastTwo(whole).map((line) => keptRun(line, directory));
  const pair = ofTwoTargets(kept.runs);
  if (pair !== undefined) {
    const [before, last] = pair.map(({ target }) => sanitise(target.label));
    const { cwd } = terminal;
    throw new Refused(
      `${join(directory, 'history.jsonl')} has fewer than two complete runs of the last target, and runs of other targets. To compare ${before} with ${last}, type: ${compareLine(pair, kept.runs, { cwd, directory })}`,
    );
  }
  throw new Refused(
    `${join(directory, 'history.jsonl')} has fewer than two complete runs of this target. Interrupted and refused runs do not count, nor do runs with --only or without answers. Run again, or name two runs: compare reports-1 reports-2, or two releases from ramp-conformance history`,
  );
};

const pageFile = 'compare.html';

interface Compared {
  readonly text: string;
  readonly page: string;
  readonly summary: string;
  readonly data: object;
  readonly exit: number;
}

const screenWidth = ({ people }: CompareCall): number | undefined => (people.live ? people.width : undefined);

const compareTwo = (call: CompareCall, runs: readonly [ComparedRun, ComparedRun], page: string): Compared => {
  const directory = reportsFolder(call);
  const kept = readHistory(directory).runs.map(runOf);
  const { classes, defaults } = call.file;
  const name = defaults.baseline;
  const baseline = typeof name === 'string' ? readBaseline(baselinesIn(directory), name) : undefined;
  const accepted = baseline?.target === runs[1].target.label ? baseline.facts : undefined;
  const comparison = compareRuns(...runs, { kept, classes, accepted });
  const view = comparisonView(comparison);
  const { verbose } = call.options;
  return {
    text: comparisonText(view, { verbose, page, width: screenWidth(call) }),
    page: renderComparison(comparison),
    summary: comparisonSummary(view),
    data: comparisonData(comparison),
    exit: isWorse(comparison)
      ? exitCode.deviates
      : tooLittle(comparison) === undefined && !isUndecided(comparison)
        ? exitCode.done
        : exitCode.inconclusive,
  };
};

const compareSeveral = (call: CompareCall, runs: readonly ComparedRun[], page: string): Compared => {
  const { verbose } = call.options;
  const matrix = matrixOf(runs, readHistory(reportsFolder(call)).runs.map(runOf));
  const text = matrixText(matrix, { page, verbose, width: screenWidth(call) });
  return {
    text,
    page: renderMatrix(matrix),
    summary: `${text}\n`,
    data: matrixData(matrix),
    exit: matrixLacks(matrix) === undefined ? exitCode.done : exitCode.inconclusive,
  };
};

const summaryFile = (path: string, cwd: string, text: string): Delivery => ({
  texts: [{ file: 'summary', text }],
  search: 'all',
  deliver: () => writeWhole(resolve(cwd, path), text, cwd),
});

/**
 * Compares two runs, or shows several side by side. The page is written into the reports folder, beside the kept runs.
 */
export async function compare(call: CompareCall): Promise<number | CallEnd> {
  const directory = reportsFolder(call);
  const { terminal, options } = call;
  const { runs, compared } = await watched(createProgress(call.people), async (progress) => {
    progress.phase('Comparing the runs');
    const all = runsIn(call, directory);
    demandOurFiles(directory, [pageFile]);
    const shown = shownPath(terminal.cwd, join(directory, pageFile));
    const [before, after] = all;
    return {
      runs: all,
      compared:
        before && after && all.length === 2
          ? compareTwo(call, [before, after], shown)
          : compareSeveral(call, all, shown),
    };
  });
  const { cwd } = terminal;
  // One run with two names has no difference to show. A copy of a run counts as another run.
  const files = call.all.map((name) => verdictFileAt(name, cwd)).filter((path) => existsSync(path));
  const kinds = [runs.map((run) => JSON.stringify(run)), files.map((path) => realpathSync(path))];
  const areSeveral = kinds.some((each) => new Set(each).size > 1);
  const outputs = [
    reportFile(directory, pageFile, compared.page),
    ...(options.summary === undefined ? [] : [summaryFile(options.summary, cwd, compared.summary)]),
    lines(call, compared.text),
    ...(options.json ? [data(call, 'comparison.json', compared.data)] : []),
  ];
  const end = { code: compared.exit, tried: areSeveral ? runs.length : 0 };
  return publish(call, outputs, end, { numbers: runs.map(({ seed }) => seed) });
}
