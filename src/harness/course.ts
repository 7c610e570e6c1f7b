import fc from 'fast-check';
import { Deviation, Limited } from './verdicts.ts';

/** Under what cases are judged. */
export interface CourseContext {
  /** How many are under way at a time; one where a case must be alone. */
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

/** What came of one case. */
type Outcome = { readonly judged: boolean } | { readonly error: unknown };

/** What came of the cases so far. */
export class Course<T> {
  interruption: unknown;
  limited: unknown;
  judged = 0;
  failure: Deviation | undefined;
  /** The case of the failure: each is of a smaller one than the failure before. */
  smallest: T | undefined;
  readonly #seen = new Set<string>();
  readonly #trial: Trial<T>;
  readonly #context: CourseContext;
  /** Cases that have begun, whether they were asked for already or not. */
  readonly #begun = new Map<string, { readonly value: T; readonly outcome: Promise<Outcome> }>();
  #coming: Iterator<T> = [][Symbol.iterator]();
  #underWay = 0;
  /** Begun, and not counted yet. */
  #open = 0;
  /** Something went wrong, so that nothing more begins before it is asked for. */
  #halted = false;
  #shrinksLeft: number;

  constructor(context: CourseContext, trial: Trial<T>) {
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
    else if (met.error instanceof Deviation) {
      [this.failure, this.smallest] = [met.error, value];
      // Smaller cases are tried one by one, with nothing else under way.
      await this.settled();
      throw met.error;
    } else if (met.error instanceof Limited) this.limited = met.error;
    else this.interruption = met.error;
  }

  /** Once all that has begun has ended. */
  async settled(): Promise<void> {
    await Promise.all([...this.#begun.values()].map(({ outcome }) => outcome));
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
}
