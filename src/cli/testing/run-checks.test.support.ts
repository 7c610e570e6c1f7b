import type { GatheredReports, Plan, TestReport } from '#contract';
import { gatherAll, openSession, plannedChecks, reportOf, type SessionOptions } from '#harness';
import type { OnReport } from '../run/collector.ts';
import type { SuiteHooks } from '../run/vitest.ts';
import '../../../suites/index.ts';

/** Runs the checks as the tests of a worker do, in this process and without Vitest. */
export async function runChecks(
  plan: Plan,
  onReport: OnReport = () => {},
  options: SessionOptions = {},
): Promise<readonly TestReport[]> {
  const session = openSession(plan, options);
  const checks = plannedChecks(plan);
  const gathering = gatherAll(checks, session.world);
  const reports: TestReport[] = [];
  await Promise.all(
    checks.map(async (check) => {
      const report = await reportOf(check, session, gathering.get(check));
      reports.push(report);
      onReport(report);
    }),
  );
  return reports;
}

/** Stands in for the function of this name that starts Vitest. */
export async function runSuites(plan: Plan, { onReport }: SuiteHooks = {}): Promise<GatheredReports> {
  const startedAt = new Date();
  const reports = [...(await runChecks(plan, onReport))];
  return { startedAt, reports, crashed: [], interrupted: false };
}
