import fc from 'fast-check';
import type { Finding, RequirementId, RunPlan } from '#contract';
import type { Extent } from './cases.ts';
import { Course, type CourseContext, type Trial } from './course.ts';
import { Deviation } from './verdicts.ts';

/** What a property is bound to. */
export interface TrialContext extends CourseContext {
  readonly plan: RunPlan;
  readonly requirement: RequirementId;
  /** Which of the test's properties this is, counted from 1. */
  readonly turn: number;
  readonly extent: Extent;
}

/** Whether a replay asks for this property; without a replay every property is asked for. */
const isAskedFor = ({ plan: { replay }, turn }: TrialContext): boolean =>
  replay?.property === undefined || replay.property === turn;

/** Most draws for each case that is wanted: examples come again and again, and what is known or left out is not sent. */
const mostDraws = 10;

/** Fewest draws that can show that there are no more cases. */
const tellingDraws = 40;

const boundsOf = <T>({ plan }: TrialContext, { examples = [] }: Trial<T>): fc.Parameters<[T]> => {
  const path = plan.replay?.path;
  return {
    seed: plan.seed,
    examples: examples.map((example) => [example]),
    ...(path === undefined ? { endOnFailure: plan.proof !== undefined } : { path, endOnFailure: true }),
  };
};

const replayable = (
  { requirement, turn }: TrialContext,
  findings: readonly Finding[],
  { told, seed, path }: { readonly told: string; readonly seed: number; readonly path: string | null },
): Finding[] => {
  const replay = { requirement, seed, path: path ?? '', property: turn };
  return findings.map((finding) => ({ ...finding, case: told, replay }));
};

/** The values that a check will ask for, from one that judges none: the sampler of the library draws others. */
const drawnBy = async <T>({ arbitrary }: Trial<T>, bounds: fc.Parameters<[T]>): Promise<readonly T[]> => {
  const values: T[] = [];
  await fc.check(
    fc.asyncProperty(arbitrary, async (value) => void values.push(value)),
    bounds,
  );
  return values;
};

/**
 * Draws until enough was judged, or until twice as many draws bring nothing new: then there are no more cases. Each round
 * draws the values of the one before again, and judges only the new ones.
 */
const draw = async <T>(course: Course<T>, context: TrialContext, trial: Trial<T>) => {
  const { cases, examples = [] } = trial;
  const most = cases * mostDraws + examples.length;
  const property = fc.asyncProperty(trial.arbitrary, (value) => course.take(value));
  for (let draws = cases + examples.length; ; draws *= 2) {
    const numRuns = Math.min(draws, most);
    const { met } = course;
    const bounds = { ...boundsOf(context, trial), numRuns };
    if (context.atOnce > 1 && bounds.path === undefined) course.foresee(await drawnBy(trial, bounds));
    const details = await fc.check(property, bounds);
    const spent = numRuns === most || (numRuns >= tellingDraws && course.met === met);
    if (details.failed || course.hasEnded() || spent) return details;
  }
};

/**
 * Judges a claim over drawn cases. A deviation is shrunk to its smallest case and thrown with seed and path; any other
 * failure (no answer, a missing role) ends the property at once and is never shrunk.
 */
export const tryAll = async <T>(context: TrialContext, trial: Trial<T>): Promise<void> => {
  if (!isAskedFor(context)) return;
  const course = new Course(context, trial);
  const details = await draw(course, context, trial);
  // Nothing is sent any more in the name of a test that has told its end.
  await course.settled();
  // What ends the search for a smaller case takes nothing from what was found before.
  if (course.interruption !== undefined && course.failure === undefined) throw course.interruption;
  if (course.limited !== undefined && course.judged === 0) throw course.limited;
  if (!details.failed || details.counterexample === null) return;
  const error = details.errorInstance;
  if (!(error instanceof Deviation)) throw error ?? new Error('the generator ran out of distinct cases');
  const { smallest = details.counterexample[0] } = course;
  const { seed, counterexamplePath: path } = details;
  const findings = replayable(context, error.findings, { told: trial.tell(smallest), seed, path });
  throw new Deviation(findings, error.shownBy());
};
