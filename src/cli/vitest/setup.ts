// Vitest loads this file before each suite file. It declares a test for each check in its suite. Before the tests it
// gathers the data of all selected tests. It ends each test as Vitest's users expect.
import { AssertionError } from 'node:assert';
import { beforeAll, type RunnerTestCase, type RunnerTestSuite, type TestContext, test } from 'vitest';
import { type AnyCheck, checkOf, declareWith, type SuiteRow } from '#checks';
import { operationIds } from '#contract';
import { type CheckOutcome, gatherAll, isUnsettled, judgeCheck, placeOf, settle } from '#harness';
import { describeForAllure, failureText, judgeAlone } from '#reporting';
import type { Plan, TestReport } from '#run';
import { openOnce } from './session.ts';

declare module 'vitest' {
  interface TaskMeta {
    requirement?: string;
    claim?: string;
    section?: string;
    operations?: readonly string[];
  }
}

/** The claim could not be tested: no answer, or a mistake in our code. */
class NoResult extends Error {
  override readonly name = 'NoResult';

  constructor(text: string) {
    // Allure reads each message with this word as a failure.
    super(text.replace(/assert\w*/gi, 'check'));
  }
}

/** An error that points to the line of the suite, and not to this file. */
const pointingTo = <E extends Error>(error: E, { file, location }: RunnerTestCase): E => {
  const place = location === undefined ? file.filepath : `${file.filepath}:${location.line}:${location.column}`;
  error.stack = `${error.name}: ${error.message}\n    at ${place}`;
  return error;
};

/** Ends a test as Vitest's users expect, with the outcome that the requirement has when it runs alone. */
const endTest = async (
  report: TestReport,
  { plan, context: { task, skip, annotate } }: { readonly plan: Plan; readonly context: TestContext },
): Promise<void> => {
  const judged = judgeAlone(report, plan);
  await describeForAllure(judged, report, plan.target);
  const { outcome, reason, findings } = judged;
  const [first] = findings;
  if (outcome === 'deviates' && first !== undefined) {
    const { expected, observed: actual } = first;
    throw pointingTo(new AssertionError({ message: failureText(judged), expected, actual }), task);
  }
  if (outcome === 'drifts') await annotate(failureText(judged), 'drift');
  for (const { situation, fact } of outcome === 'observed' ? (judged.observations ?? []) : [])
    await annotate(`${situation}: ${fact}`, 'observation');
  if (outcome === 'untested') skip(reason);
  if (outcome === 'no-result') throw pointingTo(new NoResult(failureText(judged)), task);
};

/**
 * Tags and meta by which Vitest finds a test. No test needs a time-out, because requests have deadlines and are
 * counted.
 */
const optionsOf = ({ id, firmness, operations, tag, claim, section }: SuiteRow) => ({
  timeout: 0,
  // The same tags as in `run --only`.
  tags: [firmness, tag, ...(operations.length === operationIds.length ? [] : operations)],
  meta: { requirement: id, claim, section, operations },
});

const isToRun = ({ mode }: { readonly mode: string }): boolean => mode === 'run' || mode === 'queued';

const testsIn = ({ tasks }: RunnerTestSuite): readonly RunnerTestCase[] =>
  tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task) : [task]));

const declared = new Map<string, SuiteRow>();
const settled = new Map<AnyCheck, CheckOutcome>();

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the text of this function that it needs no fixture.
beforeAll(async ({}, suite) => {
  const selected = testsIn(suite)
    .filter(isToRun)
    .flatMap(({ name }) => declared.get(name)?.check ?? []);
  if (selected.length === 0) return;
  // Each test reports that there is no service. An error in the file would only skip the tests.
  const opened = await openOnce().catch(() => undefined);
  if (opened === undefined) return;
  const inOrder = selected.toSorted((one, other) => placeOf(one) - placeOf(other));
  const { budget, session } = opened;
  const { runState } = session;
  const gathering = gatherAll(inOrder, runState);
  await Promise.allSettled([...gathering.values()]);
  for (const check of inOrder) settled.set(check, await judgeCheck(check, runState, gathering.get(check)));
  const unsettled = new Map([...settled].filter(([check, outcome]) => isUnsettled(check, outcome, runState)));
  for (const [check, outcome] of await settle(inOrder, unsettled, { runState, budget })) settled.set(check, outcome);
}, 0);

declareWith((row) => {
  declared.set(row.id, row);
  test.concurrent(row.id, optionsOf(row), async (context) => {
    const check = checkOf(row);
    const { plan, session } = await openOnce();
    const outcome = settled.get(check) ?? (await judgeCheck(check, session.runState));
    await endTest(await session.report(check, outcome), { plan, context });
  });
});
