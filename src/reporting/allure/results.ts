import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import type { ExecutorInfo } from 'allure-js-commons/sdk';
import { ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import { driftText } from '#baseline';
import type { TestReport } from '#contract';
import type { ProofTold } from '../proof-file.ts';
import type { JudgedRequirement, Verdict } from '../verdict.ts';
import { asideResult, asidesOf } from './aside.ts';
import { evidenceOf } from './evidence.ts';
import type { Attachment } from './exchange.ts';
import { placesOf } from './order.ts';
import { tellRequirement } from './result.ts';
import { PlainWriter } from './writer.ts';

/** The job of a CI that made the run. */
export type Executor = ExecutorInfo;

export interface AllureResults {
  readonly resultsDir: string;
  readonly verdict: Verdict;
  readonly reports: readonly TestReport[];
  /** The CI job, where there is one. */
  readonly executor?: ExecutorInfo;
  /** What `prove` has shown of the checks, where it was run. */
  readonly proof?: ProofTold;
}

export const emptyDirectory = (directory: string): void => {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
};

/** Turns each result into that of its requirement as it is written, and keeps which are still to be told. */
export class RequirementTeller {
  readonly #results: AllureResults;
  readonly #writer: PlainWriter;
  readonly #evidence: ReadonlyMap<string, readonly Attachment[]>;
  readonly #places: ReadonlyMap<string, number>;
  readonly #untold: Map<string, JudgedRequirement>;

  constructor(results: AllureResults) {
    this.#results = results;
    this.#writer = new PlainWriter(results.resultsDir);
    this.#evidence = evidenceOf(results.verdict.requirements, results.reports);
    this.#places = placesOf(results.verdict.requirements);
    this.#untold = new Map(results.verdict.requirements.map((each) => [each.id, each]));
  }

  isUntold(id: string): boolean {
    return this.#untold.has(id);
  }

  tell(id: string, result: TestResult): void {
    const requirement = this.#untold.get(id);
    if (!requirement) return;
    this.#untold.delete(id);
    const { verdict, proof } = this.#results;
    tellRequirement(result, requirement, { verdict, proof, place: this.#places.get(id) ?? 0 });
    result.attachments = (this.#evidence.get(id) ?? []).map(({ name, type, source, content }) => {
      this.#writer.writeAttachment(source, content);
      return { name, type, source };
    });
  }

  /** Requirements of which no test reported: untested, unproven, or told without Vitest. */
  tellRest(): void {
    const runtime = new ReporterRuntime({
      writer: this.#writer,
      environmentInfo: environmentOf(this.#results.verdict),
      listeners: [{ beforeTestResultWrite: (result) => this.tell(result.fullName ?? '', result) }],
    });
    const start = Date.parse(this.#results.verdict.startedAt);
    for (const id of [...this.#untold.keys()]) {
      const uuid = runtime.startTest({ name: id, fullName: id, start });
      runtime.stopTest(uuid, { stop: start });
      runtime.writeTest(uuid);
    }
    this.#tellAsides();
    runtime.writeEnvironmentInfo();
    this.#writeExecutor();
  }

  #tellAsides(): void {
    const { verdict } = this.#results;
    const runtime = new ReporterRuntime({ writer: this.#writer });
    for (const aside of asidesOf(verdict)) runtime.writeTest(runtime.startTest(asideResult(aside, verdict)));
  }

  #writeExecutor(): void {
    const { executor, resultsDir } = this.#results;
    if (executor) writeFileSync(join(resultsDir, 'executor.json'), JSON.stringify(executor));
  }
}

const environmentOf = (verdict: Verdict): Record<string, string> => ({
  target: verdict.target.label,
  environment: verdict.target.environment,
  embedded: String(verdict.target.embedded),
  verdict: verdict.verdict,
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
export const writeAllureResults = (results: AllureResults): void => {
  emptyDirectory(results.resultsDir);
  new RequirementTeller(results).tellRest();
};
