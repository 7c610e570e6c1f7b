import fc from 'fast-check';
import { type TrialContext, tryAll } from './trial.ts';

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

export type ForSequences = <M extends object>(sequences: Sequences<M>) => Promise<void>;

/** Cases that are sent to make a sequence shorter: each costs as many requests as it has steps. */
const mostShrinks = 60;

type Taken<M> = readonly Step<M>[];

class StepCommand<M extends object> implements fc.AsyncCommand<M, object> {
  readonly #step: Step<M>;
  readonly #taken: Step<M>[];

  constructor(step: Step<M>, taken: Step<M>[]) {
    this.#step = step;
    this.#taken = taken;
  }

  check(model: Readonly<M>): boolean {
    return this.#step.isPossible?.(model) ?? true;
  }

  async run(model: M): Promise<void> {
    this.#taken.push(this.#step);
    await this.#step.take(model);
  }

  toString(): string {
    return this.#step.told;
  }
}

const tellSteps = <M>(taken: Taken<M>): string =>
  taken.length === 0 ? 'no step' : taken.map(({ told }, index) => `${index + 1}. ${told}`).join('; ');

/** Twice over, so that each step is taken both before and after each other one. */
const tourOf = <M>(steps: Taken<M>, isProof: boolean): Taken<M> => (isProof ? steps : [...steps, ...steps]);

/**
 * Takes steps in drawn orders and judges the model after each order. The sequences are arrays and not `fc.commands`:
 * an array can begin with an example, shrinks the example too, and is made again from seed and path alone.
 */
export const createForSequences =
  (turn: () => TrialContext): ForSequences =>
  async <M extends object>({ begin, steps, judge }: Sequences<M>) => {
    const context = turn();
    const { sequences, steps: longest } = context.extent;
    const tour = tourOf(steps, context.plan.proof !== undefined);
    const taken = new Map<Taken<M>, Taken<M>>();
    await tryAll<Taken<M>>(context, {
      // At least as long as the tour: only what could have been drawn is shrunk.
      arbitrary: fc.array(fc.constantFrom(...steps), {
        maxLength: Math.max(longest, tour.length),
        size: 'max',
      }),
      examples: [tour],
      cases: sequences,
      shrinks: mostShrinks,
      judge: async (sequence) => {
        const done: Step<M>[] = [];
        taken.set(sequence, done);
        const commands = sequence.map((step) => new StepCommand(step, done));
        const model = await begin();
        await fc.asyncModelRun(() => ({ model, real: {} }), commands);
        await judge(model);
        taken.delete(sequence);
      },
      tell: (sequence) => tellSteps(taken.get(sequence) ?? sequence),
      key: tellSteps,
    });
  };
