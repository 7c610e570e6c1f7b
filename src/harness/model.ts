import fc from 'fast-check';
import type { Conformance } from './conformance.ts';
import type { PropertyContext } from './property.ts';
import { tryAll } from './trial.ts';

/** One thing that a client may do, and what it changes in the model. */
export interface Step<M> {
  /** In a few words, without data: `read page 2 by 3`. */
  readonly told: string;
  /** Whether it makes sense now; a step that does not is left out. */
  readonly isPossible?: (model: M) => boolean;
  /** Does it, notes in the model what it changed, and may judge what it met. */
  readonly take: (model: M) => Promise<void>;
}

/** What a service is held to through sequences of steps. */
export interface Sequences<M extends object> {
  /** The model of what is there before the first step. */
  readonly begin: () => Promise<M>;
  /** In the order of the tour, with which every run begins. */
  readonly steps: readonly Step<M>[];
  /** What must hold after each sequence. */
  readonly judge: (model: M) => Promise<void>;
}

/** Each sequence has its own, made by what it is given: several may be under way together. */
export type ForSequences = <M extends object>(of: (t: Conformance) => Sequences<M>) => Promise<void>;

/** Cases that are sent to make a sequence shorter: each costs as many requests as it has steps. */
const mostShrinks = 60;

/** Steps by their place in the tour. */
type Numbers = readonly number[];

class StepCommand<M extends object> implements fc.AsyncCommand<M, object> {
  readonly #step: Step<M>;
  readonly #onTake: () => void;

  constructor(step: Step<M>, onTake: () => void) {
    this.#step = step;
    this.#onTake = onTake;
  }

  check(model: Readonly<M>): boolean {
    return this.#step.isPossible?.(model) ?? true;
  }

  async run(model: M): Promise<void> {
    this.#onTake();
    await this.#step.take(model);
  }

  toString(): string {
    return this.#step.told;
  }
}

const tellSteps = (told: readonly string[]): string =>
  told.length === 0 ? 'no step' : told.map((step, index) => `${index + 1}. ${step}`).join('; ');

/** Twice over, so that each step is taken both before and after each other one. */
const tourOf = (steps: Numbers, isProof: boolean): Numbers => (isProof ? steps : [...steps, ...steps]);

/**
 * Takes steps in drawn orders and judges the model after each order. The sequences are arrays and not `fc.commands`:
 * an array can begin with an example, shrinks the example too, and is made again from seed and path alone.
 */
export const createForSequences =
  ({ turn, openCase }: Pick<PropertyContext, 'turn' | 'openCase'>): ForSequences =>
  async <M extends object>(of: (t: Conformance) => Sequences<M>) => {
    const context = turn();
    const { sequences, steps: longest } = context.extent;
    const told = of(openCase().t).steps.map((step) => step.told);
    const tour = tourOf([...told.keys()], context.plan.proof !== undefined);
    const taken = new Map<Numbers, Numbers>();
    const tell = (numbers: Numbers) => tellSteps(numbers.map((number) => told[number] ?? ''));
    await tryAll<Numbers>(context, {
      // At least as long as the tour: only what could have been drawn is shrunk.
      arbitrary: fc.array(fc.constantFrom(...told.keys()), {
        maxLength: Math.max(longest, tour.length),
        size: 'max',
      }),
      examples: [tour],
      cases: sequences,
      shrinks: mostShrinks,
      judge: async (sequence) => {
        const { t, isJudged } = openCase();
        const { begin, steps, judge } = of(t);
        const done: number[] = [];
        taken.set(sequence, done);
        const commands = sequence.flatMap((number) => {
          const step = steps[number];
          return step ? new StepCommand(step, () => done.push(number)) : [];
        });
        const model = await begin();
        await fc.asyncModelRun(() => ({ model, real: {} }), commands);
        await judge(model);
        taken.delete(sequence);
        return isJudged();
      },
      tell: (sequence) => tell(taken.get(sequence) ?? sequence),
      key: tell,
    });
  };
