import type { Reporter } from 'vitest/node';
import { unreadLinesOf } from '#client';
import type { RunPlan, TestReport } from '#contract';
import { allureReporter, plural, prepareAllureReport } from '#reporting';
import { unsettledAt } from '../orders/orders.ts';
import { reconcile } from '../orders/reconcile.ts';
import { beginKeeping } from '../output/folder.ts';
import { executorOf } from '../terminal/continuous-integration.ts';
import { createProgress } from '../terminal/progress.ts';
import { concludeRun, isOfDisk, type Run } from './conclusion.ts';
import { additionsTo, judgeRun, resultsDirIn, trafficOf } from './judgement.ts';
import { idsOf } from './run-choices.ts';
import { runSuites } from './vitest.ts';

/** Lines of a ledger that are named by their numbers. */
const maxLines = 10;

/** A run that still has to send. */
export interface SendingRun extends Run {
  readonly plan: RunPlan;
}

/** A run that was killed left orders behind of which only the ledger knows. */
function reportUnsettled({ call, plan }: Run): void {
  const left = plan.ledger ? unsettledAt(plan.ledger).length : 0;
  if (left > 0)
    call.say(
      `Ledger       of earlier runs the outcome of ${plural(left, 'order')} is not known; none is sent again`,
    );
  const unread = plan.ledger ? unreadLinesOf(plan.ledger.file) : [];
  const lines = `${unread.slice(0, maxLines).join(', ')}${unread.length > maxLines ? ' and more' : ''}`;
  if (unread.length > 0)
    call.say(
      `Ledger       ${plural(unread.length, 'line')} of it could not be read and count for nothing: ${lines}`,
    );
}

/** Keeps and shows the report of each test, from the first on. */
function keeping(run: Run): { readonly onReport: (report: TestReport) => void; readonly end: () => void } {
  const { call, choices } = run;
  const progress = call.flag('quiet')
    ? { show: () => {}, end: () => {} }
    : createProgress(call.people, idsOf(choices).length);
  const reports: TestReport[] = [];
  const { keep } = beginKeeping({
    directory: choices.directory,
    secrets: run.secrets,
    verdict: () => judgeRun(run, { reports, crashed: [], interrupted: true }),
  });
  const onReport = (report: TestReport) => {
    reports.push(report);
    progress.show(report);
    keep();
  };
  return { onReport, end: progress.end };
}

/** A reporter that cannot write must not end the run: what the tests reported is still to be judged. */
const shelter = <Sheltered extends Reporter>(reporter: Sheltered): Sheltered =>
  new Proxy(reporter, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]) => {
        try {
          return member.apply(target, args);
        } catch (error) {
          if (!isOfDisk(error)) throw error;
        }
      };
    },
  });

/** Runs the tests to their end, judges and reports; resolves to the exit code. */
export async function testAndConclude(run: SendingRun): Promise<number> {
  const { call, choices, plan, interruption } = run;
  const { directory, shard } = choices;
  const { signal } = interruption;
  reportUnsettled(run);
  const { onReport, end: endProgress } = keeping(run);
  const allure = shelter(
    allureReporter({
      resultsDir: resultsDirIn(directory),
      ...additionsTo(directory, executorOf(call.terminal.env)),
      verdict: (reports) => judgeRun(run, { reports, crashed: [], interrupted: signal.aborted }),
    }),
  );
  const running = runSuites(plan, { onReport, reporters: [allure], signal });
  // While the worker registers the tests, this process would only wait.
  if (shard === undefined) prepareAllureReport();
  const end = await running;
  endProgress();
  if (plan.ledger && !end.interrupted) await reconcile(plan.ledger, plan.target, trafficOf(end.reports).sent);
  const whole = !end.interrupted && end.crashed.length === 0;
  return concludeRun(run, end, whole ? { results: allure.written } : {});
}
