// The time limit of a run for pauses before it tries refused orders again. Waits for created or late records are
// separate.

export const longestTryWaitMs = 120_000;

/** Overlapping waits count once. */
export class TryWaits {
  #left = longestTryWaitMs;
  /** End of the last wait, in the clock of `performance`. */
  #until = Number.NEGATIVE_INFINITY;

  /** True if time was left; it is then reserved. */
  take(ms: number, now = performance.now()): boolean {
    const more = Math.max(0, now + ms - Math.max(now, this.#until));
    if (more > this.#left) return false;
    this.#left -= more;
    this.#until = Math.max(this.#until, now + ms);
    return true;
  }
}
