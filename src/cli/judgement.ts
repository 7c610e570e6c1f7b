import { join } from 'node:path';
import { version } from '#client';
import type { RunPlan, TestReport, Traffic } from '#contract';
import {
  type JudgeContext,
  judge,
  type Verdict,
  type WrittenReports,
  writeAllureResults,
  writeReports,
} from '#reporting';
import type { RunChoices } from './run-choices.ts';

/** What came of a run, before it is judged. */
export interface RunEnd {
  readonly reports: readonly TestReport[];
  readonly crashed: readonly string[];
  readonly interrupted: boolean;
}

/** Each report tells what the worker had sent until then. */
const trafficOf = (reports: readonly TestReport[]): Traffic => {
  const greatest = (name: keyof Traffic) => Math.max(0, ...reports.map(({ traffic }) => traffic[name]));
  return { sent: greatest('sent'), retried: greatest('retried'), rateLimited: greatest('rateLimited') };
};

export const judgeRun = (
  { plan, choices, startedAt }: { plan: RunPlan; choices: RunChoices; startedAt: Date },
  { reports, crashed, interrupted }: RunEnd,
): Verdict => {
  const context: JudgeContext = {
    plan,
    startedAt,
    endedAt: new Date(),
    requests: trafficOf(reports),
    interrupted,
    gate: choices.gate,
    crashed,
    ...(choices.selected ? { selected: choices.selected } : {}),
    harnessVersion: version,
  };
  return judge(reports, context);
};

export const resultsDirIn = (directory: string): string => join(directory, 'allure-results');

export interface Delivery {
  readonly verdict: Verdict;
  readonly reports: readonly TestReport[];
  readonly directory: string;
  readonly secrets: readonly string[];
  readonly tellAllure: boolean;
}

export async function deliver({ tellAllure, ...run }: Delivery): Promise<WrittenReports> {
  const resultsDir = resultsDirIn(run.directory);
  if (tellAllure) writeAllureResults({ resultsDir, verdict: run.verdict, reports: run.reports });
  return writeReports({ ...run, allure: { resultsDir } });
}
