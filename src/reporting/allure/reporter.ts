import type { ExecutorInfo } from 'allure-js-commons/sdk';
import AllureVitestReporter from 'allure-vitest/reporter';
import type { RunnerTask } from 'vitest';
import type { TestModule } from 'vitest/node';
import type { TestReport } from '#contract';
import type { Written } from '../files.ts';
import type { ProofSummary } from '../proof-file.ts';
import type { Verdict } from '../verdict.ts';
import { emptyDirectory, writeAllureResults } from './write-results.ts';

export interface AllureReporterOptions {
  /** Emptied when the run begins. */
  readonly resultsDir: string;
  /** Asked once, when all tests have ended, with what they reported; undefined when there was nothing to test. */
  readonly verdict: (reports: readonly TestReport[]) => Verdict | undefined;
  readonly executor?: ExecutorInfo;
  readonly proof?: ProofSummary;
}

const reportOf = ({ meta }: { readonly meta: object }): TestReport | undefined =>
  (meta as { conformance?: TestReport }).conformance;

class RequirementReporter extends AllureVitestReporter {
  readonly #options: AllureReporterOptions;
  readonly #reports: TestReport[] = [];
  readonly #durations = new Map<string, number>();
  #written: Written | undefined;

  constructor(options: AllureReporterOptions) {
    super({ resultsDir: options.resultsDir });
    this.#options = options;
  }

  /** The texts of the files that it wrote; undefined until it has written all. */
  get written(): Written | undefined {
    return this.#written;
  }

  /**
   * Replaces the base class's, which brings a runner and a set-up of Allure's into the worker: no test reports to Allure
   * anything, and the steps that they make of assertions would show the values compared.
   */
  override onInit(): void {
    emptyDirectory(this.#options.resultsDir);
  }

  /** The base class hands each test on. */
  override onTestRunEnd(modules: readonly TestModule[]): void {
    super.onTestRunEnd(modules);
    const { verdict: judge, ...options } = this.#options;
    const [reports, durations] = [this.#reports, this.#durations];
    const verdict = judge(reports);
    if (verdict !== undefined)
      this.#written = writeAllureResults({ ...options, verdict, reports, durations });
  }

  override handleTask(task: RunnerTask): void {
    if (task.type === 'suite') {
      for (const each of task.tasks) this.handleTask(each);
      return;
    }
    const report = reportOf(task);
    if (report === undefined) return;
    this.#reports.push(report);
    this.#durations.set(report.requirement, task.result?.duration ?? 0);
  }
}

/** The Allure reporter of Vitest, reporting requirements as they were judged instead of tests as they ended. */
export const allureReporter = (options: AllureReporterOptions): RequirementReporter =>
  new RequirementReporter(options);
