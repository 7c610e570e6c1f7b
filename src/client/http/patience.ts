import { type OperationId, operationOf } from '#contract';
import type { Limits } from './limits.ts';

/** Waits without a named time are doubled up to this many times the first. */
const maxLength = 32;

/** Limited answers that one call bears: half of all orders may be turned away, and each still gets through. */
const maxLimited = 16;

/** The same once others were given up: a limit that did not lift for them hardly lifts for this one. */
const maxAfterOthers = 4;

/** The rate limits that one call tolerates. Only the pauses that it was asked for itself count. */
export class Patience {
  readonly #unnamedMs: number;
  #left: number;
  #limited = 0;
  readonly #most: number;

  constructor({ patienceMs, unnamedWaitMs }: Limits, { othersGivenUp = false } = {}) {
    this.#most = othersGivenUp ? maxAfterOthers : maxLimited;
    this.#left = patienceMs;
    this.#unnamedMs = unnamedWaitMs;
  }

  get left(): number {
    return this.#left;
  }

  /** How long to wait after a limited answer that names this time; undefined once the bounds are passed. */
  waitAfter(named: number | undefined): number | undefined {
    const unnamed = this.#unnamedMs * Math.min(maxLength, 2 ** this.#limited);
    this.#limited += 1;
    // A service that asks for no wait is believed once.
    const wait = named !== undefined && this.#limited === 1 ? named : Math.max(named ?? 0, unnamed);
    if (wait > this.#left || this.#limited > this.#most) return undefined;
    this.#left -= wait;
    return wait;
  }
}

/** In a row, after which the next ones are given up at once. */
const failuresTolerated = 3;

const otherKeys = 'other keys';

/** Orders are limited together, and so are keys that are to be refused; other reads each by itself. */
export const limitOf = (operation: OperationId, { isFullKey }: { readonly isFullKey: boolean }): string => {
  if (!isFullKey) return otherKeys;
  return operationOf(operation).movesMoney ? 'orders' : operation;
};

/** A pause so long is none between two requests of a rate. */
const longPauseMs = 5_000;

/** The reasons for which several calls in a row were given up. */
export class GivenUp {
  readonly #failures = new Map<string, number>();
  /** When the long pause is over that was named last to a key that is to be refused. */
  #resumesAt = Number.POSITIVE_INFINITY;

  has(kind: string, tolerated = failuresTolerated): boolean {
    return (this.#failures.get(kind) ?? 0) >= tolerated;
  }

  /** Whether there is any with the full key. */
  get some(): boolean {
    return [...this.#failures].some(
      ([kind, failures]) => kind !== otherKeys && failures >= failuresTolerated,
    );
  }

  failed(kind: string): void {
    this.#failures.set(kind, (this.#failures.get(kind) ?? 0) + 1);
  }

  /**
   * Keys that are to be refused may be locked out for good, each with a long pause in which nothing else is sent: one that is
   * limited again after the pause counts as a failure of all.
   */
  stillLimited(kind: string, named: number | undefined, sentAt: number): void {
    if (kind !== otherKeys || named === undefined || named < longPauseMs) return;
    if (sentAt >= this.#resumesAt) this.failed(kind);
    this.#resumesAt = performance.now() + named;
  }

  /** A key without permission may be answered still where wrong ones are no longer. */
  passed(kind: string): void {
    if (kind !== otherKeys) this.#failures.delete(kind);
  }
}
