import type { ExecutorInfo } from 'allure-js-commons/sdk';
import { ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import AllureVitestReporter from 'allure-vitest/reporter';
import type { RunnerTask } from 'vitest';
import type { TestModule } from 'vitest/node';
import type { RequirementId, TestReport } from '#contract';
import type { ProofTold } from '../proof-file.ts';
import type { Verdict } from '../verdict.ts';
import { emptyDirectory, RequirementTeller } from './results.ts';
import { PlainWriter } from './writer.ts';

export interface AllureReporterOptions {
  /** Emptied when the run begins. */
  readonly resultsDir: string;
  /** Asked once, when all tests have ended, with what they reported; undefined when there was nothing to test. */
  readonly verdict: (reports: readonly TestReport[]) => Verdict | undefined;
  readonly executor?: ExecutorInfo;
  readonly proof?: ProofTold;
}

/** Joins the listener that the base class is given and the reporter that knows what it should tell. */
interface Telling {
  teller?: RequirementTeller;
  requirement?: RequirementId | undefined;
}

const reportOf = ({ meta }: { readonly meta: object }): TestReport | undefined =>
  (meta as { conformance?: TestReport }).conformance;

/** The base class keeps it to itself. */
interface WithRuntime {
  allureReporterRuntime: ReporterRuntime;
}

class RequirementReporter extends AllureVitestReporter {
  readonly #options: AllureReporterOptions;
  readonly #telling: Telling;

  constructor(options: AllureReporterOptions, telling: Telling) {
    super({ resultsDir: options.resultsDir });
    this.#options = options;
    this.#telling = telling;
  }

  /**
   * In place of the base class's own, which brings a runner and a set-up of Allure's into the worker: no test tells Allure
   * anything, and the steps that they make of assertions would show the values compared.
   */
  override onInit(): void {
    const { resultsDir } = this.#options;
    emptyDirectory(resultsDir);
    const telling = this.#telling;
    (this as unknown as WithRuntime).allureReporterRuntime = new ReporterRuntime({
      writer: new PlainWriter(resultsDir),
      listeners: [
        {
          beforeTestResultWrite: (result) => {
            if (telling.requirement !== undefined) telling.teller?.tell(telling.requirement, result);
          },
        },
      ],
    });
  }

  override onTestRunEnd(modules: readonly TestModule[]): void {
    const reports = modules
      .flatMap(({ children }) => [...children.allTests()])
      .map((test) => reportOf({ meta: test.meta() }))
      .filter((report) => report !== undefined);
    const { resultsDir, verdict: judge, executor, proof } = this.#options;
    const verdict = judge(reports);
    if (verdict === undefined) return;
    this.#telling.teller = new RequirementTeller({
      resultsDir,
      verdict,
      reports,
      ...(executor ? { executor } : {}),
      ...(proof ? { proof } : {}),
    });
    super.onTestRunEnd(modules);
    this.#telling.teller.tellRest();
  }

  /** One result a requirement: what did not report, or was told before, is left to the rest. */
  override handleTask(task: RunnerTask): void {
    if (task.type !== 'test') {
      super.handleTask(task);
      return;
    }
    const requirement = reportOf(task)?.requirement;
    if (requirement === undefined || !this.#telling.teller?.isUntold(requirement)) return;
    this.#telling.requirement = requirement;
    super.handleTask(task);
    this.#telling.requirement = undefined;
  }
}

/** The Allure reporter of Vitest, telling requirements as they were judged instead of tests as they ended. */
export const allureReporter = (options: AllureReporterOptions): AllureVitestReporter =>
  new RequirementReporter(options, {});
