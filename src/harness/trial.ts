import fc from 'fast-check';
import type { Finding, RequirementId, RunPlan } from '#contract';
import type { Extent } from './cases.ts';
import { Deviation, Limited } from './verdicts.ts';

/** What a property is bound to. */
export interface TrialContext {
  readonly plan: RunPlan;
  readonly requirement: RequirementId;
  /** Which of the test's properties this is, counted from 1. */
  readonly turn: number;
  readonly extent: Extent;
  /** How much the test has judged and observed: a case that adds nothing was left out, and stands for none. */
  readonly work: () => number;
  /** Told of each case that was judged. */
  readonly onCase: () => void;
  /** Keeps the evidence of now, to be put back once the smallest case is found. */
  readonly holdEvidence: () => () => void;
}

export interface Trial<T> {
  readonly arbitrary: fc.Arbitrary<T>;
  readonly cases: number;
  readonly judge: (value: T) => Promise<void>;
  /** Tells a case without the data in it. */
  readonly tell: (value: T) => string;
  /** By which two cases are the same; by default all that is in them. */
  readonly key?: (value: T) => string;
  /** Tried before what is drawn. */
  readonly examples?: readonly T[];
  /** Cases that may be sent to find a smaller one than the first that failed. */
  readonly shrinks?: number;
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

/** What came of the cases so far. */
class Course<T> {
  interruption: unknown;
  limited: unknown;
  judged = 0;
  failure: Deviation | undefined;
  restore: (() => void) | undefined;
  readonly #seen = new Set<string>();
  readonly #trial: Trial<T>;
  readonly #context: TrialContext;
  #shrinksLeft: number;

  constructor(context: TrialContext, trial: Trial<T>) {
    this.#context = context;
    this.#trial = trial;
    this.#shrinksLeft = trial.shrinks ?? Number.POSITIVE_INFINITY;
  }

  /** Judges a case unless it is known or nothing more is to be sent; throws a deviation only. */
  async take(value: T): Promise<void> {
    if (this.hasEnded()) return;
    const key = (this.#trial.key ?? fc.stringify)(value);
    if (this.#seen.has(key)) return;
    if (this.failure !== undefined && this.#shrinksLeft-- <= 0) return;
    this.#seen.add(key);
    const before = this.#context.work();
    try {
      await this.#trial.judge(value);
      if (this.#context.work() === before) return;
      this.judged += 1;
      this.#context.onCase();
    } catch (error) {
      if (error instanceof Deviation) throw this.#fail(error);
      if (error instanceof Limited) this.limited = error;
      else this.interruption = error;
    }
  }

  /** Different cases that were drawn, those that were left out included. */
  get met(): number {
    return this.#seen.size;
  }

  /** Whether as much was judged as is wanted, or nothing more can be; a failure is still to be shrunk. */
  hasEnded(): boolean {
    const { cases, examples = [] } = this.#trial;
    const enough = this.failure === undefined && this.judged >= cases + examples.length;
    return enough || this.interruption !== undefined;
  }

  /** Each failure is of a smaller case than the one before. */
  #fail(deviation: Deviation): Deviation {
    this.failure = deviation;
    this.restore = this.#context.holdEvidence();
    return deviation;
  }
}

const replayable = (
  { requirement, turn }: TrialContext,
  findings: readonly Finding[],
  { told, seed, path }: { readonly told: string; readonly seed: number; readonly path: string | null },
): Finding[] => {
  const replay = { requirement, seed, path: path ?? '', property: turn };
  return findings.map((finding) => ({ ...finding, case: told, replay }));
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
    const details = await fc.check(property, { ...boundsOf(context, trial), numRuns });
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
  // What ends the search for a smaller case takes nothing from what was found before.
  if (course.interruption !== undefined && course.failure === undefined) throw course.interruption;
  if (course.limited !== undefined && course.judged === 0) throw course.limited;
  if (!details.failed || details.counterexample === null) return;
  const error = details.errorInstance;
  if (!(error instanceof Deviation)) throw error ?? new Error('the generator ran out of distinct cases');
  course.restore?.();
  const [smallest] = details.counterexample;
  const { seed, counterexamplePath: path } = details;
  throw new Deviation(replayable(context, error.findings, { told: trial.tell(smallest), seed, path }));
};
