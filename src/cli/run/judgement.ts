import { join } from 'node:path';
import { version } from '#client';
import type { RunPlan, TestReport, Traffic } from '#contract';
import {
  type Executor,
  type JudgeContext,
  judge,
  proofFile,
  readProof,
  type Verdict,
  type Written,
  type WrittenReports,
  writeAllureResults,
  writeReports,
} from '#reporting';
import { besideTests } from '../baseline/baseline-judgement.ts';
import { shardText } from '../merge/shard.ts';
import { moneyIn } from '../orders/orders.ts';
import { readInventory } from '../package/inventory.ts';
import type { RunChoices } from './run-choices.ts';

/** What came of a run, before it is judged. */
export interface RunEnd {
  readonly reports: readonly TestReport[];
  readonly crashed: readonly string[];
  readonly interrupted: boolean;
  /** Of several workers together; otherwise it follows from the reports. */
  readonly requests?: Traffic;
}

/** Each report counts what the worker had sent until then. */
export const trafficOf = (reports: readonly TestReport[]): Traffic => {
  const greatest = (name: keyof Traffic) => Math.max(0, ...reports.map(({ traffic }) => traffic[name]));
  return { sent: greatest('sent'), retried: greatest('retried'), rateLimited: greatest('rateLimited') };
};

export const judgeRun = (
  { plan, choices, startedAt }: { plan: RunPlan; choices: RunChoices; startedAt: Date },
  { reports, crashed, interrupted, requests }: RunEnd,
): Verdict => {
  const context: JudgeContext = {
    plan,
    startedAt,
    endedAt: new Date(),
    requests: requests ?? trafficOf(reports),
    interrupted,
    gate: choices.gate,
    crashed,
    ...(choices.selected ? { selected: choices.selected } : {}),
    ...(choices.leftOut ? { leftOut: choices.leftOut } : {}),
    ...(choices.required ? { required: choices.required } : {}),
    ...(choices.shard ? { shard: shardText(choices.shard) } : {}),
    ...(choices.recording ? { recording: choices.recording } : {}),
    harnessVersion: version,
    ...(plan.ledger ? { money: moneyIn(plan.ledger) } : {}),
    ...besideTests({ plan, choices, startedAt, reports, interrupted }),
  };
  return judge(reports, context);
};

export const resultsDirIn = (directory: string): string => join(directory, 'allure-results');

/** What the reports show besides the run: what was proved of the checks, and the job of a CI. */
export const additionsTo = (directory: string, executor: Executor | undefined) => {
  const proof = readProof(join(directory, proofFile));
  return { ...(proof ? { proof } : {}), ...(executor ? { executor } : {}) };
};

/** What an auditor is given besides the results. */
export const evidenceOfHarness = (): { readonly inventory?: string } => {
  const inventory = readInventory();
  return inventory === undefined ? {} : { inventory };
};

export interface Delivery {
  readonly verdict: Verdict;
  readonly reports: readonly TestReport[];
  readonly directory: string;
  readonly secrets: readonly string[];
  /** Allure's results, where they are written already. */
  readonly results?: Written | undefined;
  /** Without Allure's page, because `merge` makes one of all shards. */
  readonly inPart?: boolean;
  readonly executor?: Executor | undefined;
  /** Searched and written with the reports. */
  readonly others?: readonly { readonly file: string; readonly text: string }[];
  /** Searched, and left where it is. */
  readonly kept?: readonly { readonly file: string; readonly text: string }[];
}

export async function deliver({
  results,
  executor,
  inPart = false,
  ...run
}: Delivery): Promise<WrittenReports> {
  const resultsDir = resultsDirIn(run.directory);
  const additions = additionsTo(run.directory, executor);
  const { verdict, reports } = run;
  const written = results ?? writeAllureResults({ resultsDir, verdict, reports, ...additions });
  return writeReports({
    ...run,
    ...additions,
    ...evidenceOfHarness(),
    allure: { written, page: !inPart },
  });
}
