// Vitest loads this before each suite file, where it runs the suites by itself: from a terminal, a watch or an editor.
import { AssertionError } from 'node:assert';
import type { RunnerTestCase, TestContext } from 'vitest';
import type { TestReport } from '#contract';
import { declareTests } from '#harness';
import { describeForAllure, failureText, judgeAlone } from '#reporting';
import { openOnce } from './session.ts';

/** The claim could not be put to the service: nobody answered, or we made a mistake. */
class BrokenTest extends Error {
  override readonly name = 'BrokenTest';

  constructor(text: string) {
    // Allure takes each message with this word for a failure.
    super(text.replace(/assert\w*/gi, 'check'));
  }
}

/** An error that points to the line of the suite and not to this file. */
const pointingTo = <E extends Error>(error: E, { file, location }: RunnerTestCase): E => {
  const place =
    location === undefined ? file.filepath : `${file.filepath}:${location.line}:${location.column}`;
  error.stack = `${error.name}: ${error.message}\n    at ${place}`;
  return error;
};

/** Ends a test as Vitest's users expect, by the outcome that the requirement has where it is run alone. */
const endTest = async (report: TestReport, { task, skip, annotate }: TestContext): Promise<void> => {
  const { plan } = await openOnce();
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
  if (outcome === 'broken') throw pointingTo(new BrokenTest(failureText(judged)), task);
};

declareTests({ open: openOnce, gathersFirst: true, end: endTest });
