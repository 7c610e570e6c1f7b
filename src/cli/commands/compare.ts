import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type ComparedRun,
  compareRuns,
  comparisonData,
  comparisonSummary,
  comparisonText,
  comparisonView,
  isWorse,
  type RunLine,
  readHistory,
  renderComparison,
  runOf,
  runsOf,
  sanitise,
  tooLittle,
} from '#reporting';
import { reportsFolder } from '../call.ts';
import { type CallOf, type CommandCall, exitCode, Refused } from '../command.ts';
import { demandOurFiles } from '../output/folder.ts';
import { readLastVerdict, verdictAt } from '../output/verdict-file.ts';
import { keysOf, leaksIn, reportWithheld } from '../output/withholding.ts';
import type { compareOptions } from '../settings/options.ts';
import { shownPath } from '../terminal/printable.ts';

/** A kept run; the last one has a verdict, which says more. */
const keptRun = (line: RunLine, directory: string): ComparedRun => {
  if (!existsSync(join(directory, 'verdict.json'))) return runOf(line);
  const last = readLastVerdict(directory);
  return last.runId === line.runId ? last : runOf(line);
};

/** A run by the file or the folder of its verdict, or a kept one by its release or id. */
const runAt = (name: string, cwd: string, directory: string): ComparedRun => {
  if (existsSync(resolve(cwd, name))) return verdictAt(name, cwd);
  const kept = runsOf(readHistory(directory)).findLast(({ release, runId }) => release === name || runId === name);
  if (kept) return keptRun(kept, directory);
  throw new Refused(
    `${sanitise(name).slice(0, 80)} is neither a verdict, nor a folder with one, nor the release of a kept run; history shows those`,
  );
};

/** The two runs that are meant, the earlier first. */
const runsIn = ({ all, terminal }: CommandCall, directory: string): readonly [ComparedRun, ComparedRun] => {
  const [old, recent] = all;
  if (old !== undefined)
    return [
      runAt(old, terminal.cwd, directory),
      recent === undefined ? readLastVerdict(directory) : runAt(recent, terminal.cwd, directory),
    ];
  const [before, after] = runsOf(readHistory(directory)).slice(-2);
  if (before === undefined || after === undefined)
    throw new Refused(
      `${join(directory, 'history.jsonl')} has fewer than two runs of this target; run again, or name two verdicts: compare reports-1 reports-2`,
    );
  return [keptRun(before, directory), keptRun(after, directory)];
};

const pageFile = 'compare.html';

interface Told {
  readonly runs: readonly [before: ComparedRun, after: ComparedRun];
  readonly secrets: readonly string[];
  readonly summary?: string | undefined;
  readonly verbose?: boolean;
  readonly json?: boolean;
  /** The folder of reports that gets the page. */
  readonly page?: string | undefined;
}

/** Prints a comparison, the earlier run first, and writes what is asked for; gives the exit code. */
function tellComparison(call: CommandCall, told: Told): number {
  const { runs, secrets, summary, verbose = false, json = false, page } = told;
  const { cwd, out } = call.terminal;
  const comparison = compareRuns(...runs);
  const view = comparisonView(comparison);
  const outputs = {
    [pageFile]: renderComparison(comparison),
    summary: comparisonSummary(view),
    'standard output': comparisonText(view, verbose),
    'comparison.json': `${JSON.stringify(comparisonData(comparison), null, 2)}\n`,
  };
  const seeds = runs.map(({ seed }) => seed);
  const leaks = leaksIn(outputs, secrets, seeds);
  if (leaks.length > 0) return reportWithheld(call, leaks);
  call.say(outputs['standard output']);
  if (summary !== undefined) writeFileSync(resolve(cwd, summary), outputs.summary);
  if (page !== undefined) {
    demandOurFiles(page);
    mkdirSync(page, { recursive: true });
    writeFileSync(join(page, pageFile), outputs[pageFile]);
    call.say(`wrote ${shownPath(cwd, join(page, pageFile))}`);
  }
  if (json) out.write(outputs['comparison.json']);
  if (isWorse(comparison)) return exitCode.deviates;
  return tooLittle(comparison) === undefined ? exitCode.done : exitCode.inconclusive;
}

export async function compare(call: CallOf<typeof compareOptions>): Promise<number> {
  const directory = reportsFolder(call);
  const runs = runsIn(call, directory);
  const page = call.typed.has('reports') ? directory : undefined;
  return tellComparison(call, { ...call.options, runs, secrets: keysOf(call), page });
}
