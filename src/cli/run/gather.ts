import type { Reporter } from 'vitest/node';
import { unreadLinesOf } from '#client';
import type { GatheredReports, Plan, TestReport } from '#contract';
import { allureReporter, plural, prepareAllureReport, type Written } from '#reporting';
import type { CommandCall, Values } from '../command.ts';
import { unsettledAt } from '../orders/orders.ts';
import { reconcile } from '../orders/reconcile.ts';
import { isOfDisk } from '../output/disk.ts';
import { beginKeeping } from '../output/folder.ts';
import { type Config, idsOf } from '../settings/config.ts';
import type { runOptions } from '../settings/options.ts';
import { executorOf } from '../terminal/continuous-integration.ts';
import { createProgress } from '../terminal/progress.ts';
import { additionsTo, judge, resultsDirIn, trafficOf } from './judge.ts';
import { runSuites } from './vitest.ts';

export type RunCall = CommandCall<Values<typeof runOptions>>;

interface Gathering {
  readonly call: RunCall;
  readonly config: Config;
  readonly plan: Plan;
  readonly startedAt: Date;
  readonly signal: AbortSignal;
}

/** Lines of a ledger that are named by their numbers. */
const maxLines = 10;

/** A run that was killed left orders behind of which only the ledger knows. */
function reportUnsettled({ call, plan: { ledger } }: Gathering): void {
  if (ledger === undefined) return;
  const left = unsettledAt(ledger).length;
  if (left > 0)
    call.say(
      `Ledger       of earlier runs the outcome of ${plural(left, 'order')} is not known; none is sent again`,
    );
  const unread = unreadLinesOf(ledger.file);
  const lines = `${unread.slice(0, maxLines).join(', ')}${unread.length > maxLines ? ' and more' : ''}`;
  if (unread.length > 0)
    call.say(
      `Ledger       ${plural(unread.length, 'line')} of it could not be read and count for nothing: ${lines}`,
    );
}

/** Keeps and shows the report of each test, from the first on. */
function progressKeeper({ call, config, plan, startedAt }: Gathering) {
  const progress = call.options.quiet
    ? { show: () => {}, end: () => {} }
    : createProgress(call.people, idsOf(config).length);
  const reports: TestReport[] = [];
  const { keep } = beginKeeping({
    directory: config.directory,
    secrets: Object.values(plan.target.keys),
    verdict: () => judge(config, plan, { startedAt, reports, crashed: [], interrupted: true }),
  });
  const onReport = (report: TestReport) => {
    reports.push(report);
    progress.show(report);
    keep();
  };
  return { onReport, end: progress.end };
}

/** A reporter that cannot write must not end the run: what the tests reported is still to be judged. */
const ignoringDiskErrors = <Wrapped extends Reporter>(reporter: Wrapped): Wrapped =>
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

/** Sends what the checks of a plan need, and gathers what each of them makes of the answers. */
export async function gather(
  gathering: Gathering,
): Promise<{ readonly gathered: GatheredReports; readonly allure: Written | undefined }> {
  const { call, config, plan, startedAt, signal } = gathering;
  const { directory, shard } = config;
  reportUnsettled(gathering);
  const { onReport, end: endProgress } = progressKeeper(gathering);
  const allure = ignoringDiskErrors(
    allureReporter({
      resultsDir: resultsDirIn(directory),
      ...additionsTo(directory, executorOf(call.terminal.env)),
      verdict: (reports) =>
        judge(config, plan, { startedAt, reports, crashed: [], interrupted: signal.aborted }),
    }),
  );
  const running = runSuites(plan, { onReport, reporters: [allure], signal });
  // While the worker registers the tests, this process would only wait.
  if (shard === undefined) prepareAllureReport();
  const gathered = { ...(await running), startedAt };
  endProgress();
  const { interrupted, crashed } = gathered;
  if (plan.ledger && !interrupted) await reconcile(plan.ledger, plan.target, trafficOf(gathered).sent);
  return { gathered, allure: !interrupted && crashed.length === 0 ? allure.written : undefined };
}
