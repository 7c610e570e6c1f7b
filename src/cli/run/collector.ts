import { basename } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { isRequirementId, type TestReport } from '#contract';
import { firstFrame } from '#harness';

export type OnReport = (report: TestReport) => void;

/** For a requirement whose test reported nothing. */
export const unreported: Omit<TestReport, 'requirement'> = {
  findings: [],
  observations: [],
  exchanges: [],
  judgements: 0,
  traffic: { sent: 0, retried: 0, rateLimited: 0 },
};

/** A test that was cut off reports nothing and proves nothing. */
const cutOff = (name: string): TestReport | undefined =>
  isRequirementId(name)
    ? {
        ...unreported,
        requirement: name,
        broken: {
          code: 'TEST_CUT_OFF',
          message: 'the test ended without a report: it took too long, or crashed',
        },
      }
    : undefined;

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

/** Files are loaded before the first request, so the message of what failed there holds no payload. */
const crashOf = (module: TestModule): string[] => {
  const [error] = module.errors();
  if (error === undefined) return [];
  return [`${basename(module.moduleId)}: ${firstLine(error.message)}`];
};

/** A message that was thrown while tests ran may hold a payload and is left out. */
const strayOf = (error: SerializedError): string =>
  `outside of any test: ${error.name ?? 'an error'} ${firstFrame(error)}`;

/** Gathers the reports of the tests from their meta, as they end. */
export class Collector implements Reporter {
  readonly reports: TestReport[] = [];
  readonly crashed: string[] = [];
  readonly #onReport: OnReport;

  constructor(onReport: OnReport) {
    this.#onReport = onReport;
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    const { conformance } = test.meta();
    const report = conformance ?? (state === 'failed' ? cutOff(test.name) : undefined);
    if (report === undefined && state === 'failed')
      this.crashed.push(`${basename(test.module.moduleId)}: a test that proves no requirement failed`);
    if (report === undefined) return;
    this.reports.push(report);
    this.#onReport(report);
  }

  onTestRunEnd(modules: readonly TestModule[], strays: readonly SerializedError[]): void {
    this.crashed.push(...modules.flatMap(crashOf), ...strays.map(strayOf));
  }
}
