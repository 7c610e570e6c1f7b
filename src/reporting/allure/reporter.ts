import type { ExecutorInfo } from 'allure-js-commons/sdk';
import { ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import AllureVitestReporter from 'allure-vitest/reporter';
import type { RunnerTask } from 'vitest';
import type { TestModule } from 'vitest/node';
import type { TestReport } from '#contract';
import type { Written } from '../files.ts';
import type { ProofSummary } from '../proof-file.ts';
import type { Verdict } from '../verdict.ts';
import { emptyDirectory, PlainWriter, RequirementWriter } from './results.ts';

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

/** The base class keeps it to itself. */
interface WithRuntime {
  allureReporterRuntime: ReporterRuntime;
}

class RequirementReporter extends AllureVitestReporter {
  readonly #options: AllureReporterOptions;
  readonly #writer: PlainWriter;
  #requirements: RequirementWriter | undefined;
  #ended = false;

  constructor(options: AllureReporterOptions) {
    super({ resultsDir: options.resultsDir });
    this.#options = options;
    this.#writer = new PlainWriter(options.resultsDir);
  }

  /** The texts of the files that it wrote; undefined until it has written all. */
  get written(): Written | undefined {
    return this.#ended ? this.#writer.written : undefined;
  }

  /**
   * In place of the base class's own, which brings a runner and a set-up of Allure's into the worker: no test reports to Allure
   * anything, and the steps that they make of assertions would show the values compared.
   */
  override onInit(): void {
    emptyDirectory(this.#options.resultsDir);
    (this as unknown as WithRuntime).allureReporterRuntime = new ReporterRuntime({ writer: this.#writer });
  }

  override onTestRunEnd(modules: readonly TestModule[]): void {
    const reports = modules
      .flatMap(({ children }) => [...children.allTests()])
      .map((test) => reportOf({ meta: test.meta() }))
      .filter((report) => report !== undefined);
    const { verdict: judge, ...options } = this.#options;
    const verdict = judge(reports);
    if (verdict === undefined) return;
    this.#requirements = new RequirementWriter({ ...options, verdict, reports }, this.#writer);
    super.onTestRunEnd(modules);
    this.#requirements.writeRest();
    this.#ended = true;
  }

  /** One result a requirement; those without a report are written at the end. */
  override handleTask(task: RunnerTask): void {
    if (task.type !== 'test') {
      super.handleTask(task);
      return;
    }
    const report = reportOf(task);
    if (report) this.#requirements?.write(report.requirement, task.result?.duration ?? 0);
  }
}

/** The Allure reporter of Vitest, reporting requirements as they were judged instead of tests as they ended. */
export const allureReporter = (options: AllureReporterOptions): RequirementReporter =>
  new RequirementReporter(options);
