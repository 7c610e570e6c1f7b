import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import type { ExecutorInfo } from 'allure-js-commons/sdk';
import { createTestResult, FileSystemWriter, stringifyEnvInfo } from 'allure-js-commons/sdk/reporter';
import { driftText } from '#baseline';
import type { TestReport } from '#contract';
import { byEndpoint } from '../endpoints.ts';
import type { Written } from '../files.ts';
import type { ProofSummary } from '../proof-file.ts';
import { firmnesses, type JudgedRequirement, type Verdict } from '../verdict.ts';
import { headlineOf } from '../words.ts';
import { type Attachment, attachmentsOf } from './exchanges.ts';
import { extraResultsOf } from './extra-results.ts';
import { requirementResult } from './result.ts';

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

/**
 * Writes results as plain files, and remembers their texts. Allure's own writer brings each of a thousand files to the
 * disk before it goes on, which takes longer than the tests; a run that is cut off is described by its verdict, and its results
 * are written again.
 */
export class PlainWriter extends FileSystemWriter {
  readonly #directory: string;
  readonly #written = new Map<string, string>();

  constructor(resultsDir: string) {
    super({ resultsDir });
    this.#directory = resultsDir;
  }

  /** By name; not what the base class writes, such as the environment. */
  get written(): Written {
    return this.#written;
  }

  /** Once a name: an exchange by which several requirements are judged is called by the digest of its content. */
  write(file: string, text: string): void {
    if (this.#written.has(file)) return;
    writeFileSync(join(this.#directory, file), text);
    this.#written.set(file, text);
  }

  override writeResult(result: TestResult): void {
    this.write(`${result.uuid}-result.json`, JSON.stringify(result));
  }
}

/**
 * The place of every requirement: the firmest first, then as the document has the endpoints. Allure orders by the
 * time at which a test began, so the place becomes that time.
 */
export const placesOf = (requirements: readonly JudgedRequirement[]): ReadonlyMap<string, number> => {
  const inDocument = byEndpoint(requirements).flatMap((group) => group.requirements);
  const ordered = firmnesses.flatMap((firmness) => inDocument.filter((each) => each.firmness === firmness));
  return new Map(ordered.map(({ id }, place) => [id, place]));
};
/** Writes a result for each requirement, once, and keeps which are left. */
export class RequirementWriter {
  readonly #results: AllureResults;
  readonly #writer: PlainWriter;
  readonly #attachments: ReadonlyMap<string, readonly Attachment[]>;
  readonly #places: ReadonlyMap<string, number>;
  readonly #left: Map<string, JudgedRequirement>;

  constructor(results: AllureResults, writer: PlainWriter) {
    this.#results = results;
    this.#writer = writer;
    this.#attachments = attachmentsOf(results.verdict.requirements, results.reports);
    this.#places = placesOf(results.verdict.requirements);
    this.#left = new Map(results.verdict.requirements.map((each) => [each.id, each]));
  }

  write(id: string, durationMs: number): void {
    const requirement = this.#left.get(id);
    if (!requirement) return;
    this.#left.delete(id);
    const { verdict, proof } = this.#results;
    const place = this.#places.get(id) ?? 0;
    const attachments = this.#attachments.get(id) ?? [];
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
    for (const extra of extraResultsOf(verdict)) this.#write(extra);
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
