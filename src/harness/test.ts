import { afterAll, describe, test as register, type TestContext } from 'vitest';
import type { RequirementId, TestReport } from '#contract';
import type { Condition } from './condition.ts';
import { type Body, judgeBody } from './judge-body.ts';
import { session } from './session.ts';
import { Deviation } from './verdicts.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What the test tells the judge. */
    conformance?: TestReport;
    /** What it tells of the variations that it was tried under, in a proof. */
    beside?: readonly TestReport[];
  }
}

const runOrdinary = (requirement: RequirementId, body: Body) => async (context: TestContext) => {
  const report = await judgeBody(requirement, body, { shared: true, signal: context.signal });
  context.task.meta.conformance = report;
  if (report.untested !== undefined) context.skip(report.untested);
  if (report.findings.length > 0) throw new Deviation(report.findings);
  if (report.broken !== undefined) throw new Error(`${report.broken.code}: ${report.broken.message}`);
};

/** In `prove` a test ends quietly whatever it found: its report is the result, one row of the matrix. */
const runProof =
  (requirement: RequirementId, body: Body, condition: Condition) => async (context: TestContext) => {
    context.task.meta.conformance = await judgeBody(requirement, body, condition);
  };

/** How many variations a test is tried under at the same time. */
const atOnce = 8;

/** All variations of a requirement in one test: as tests of their own they would fill the memory twice over. */
const runBeside =
  (requirement: RequirementId, body: Body, { ids, shared }: { ids: readonly string[]; shared: boolean }) =>
  async (context: TestContext) => {
    const reports: TestReport[] = [];
    for (let first = 0; first < ids.length; first += atOnce) {
      const some = ids.slice(first, first + atOnce);
      reports.push(
        ...(await Promise.all(some.map((fault) => judgeBody(requirement, body, { fault, shared })))),
      );
    }
    context.task.meta.beside = reports.map((report) => ({ ...report, observations: [] }));
  };

/** Each fault has a world of its own; a variation has one for all tests that do not need to be alone in it. */
const registerProof = (
  requirement: RequirementId,
  body: Body,
  { alone }: { readonly alone: boolean },
): void => {
  const { plan, recalled } = session();
  const { faults, variations } = plan.proof ?? {};
  // What was recalled in two hundred worlds fills the memory, and is soon asked for again.
  afterAll(() => recalled.clear());
  for (const fault of faults?.[requirement] ?? [])
    register.concurrent(
      `${requirement} under ${fault}`,
      runProof(requirement, body, { fault, shared: false }),
    );
  const ids = variations?.[requirement] ?? [];
  if (ids.length > 0)
    register.concurrent(
      `${requirement} beside ${ids.length} variations`,
      runBeside(requirement, body, { ids, shared: !alone }),
    );
};

const registerTest = (
  requirement: RequirementId,
  body: Body,
  { alone }: { readonly alone: boolean },
): void => {
  const { plan } = session();
  if (plan.only !== undefined && !plan.only.includes(requirement)) return;
  if (plan.proof !== undefined) registerProof(requirement, body, { alone });
  else (alone ? register : register.concurrent)(requirement, runOrdinary(requirement, body));
};

/** Suites whose tests run beside each other, once those of the stage before have ended. */
export const stage = (name: string, load: () => Promise<void>): void => {
  describe(name, load);
};

/** Registers the proof of a requirement; it runs beside others. */
export const test = (requirement: RequirementId, body: Body): void =>
  registerTest(requirement, body, { alone: false });

/** Registers the proof of a requirement that shares a balance or a listing with others: it runs alone. */
export const flow = (requirement: RequirementId, body: Body): void =>
  registerTest(requirement, body, { alone: true });
