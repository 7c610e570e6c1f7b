import { beforeAll, type RunnerTestCase, type RunnerTestSuite, type TestContext, test } from 'vitest';
import { type AnyCheck, declareWith } from '#checks';
import { isOfWholeService, type Plan, requirementOf, type TestReport } from '#contract';
import { type GatheredData, gatherAll } from './gather.ts';
import { asPlanned, placeOf } from './plan.ts';
import { reportOf } from './report.ts';
import { plannedSession, type Session } from './session.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The test's report to the judge of a run. */
    conformance?: TestReport;
    requirement?: string;
    claim?: string;
    section?: string;
    operations?: readonly string[];
  }
}

export interface Testing {
  /** Called by the first test that is to run, and by each other. */
  readonly open: () => Promise<Session>;
  /** Names the checks to declare tests of; without it, all. */
  readonly plan?: Pick<Plan, 'only' | 'alongside'>;
  /** Has no test begin before all that the tests of the file judge by was gathered. */
  readonly gathersFirst: boolean;
  readonly end: (report: TestReport, context: TestContext) => void | Promise<void>;
}

/** Tags and meta by which Vitest finds a test. Requests have deadlines and are counted, so that no test needs a time-out. */
const optionsOf = ({ requirement }: AnyCheck) => {
  const required = requirementOf(requirement);
  const { firmness, operations, tag, claim, section } = required;
  return {
    timeout: 0,
    // As `run --only` chooses them.
    tags: [firmness, tag, ...(isOfWholeService(required) ? [] : operations)],
    meta: { requirement, claim, section, operations },
  };
};

const isToRun = ({ mode }: { readonly mode: string }): boolean => mode === 'run' || mode === 'queued';

const testsIn = ({ tasks }: RunnerTestSuite): readonly RunnerTestCase[] =>
  tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task) : [task]));

/** Has Vitest declare a test of each check where its suite stands, and gather before them what those that run judge by. */
export const declareTests = ({ open, plan = {}, gathersFirst, end }: Testing): void => {
  const declared = new Map<string, AnyCheck>();
  let gathering: ReadonlyMap<AnyCheck, GatheredData> | undefined;
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the text of this function that it needs no fixture.
  beforeAll(async ({}, suite) => {
    const selected = testsIn(suite)
      .filter(isToRun)
      .flatMap(({ name }) => declared.get(name) ?? []);
    if (selected.length === 0) return;
    // Each test says why there is no service to ask; a file that fails would leave them skipped.
    const world = await open().then(
      (session) => session.world,
      () => undefined,
    );
    if (world === undefined) return;
    gathering = gatherAll(
      selected.toSorted((one, other) => placeOf(one) - placeOf(other)),
      world,
    );
    if (gathersFirst) await Promise.allSettled([...gathering.values()]);
  }, 0);
  declareWith((registered) => {
    const check = asPlanned(registered, plan);
    if (check === undefined) return;
    declared.set(check.requirement, check);
    test.concurrent(check.requirement, optionsOf(check), async (context) => {
      await end(await reportOf(check, await open(), gathering?.get(check)), context);
    });
  });
};

/** Declares the tests of a run, which hand their reports to the process that started Vitest. */
export const declarePlannedTests = (): void => {
  const session = plannedSession();
  declareTests({
    open: async () => session,
    plan: session.plan,
    gathersFirst: false,
    end: (report, { task }) => {
      task.meta.conformance = report;
    },
  });
};
