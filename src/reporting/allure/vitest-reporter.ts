import AllureVitestReporter from 'allure-vitest/reporter';
import type { RunnerTask } from 'vitest';
import type { TestCase } from 'vitest/node';

type AllureOptions = ConstructorParameters<typeof AllureVitestReporter>[0];

/** The Allure reporter of Vitest, which also keeps the reason why a test was skipped. */
export default class AllureReporterWithReasons extends AllureVitestReporter {
  readonly #reasons = new Map<string, string>();
  readonly #current: { reason?: string | undefined };

  constructor(options: AllureOptions) {
    const current: { reason?: string | undefined } = {};
    const keepReason = {
      beforeTestResultWrite: (result: { statusDetails: { message?: string } }) => {
        if (current.reason !== undefined) result.statusDetails = { message: current.reason };
      },
    };
    super({ ...options, listeners: [...(options.listeners ?? []), keepReason] });
    this.#current = current;
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (result.state === 'skipped' && result.note !== undefined) this.#reasons.set(test.id, result.note);
  }

  override handleTask(task: RunnerTask): void {
    // A suite is handed on test by test, and each result is written before the next.
    this.#current.reason = this.#reasons.get(task.id);
    super.handleTask(task);
  }
}
