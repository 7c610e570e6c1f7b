import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { JudgedPlan } from '#contract';
import {
  closingText,
  plural,
  type Verdict,
  type Written,
  type WrittenReports,
  writeAllureResults,
  writeReports,
} from '#reporting';
import { type CommandCall, exitCode } from '../command.ts';
import { renderShard, shardFile } from '../merge/shard-file.ts';
import { searchedLedger } from '../orders/orders.ts';
import { reportWithheld } from '../output/withholding.ts';
import { annotate, executorOf } from '../terminal/continuous-integration.ts';
import type { Interruption } from '../terminal/interruption.ts';
import { additionsTo, judgeRun, type RunEnd, resultsDirIn } from './judgement.ts';
import type { RunChoices } from './run-choices.ts';

/** A run, from its arguments to its verdict. */
export interface Run {
  readonly call: CommandCall;
  readonly choices: RunChoices;
  readonly plan: JudgedPlan;
  readonly startedAt: Date;
  readonly interruption: Interruption;
  /** Texts that no output may hold. */
  readonly secrets: readonly string[];
}

interface Concluding {
  /** Allure's results, where a reporter of Vitest wrote them; without it they are still to be written. */
  readonly results?: Written | undefined;
  /** Leaves the table out, which would say the same of every endpoint. */
  readonly unreached?: true;
}

/** The file that `merge` needs of a shard; a whole run leaves none. */
const shardFiles = ({ choices, plan, startedAt }: Run, ended: RunEnd, { money }: Verdict) => {
  const unknown = money?.unknown?.length ?? 0;
  // Its ledger stays on its machine, so that the whole learns of them here.
  const lost = unknown > 0 ? [`the outcome of ${plural(unknown, 'order')} of a shard is not known`] : [];
  const end = { ...ended, crashed: [...ended.crashed, ...lost] };
  const { shard, directory } = choices;
  if (shard !== undefined)
    return [{ file: shardFile, text: renderShard({ shard, choices, plan, startedAt, end }) }];
  rmSync(join(directory, shardFile), { force: true });
  return [];
};

interface Delivered extends WrittenReports {
  /** Why the reports could not be written. */
  readonly unwritten?: string;
}

/** A disk that is full, or a folder that was taken away. */
export const isOfDisk = (error: unknown): error is NodeJS.ErrnoException => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined;
};

/** The findings are printed all the same. */
const unwritten = (error: unknown): Delivered => {
  if (!isOfDisk(error)) throw error;
  const why = `the reports could not be written (${error.code})`;
  return { files: [], unwritten: why, problems: [`${why}; make room and run again`] };
};

/** Writes the reports of a verdict. */
async function deliver(run: Run, end: RunEnd, verdict: Verdict, results?: Written): Promise<Delivered> {
  const { call, choices, plan } = run;
  const { directory, shard } = choices;
  const resultsDir = resultsDirIn(directory);
  const additions = additionsTo(directory, executorOf(call.terminal.env));
  const { reports } = end;
  const others = shardFiles(run, end, verdict);
  const written = results ?? writeAllureResults({ resultsDir, verdict, reports, ...additions });
  return writeReports({
    verdict,
    reports,
    directory,
    secrets: run.secrets,
    others,
    ...additions,
    ...(plan.ledger && { kept: [searchedLedger(plan.ledger)] }),
    // `merge` makes one page of all shards.
    allure: { written, page: shard === undefined },
  });
}

/** A result that nobody can look up later passes nothing. */
const unkept = (verdict: Verdict, why: string): Verdict => ({
  ...verdict,
  verdict: 'inconclusive',
  exitCode: exitCode.inconclusive,
  crashed: [...(verdict.crashed ?? []), why],
});

/** Judges, writes and prints; resolves to the exit code. */
export async function concludeRun(
  run: Run,
  end: RunEnd,
  { results, unreached }: Concluding = {},
): Promise<number> {
  const { call, interruption } = run;
  const judged = judgeRun(run, end);
  const began = performance.now();
  const written = await deliver(run, end, judged, results).catch(unwritten);
  const verdict = written.unwritten === undefined ? judged : unkept(judged, written.unwritten);
  if (written.leaked !== undefined) return reportWithheld(call, written.leaked);
  for (const problem of written.problems) call.say(problem);
  const { colour, width } = call.people;
  const shown = relative(call.terminal.cwd, run.choices.directory) || '.';
  if (unreached) call.say(`Nothing was tested; reports: ${shown}`);
  else {
    const effort = { bytes: written.bytes ?? 0, ms: performance.now() - began };
    const [verbose, quiet] = [call.flag('verbose'), call.flag('quiet')];
    call.say(closingText({ verdict, colour, width, verbose, quiet, directory: shown, effort }));
  }
  annotate(call, verdict);
  if (call.flag('json')) call.terminal.out.write(`${JSON.stringify(verdict, null, 2)}\n`);
  return interruption.code() ?? verdict.exitCode;
}
