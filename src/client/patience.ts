import type { OperationId } from '#contract';
import type { Limits } from './limits.ts';

/** Waits without a named time are doubled up to this many times the first. */
const longest = 8;

/** Limited answers that one call bears: half of all orders may be turned away, and each still gets through. */
const mostLimited = 16;

/** What one call bears of rate limits. Only the pauses that it was asked for itself count. */
export class Patience {
  readonly #unnamedMs: number;
  #left: number;
  #limited = 0;

  constructor({ patienceMs, unnamedWaitMs }: Limits) {
    this.#left = patienceMs;
    this.#unnamedMs = unnamedWaitMs;
  }

  get left(): number {
    return this.#left;
  }

  /** How long to wait after a limited answer that names this time; undefined once the bounds are passed. */
  waitAfter(named: number | undefined): number | undefined {
    const unnamed = this.#unnamedMs * Math.min(longest, 2 ** this.#limited);
    this.#limited += 1;
    // Who says that it may be at once is believed once.
    const wait = named !== undefined && this.#limited === 1 ? named : Math.max(named ?? 0, unnamed);
    if (wait > this.#left || this.#limited > mostLimited) return undefined;
    this.#left -= wait;
    return wait;
  }
}

/** In a row, after which the next ones are given up at once. */
const failuresTolerated = 3;

/** Operations that several calls in a row were given up for. */
export class GivenUp {
  readonly #failures = new Map<OperationId, number>();

  has(operation: OperationId): boolean {
    return (this.#failures.get(operation) ?? 0) >= failuresTolerated;
  }

  failed(operation: OperationId): void {
    this.#failures.set(operation, (this.#failures.get(operation) ?? 0) + 1);
  }

  passed(operation: OperationId): void {
    this.#failures.delete(operation);
  }
}
