import type { ExecutorInfo } from 'allure-js-commons/sdk';
import AllureVitestReporter from 'allure-vitest/reporter';
import type { RunnerTask } from 'vitest';
import type { TestModule, Vitest } from 'vitest/node';
import type { RequirementId, TestReport } from '#contract';
import type { Verdict } from '../verdict.ts';
import { emptyDirectory, RequirementTeller } from './results.ts';

export interface AllureReporterOptions {
  /** Emptied when the run begins. */
  readonly resultsDir: string;
  /** Asked once, when all tests have ended, with what they reported. */
  readonly verdict: (reports: readonly TestReport[]) => Verdict;
  readonly executor?: ExecutorInfo;
}

/** Joins the listener that the base class is given and the reporter that knows what it should tell. */
interface Telling {
  teller?: RequirementTeller;
  requirement?: RequirementId | undefined;
}

const reportOf = ({ meta }: { readonly meta: object }): TestReport | undefined =>
  (meta as { conformance?: TestReport }).conformance;

class RequirementReporter extends AllureVitestReporter {
  readonly #options: AllureReporterOptions;
  readonly #telling: Telling;

  constructor(options: AllureReporterOptions, telling: Telling) {
    super({
      resultsDir: options.resultsDir,
      // Its steps would show the values that assertions compare.
      reportMatchers: false,
      listeners: [
        {
          beforeTestResultWrite: (result) => {
            if (telling.requirement !== undefined) telling.teller?.tell(telling.requirement, result);
          },
        },
      ],
    });
    this.#options = options;
    this.#telling = telling;
  }

  override onInit(vitest: Vitest): void {
    emptyDirectory(this.#options.resultsDir);
    super.onInit(vitest);
  }

  override onTestRunEnd(modules: readonly TestModule[]): void {
    const reports = modules
      .flatMap(({ children }) => [...children.allTests()])
      .map((test) => reportOf({ meta: test.meta() }))
      .filter((report) => report !== undefined);
    const { resultsDir, verdict, executor } = this.#options;
    this.#telling.teller = new RequirementTeller({
      resultsDir,
      verdict: verdict(reports),
      reports,
      ...(executor ? { executor } : {}),
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
