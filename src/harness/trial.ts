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
  /** How many cases are under way at a time; one where a case must be alone. */
  readonly atOnce: number;
  /** Told of each case that was judged. */
  readonly onCase: () => void;
}

export interface Trial<T> {
  readonly arbitrary: fc.Arbitrary<T>;
  readonly cases: number;
  /** Resolves to whether anything was judged: a case that was left out stands for none. */
  readonly judge: (value: T) => Promise<boolean>;
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

/** What came of one case. */
type Outcome = { readonly judged: boolean } | { readonly error: unknown };

/** What came of the cases so far. */
class Course<T> {
  interruption: unknown;
  limited: unknown;
  judged = 0;
  failure: Deviation | undefined;
  /** The case of the failure. */
  smallest: T | undefined;
  readonly #seen = new Set<string>();
  readonly #trial: Trial<T>;
  readonly #context: TrialContext;
  /** Cases that have begun, whether they were asked for already or not. */
  readonly #begun = new Map<string, { readonly value: T; readonly outcome: Promise<Outcome> }>();
  #coming: Iterator<T> = [][Symbol.iterator]();
  #underWay = 0;
  /** Begun, and not counted yet. */
  #open = 0;
  /** Something went wrong, so that nothing more begins before it is asked for. */
  #halted = false;
  #shrinksLeft: number;

  constructor(context: TrialContext, trial: Trial<T>) {
    this.#context = context;
    this.#trial = trial;
    this.#shrinksLeft = trial.shrinks ?? Number.POSITIVE_INFINITY;
  }

  /** Cases that will be asked for in this order; some of them begin before. */
  foresee(values: readonly T[]): void {
    this.#coming = values[Symbol.iterator]();
  }

  /** Judges a case unless it is known or nothing more is to be sent; throws a deviation only. */
  async take(asked: T): Promise<void> {
    if (this.hasEnded()) return;
    const key = this.#keyOf(asked);
    if (this.#seen.has(key)) return;
    if (this.failure !== undefined && this.#shrinksLeft-- <= 0) return;
    this.#seen.add(key);
    const { value, outcome } = this.#begun.get(key) ?? this.#begin(key, asked);
    this.#beginAhead();
    const met = await outcome;
    this.#open -= 1;
    if (!('error' in met)) this.#count(met.judged);
    else if (met.error instanceof Deviation) throw await this.#fail(met.error, value);
    else if (met.error instanceof Limited) this.limited = met.error;
    else this.interruption = met.error;
  }

  /** Different cases that were drawn, those that were left out included. */
  get met(): number {
    return this.#seen.size;
  }

  /** Whether as much was judged as is wanted, or nothing more can be; a failure is still to be shrunk. */
  hasEnded(): boolean {
    const enough = this.failure === undefined && this.judged >= this.#wanted;
    return enough || this.interruption !== undefined;
  }

  get #wanted(): number {
    const { cases, examples = [] } = this.#trial;
    return cases + examples.length;
  }

  #keyOf(value: T): string {
    return (this.#trial.key ?? fc.stringify)(value);
  }

  #count(judged: boolean): void {
    if (!judged) return;
    this.judged += 1;
    this.#context.onCase();
  }

  #begin(key: string, value: T) {
    this.#underWay += 1;
    this.#open += 1;
    const judging = this.#trial.judge(value).then(
      (judged): Outcome => ({ judged }),
      (error: unknown): Outcome => {
        this.#halted ||= !(error instanceof Limited);
        return { error };
      },
    );
    const outcome = judging.finally(() => {
      this.#underWay -= 1;
      this.#beginAhead();
    });
    this.#begun.set(key, { value, outcome });
    return { value, outcome };
  }

  /** No more than are wanted if each of them is judged. */
  #beginAhead(): void {
    while (
      !this.#halted &&
      this.#underWay < this.#context.atOnce &&
      this.judged + this.#open < this.#wanted
    ) {
      const { done, value } = this.#coming.next();
      if (done) return;
      const key = this.#keyOf(value);
      if (!this.#begun.has(key)) this.#begin(key, value);
    }
  }

  /** Each failure is of a smaller case than the one before, and is found alone. */
  async #fail(deviation: Deviation, value: T): Promise<Deviation> {
    [this.failure, this.smallest] = [deviation, value];
    await Promise.all([...this.#begun.values()].map(({ outcome }) => outcome));
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
