import type { TestReport } from '#contract';
import { allureReporter, prepareAllureReport } from '#reporting';
import type { Settings } from '#target';
import { concludeRun, type Run, secretsOf } from './conclusion.ts';
import { executorOf } from './continuous-integration.ts';
import { beginKeeping } from './folder.ts';
import { besideRun, judgeRun, type RunEnd, resultsDirIn } from './judgement.ts';
import { unsettledAt } from './orders.ts';
import { createProgress } from './progress.ts';
import { reconcile } from './reconcile.ts';
import { idsOf } from './run-choices.ts';
import { sharedTarget } from './shard.ts';
import { shelter } from './sheltered-reporter.ts';
import { beginSuites } from './vitest.ts';

/** A run whose target has not been probed yet. */
export type Unplanned = Omit<Run, 'plan'>;

/** The tests of a run, whose runner gets ready while the target is probed. */
export interface BegunTests {
  /** The runner is on its way. */
  readonly started: Promise<unknown>;
  /** Runs them to their end, judges and tells; resolves to the exit code. */
  readonly run: (run: Run) => Promise<number>;
  /** There is nothing to run. */
  readonly abandon: () => Promise<void>;
}

/** A run that was killed left orders behind of which only the ledger knows. */
function tellUnsettled({ call, plan }: Run): void {
  const left = plan.ledger ? unsettledAt(plan.ledger).length : 0;
  if (left > 0)
    call.say(`Ledger       of earlier runs the outcome of ${left} orders is not known; none is sent again`);
}

/** Keeps and shows what each test tells, from the first on. */
function hearing(run: Run): { readonly hear: (report: TestReport) => void; readonly end: () => void } {
  const { call, choices, plan } = run;
  const progress = createProgress(call.people, idsOf(choices).length);
  const told: TestReport[] = [];
  const { keep } = beginKeeping({
    directory: choices.directory,
    secrets: secretsOf(plan),
    verdict: () => judgeRun(run, { reports: told, crashed: [], interrupted: true }),
  });
  const hear = (report: TestReport) => {
    told.push(report);
    progress.tell(report);
    keep();
  };
  return { hear, end: progress.end };
}

export function beginTests(unplanned: Unplanned, settings: Settings): BegunTests {
  const { call, choices, timings, interruption } = unplanned;
  const { directory, shard } = choices;
  const { signal } = interruption;
  let hear: (report: TestReport) => void = () => {};
  let judge: ((end: RunEnd) => ReturnType<typeof judgeRun>) | undefined;
  const allure = shelter(
    allureReporter({
      resultsDir: resultsDirIn(directory),
      ...besideRun(directory, executorOf(call.terminal.env)),
      verdict: (reports) => judge?.({ reports, crashed: [], interrupted: signal.aborted }),
    }),
  );
  const known = { embedded: settings.service === undefined, budgets: settings.budgets };
  const suites = beginSuites(
    { budgets: sharedTarget(known, shard).budgets },
    { onReport: (report) => hear(report), reporters: [timings.reporter, allure], signal },
  );
  return {
    started: suites.started,
    abandon: suites.abandon,
    run: async (run) => {
      tellUnsettled(run);
      const heard = hearing(run);
      hear = heard.hear;
      judge = (end) => judgeRun(run, end);
      const running = suites.run(run.plan);
      // While the worker registers the tests, this process would only wait.
      if (shard === undefined) prepareAllureReport();
      const end = await running;
      timings.mark('results');
      heard.end();
      if (run.plan.ledger && !end.interrupted) await reconcile(run.plan.ledger, run.plan.target);
      const whole = !end.interrupted && end.crashed.length === 0;
      return concludeRun(run, end, whole ? { results: allure.written } : {});
    },
  };
}
