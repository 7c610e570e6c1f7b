import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import type { ExecutorInfo } from 'allure-js-commons/sdk';
import { createTestResult, stringifyEnvInfo } from 'allure-js-commons/sdk/reporter';
import { driftText } from '#baseline';
import { firmnesses, type TestReport } from '#contract';
import { byEndpoint } from '../endpoints.ts';
import type { Written } from '../files.ts';
import { statementOf } from '../headline.ts';
import type { ProofSummary } from '../proof-file.ts';
import { trafficText } from '../remarks.ts';
import type { Job, JudgedRequirement, Verdict } from '../verdict.ts';
import { renderCategories, renderConfiguration } from './configuration.ts';
import { attachmentsOf } from './exchanges.ts';
import { extraResultsOf } from './extra-results.ts';
import { requirementResult } from './requirement-result.ts';

export interface AllureResults {
  /** Emptied first. */
  readonly resultsDir: string;
  readonly verdict: Verdict;
  readonly reports: readonly TestReport[];
  /** The proof of the checks, where `prove` was run. */
  readonly proof?: ProofSummary | undefined;
}

const executorOf = ({ name, job, url }: Job): ExecutorInfo => ({
  type: name,
  name,
  ...(job === undefined ? {} : { buildName: job }),
  ...(url === undefined ? {} : { buildUrl: url }),
});

const emptyDirectory = (directory: string): void => {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
};

/**
 * The place of every requirement: the firmest first, then as the document has the endpoints. Allure orders by the
 * time at which a test began, so the place becomes that time.
 */
export const placesOf = (requirements: readonly JudgedRequirement[]): ReadonlyMap<string, number> => {
  const inDocument = byEndpoint(requirements).flatMap((group) => group.requirements);
  const ordered = firmnesses.flatMap((firmness) => inDocument.filter((each) => each.firmness === firmness));
  return new Map(ordered.map(({ id }, place) => [id, place]));
};

const environmentOf = (verdict: Verdict): Record<string, string> => ({
  target: verdict.target.label,
  ...(verdict.release && { release: verdict.release }),
  environment: verdict.target.environment,
  embedded: String(verdict.target.embedded),
  verdict: statementOf(verdict),
  document: verdict.document.version,
  harness: verdict.harness.version,
  ...(verdict.recording && { recording: trafficText(verdict) }),
  profile: verdict.profile,
  gate: verdict.gate,
  seed: String(verdict.seed),
  ...(verdict.baseline ? { baseline: verdict.baseline.name, drift: driftText(verdict.baseline.changes) } : {}),
  node: process.version,
});

/**
 * Writes a result for each requirement, and for what else the verdict judges. Allure's own writer would bring each of a
 * thousand files to the disk before it goes on, which takes longer than the tests; a run that is cut off is described by its
 * verdict, and its results are written again.
 */
export const writeAllureResults = (run: AllureResults): Written => {
  const { resultsDir, verdict, reports, proof } = run;
  emptyDirectory(resultsDir);
  const written = new Map<string, string>();
  const write = (file: string, text: string): void => {
    // An exchange by which several requirements are judged is called by the digest of its content.
    if (written.has(file)) return;
    writeFileSync(join(resultsDir, file), text);
    written.set(file, text);
  };
  const writeResult = (result: Partial<TestResult>): void => {
    const uuid = randomUUID();
    write(`${uuid}-result.json`, JSON.stringify({ ...createTestResult(uuid), ...result }));
  };
  const places = placesOf(verdict.requirements);
  const exchanges = attachmentsOf(verdict.requirements, reports);
  for (const requirement of verdict.requirements) {
    const place = places.get(requirement.id) ?? 0;
    const attachments = exchanges.get(requirement.id) ?? [];
    for (const { source, content } of attachments) write(source, content);
    writeResult({
      ...requirementResult(requirement, { verdict, proof, place }),
      attachments: attachments.map(({ name, type, source }) => ({ name, type, source })),
    });
  }
  for (const extra of extraResultsOf(verdict)) writeResult(extra);
  write('categories.json', renderCategories());
  write('allurerc.mjs', renderConfiguration(verdict));
  write('environment.properties', stringifyEnvInfo(environmentOf(verdict)));
  if (verdict.ci) write('executor.json', JSON.stringify(executorOf(verdict.ci)));
  return written;
};
