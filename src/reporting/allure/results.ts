import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import type { TestResult } from 'allure-js-commons';
import type { ExecutorInfo } from 'allure-js-commons/sdk';
import { createTestResult, stringifyEnvInfo } from 'allure-js-commons/sdk/reporter';
import { driftText } from '#baseline';
import type { TestReport } from '#contract';
import type { Written } from '../files.ts';
import type { ProofSummary } from '../proof-file.ts';
import type { JudgedRequirement, Verdict } from '../verdict.ts';
import { headlineOf } from '../words.ts';
import { evidenceOf } from './evidence.ts';
import type { Attachment } from './exchange.ts';
import { allureResultOf, extraResultsOf } from './extra-results.ts';
import { placesOf } from './order.ts';
import { requirementResult } from './result.ts';
import { PlainWriter } from './writer.ts';

/** The job of a CI that made the run. */
export type Executor = ExecutorInfo;

export interface AllureResults {
  readonly resultsDir: string;
  readonly verdict: Verdict;
  readonly reports: readonly TestReport[];
  /** The CI job, where there is one. */
  readonly executor?: ExecutorInfo;
  /** The proof of the checks, where `prove` was run. */
  readonly proof?: ProofSummary;
}

export const emptyDirectory = (directory: string): void => {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
};

/** Writes a result for each requirement, once, and keeps which are left. */
export class RequirementWriter {
  readonly #results: AllureResults;
  readonly #writer: PlainWriter;
  readonly #evidence: ReadonlyMap<string, readonly Attachment[]>;
  readonly #places: ReadonlyMap<string, number>;
  readonly #left: Map<string, JudgedRequirement>;

  constructor(results: AllureResults, writer: PlainWriter) {
    this.#results = results;
    this.#writer = writer;
    this.#evidence = evidenceOf(results.verdict.requirements, results.reports);
    this.#places = placesOf(results.verdict.requirements);
    this.#left = new Map(results.verdict.requirements.map((each) => [each.id, each]));
  }

  write(id: string, durationMs: number): void {
    const requirement = this.#left.get(id);
    if (!requirement) return;
    this.#left.delete(id);
    const { verdict, proof } = this.#results;
    const place = this.#places.get(id) ?? 0;
    const attachments = this.#evidence.get(id) ?? [];
    for (const { source, content } of attachments) this.#writer.write(source, content);
    this.#write({
      ...requirementResult(requirement, { verdict, proof, place, durationMs }),
      attachments: attachments.map(({ name, type, source }) => ({ name, type, source })),
    });
  }

  /** Requirements of which no test reported, untested, unproven, or judged without Vitest; and the files written once a run. */
  writeRest(): void {
    const { verdict, executor } = this.#results;
    for (const id of [...this.#left.keys()]) this.write(id, 0);
    for (const extra of extraResultsOf(verdict)) this.#write(allureResultOf(extra, verdict));
    this.#writer.write('environment.properties', stringifyEnvInfo(environmentOf(verdict)));
    if (executor) this.#writer.write('executor.json', JSON.stringify(executor));
  }

  #write(result: Partial<TestResult>): void {
    this.#writer.writeResult({ ...createTestResult(randomUUID()), ...result });
  }
}

const environmentOf = (verdict: Verdict): Record<string, string> => ({
  target: verdict.target.label,
  environment: verdict.target.environment,
  embedded: String(verdict.target.embedded),
  verdict: headlineOf(verdict),
  document: verdict.document.version,
  harness: verdict.harness.version,
  profile: verdict.profile,
  gate: verdict.gate,
  seed: String(verdict.seed),
  ...(verdict.baseline
    ? { baseline: verdict.baseline.name, drift: driftText(verdict.baseline.changes) }
    : {}),
  node: process.version,
});

/** Writes all results at once, without Vitest: for merged runs, and where the run broke off before its reporters. */
export const writeAllureResults = (results: AllureResults): Written => {
  emptyDirectory(results.resultsDir);
  const writer = new PlainWriter(results.resultsDir);
  new RequirementWriter(results, writer).writeRest();
  return writer.written;
};
