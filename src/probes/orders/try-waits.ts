// How long a run waits in all before it tries refused orders once more. What was created, or is booked late, is waited for apart.

/** In milliseconds. */
export const longestTryWaitMs = 120_000;

/** Waits that share one bound; of those that overlap, the time counts once. */
export class TryWaits {
  #left = longestTryWaitMs;
  /** When the last of the waits is over, in the clock of `performance`. */
  #until = Number.NEGATIVE_INFINITY;

  /** True where so many milliseconds are left, which are then taken. */
  take(ms: number, now = performance.now()): boolean {
    const more = Math.max(0, now + ms - Math.max(now, this.#until));
    if (more > this.#left) return false;
    this.#left -= more;
    this.#until = Math.max(this.#until, now + ms);
    return true;
  }
}
