// How long a run waits in all: for orders that are refused, and for what shows late.

const leastMs = 120_000;

/** Patiences of the settings that it has at least. */
const patiences = 6;

/** In milliseconds. */
export const longestWaitMs = (patienceMs: number): number => Math.max(leastMs, patiences * patienceMs);

/** Waits that share one bound; of those that overlap, the time counts once. */
export class WaitBudget {
  #left: number;
  /** When the last of the waits is over, in the clock of `performance`. */
  #until = 0;

  constructor(patienceMs: number) {
    this.#left = longestWaitMs(patienceMs);
  }

  /** How long of a wait is granted, in milliseconds. */
  take(ms: number, now = performance.now()): number {
    const covered = Math.max(0, this.#until - now);
    const granted = Math.min(ms, covered + this.#left);
    this.#left -= Math.max(0, granted - covered);
    this.#until = Math.max(this.#until, now + granted);
    return granted;
  }
}
