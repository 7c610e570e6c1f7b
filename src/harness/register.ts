import { beforeAll, describe, test as register, type TestContext } from 'vitest';
import type { AnyCheck, UniversalCheck } from '#checks';
import type { TestReport } from '#contract';
import { plannedChecks } from './plan.ts';
import { reportOf } from './report.ts';
import { session } from './session.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The test's report to the judge. */
    conformance?: TestReport;
  }
}

/** A finding in one line, without a value of the payload. */
const describeFinding = ({ code, operation, where, expected, observed }: TestReport['findings'][number]) =>
  `${code} ${operation} ${where}: expected ${expected}, actual ${observed}`;

/** A broken rule can show in every item of every page; nobody reads a message of so many lines. */
const maxLines = 20;

/** Without a stack, which leads to this file and for which Vitest would read the source maps of all that we are built of. */
const failure = (message: string): Error => Object.assign(new Error(message), { stack: '' });

const failureOf = ({ findings, broken }: TestReport): Error | undefined => {
  if (findings.length > 0) {
    const more = findings.length - maxLines;
    const lines = findings.slice(0, maxLines).map(describeFinding);
    return failure([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'));
  }
  return broken && failure(`${broken.code}: ${broken.message}`);
};

const run = (check: AnyCheck) => async (context: TestContext) => {
  const report = await reportOf(check, session());
  context.task.meta.conformance = report;
  const failed = failureOf(report);
  if (failed) throw failed;
  if (report.untested !== undefined) context.skip(report.untested.reason);
};

/** Requests have deadlines and are counted; a test that waits for another probe has no time-out. */
const registerEach = (checks: readonly AnyCheck[]): void => {
  for (const check of checks) register.concurrent(check.requirement, { timeout: 0 }, run(check));
};

/** The requests of checks that judge every exchange are sent with all others, and before refused keys. */
const sendFor = (checks: readonly UniversalCheck[]): void => {
  const { world } = session();
  for (const source of checks.flatMap(({ needs }) => needs)) world.get(source).catch(() => undefined);
};

/** Registers one test a check. */
export const registerTests = (): void => {
  const { requirements, everyExchange } = plannedChecks(session().plan);
  describe('requirements', () => {
    beforeAll(() => sendFor(everyExchange));
    registerEach(requirements);
  });
  describe('every exchange', () => registerEach(everyExchange));
};
