import { type OperationId, operationOf } from '#contract';
import type { Answer } from './attempt.ts';
import type { Limits } from './limits.ts';
import type { NoResponse } from './transport-failure.ts';

/** No run waits so long, and a greater number would stand in our own sentences. */
const maxMs = 86_400_000;

/** An HTTP date against the service's own clock, which may be hours off ours. */
function untilDate(value: string, serverDate: string | undefined): number | undefined {
  const instant = Date.parse(value);
  if (Number.isNaN(instant) || !/[a-z]/i.test(value)) return undefined;
  const now = Date.parse(serverDate ?? '');
  const wait = instant - (Number.isNaN(now) ? Date.now() : now);
  return wait > 0 ? wait : undefined;
}

/** How long an answer asks to be left alone, in milliseconds; undefined where it names no usable time. */
export function namedWait(headers: Readonly<Record<string, string>>): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : untilDate(value, headers.date);
  return wait === undefined ? undefined : Math.min(wait, maxMs);
}

const otherKeys = 'other keys';

/** Orders share their limits, and so do keys that are to be refused; each other read has its own. */
const limitOf = (operation: OperationId, isFullKey: boolean): string => {
  if (!isFullKey) return otherKeys;
  return operationOf(operation).movesMoney ? 'orders' : operation;
};

/** Waits without a named time are doubled up to this many times the first. */
const maxDoubled = 32;

/** Limited answers that one call bears: half of all orders may be turned away, and each still gets through. */
const maxLimited = 16;

/**
 * Sendings of the same bytes of an order that are answered 429: each of them may be a lie, and counts against the bound that was
 * announced. So few have longer waits between them. One of its kind that is placed for it, once, is another order with
 * three sendings; none is placed once a record has shown that a 429 was a lie.
 */
const maxSendingsOfOrder = 3;

/** Once others were given up: a limit that did not lift for them hardly lifts for this one. */
const maxAfterOthers = 4;

/** How often a call is sent again after each kind of failure. A POST that may have arrived is never sent again. */
const resends: Readonly<Partial<Record<NoResponse['code'], number>>> = {
  TRANSPORT_RESET: 2,
  BODY_TRUNCATED: 2,
  TRANSPORT_TIMEOUT: 1,
  CONNECT: 2,
};

export interface CallToSend {
  readonly operation: OperationId;
  /** False with a key that is to be refused: a service may limit those alone. */
  readonly isFullKey?: boolean;
  /** True where a connection that is closed may be closed for what is in the request. */
  readonly mayBeFiltered?: boolean;
  /** Leaves before all that waits: it stands for an order that was lost. */
  readonly urgent?: boolean;
}

/** Bounds what one call may wait and try again. Only the pauses that it was asked for itself count. */
export class RetryBudget {
  readonly operation: OperationId;
  readonly repeatable: boolean;
  readonly isFullKey: boolean;
  /** True where a connection that is closed says nothing of the orders that follow. */
  readonly isOwnLoss: boolean;
  readonly mayBeFiltered: boolean;
  /** Names what shares its limits, and what a gateway reaches or loses with it, with any key. */
  readonly limit: string;
  readonly route: string;
  readonly failures: NoResponse[] = [];
  gatewayAnswers = 0;
  /** The page that refused the caller when the call was first sent. */
  page: Answer | undefined;
  readonly #unnamedMs: number;
  readonly #maxLimited: number;
  #limited = 0;
  #left: number;

  /** `othersGivenUp`: the limit did not lift for other calls. */
  constructor(call: CallToSend, othersGivenUp: boolean, limits: Limits) {
    const { operation, isFullKey = true, mayBeFiltered = false, urgent = false } = call;
    this.operation = operation;
    this.isFullKey = isFullKey;
    this.mayBeFiltered = mayBeFiltered;
    // It may be closed for what is in the order, and what stands for one that was lost meets what that one met.
    this.isOwnLoss = mayBeFiltered || urgent;
    this.repeatable = operationOf(operation).method === 'GET';
    this.limit = limitOf(operation, isFullKey);
    this.route = limitOf(operation, true);
    const ofRead = othersGivenUp ? maxAfterOthers : maxLimited;
    this.#maxLimited = this.repeatable ? ofRead : maxSendingsOfOrder - 1;
    this.#left = limits.patienceMs;
    this.#unnamedMs = limits.unnamedWaitMs;
  }

  get left(): number {
    return this.#left;
  }

  /** True where the call is worth another attempt; once an answer has begun, only where it was cut short. */
  get mayResend(): boolean {
    const last = this.failures.at(-1);
    if (last === undefined || (last.begun && last.code !== 'BODY_TRUNCATED')) return false;
    return this.failures.length <= (resends[last.code] ?? 0);
  }

  /** True where each sending has failed so, and there were as many as there may be. */
  failedAlways(how: 'TRANSPORT_RESET' | 'BODY_TRUNCATED'): boolean {
    const isSo = ({ code, begun }: NoResponse) => code === how && (how === 'BODY_TRUNCATED' || !begun);
    return this.failures.length > 2 && this.failures.every(isSo);
  }

  /** How long to wait after a limited answer that names this time; undefined once the bounds are passed. */
  waitAfter(named: number | undefined): number | undefined {
    const times = this.repeatable ? Math.min(maxDoubled, 2 ** this.#limited) : 8 * 4 ** this.#limited;
    const unnamed = this.#unnamedMs * times;
    this.#limited += 1;
    // A service that asks for no wait is believed once.
    const wait = named !== undefined && this.#limited === 1 ? named : Math.max(named ?? 0, unnamed);
    if (wait > this.#left || this.#limited > this.#maxLimited) return undefined;
    this.#left -= wait;
    return wait;
  }
}

/** Calls in a row that were given up, after which the next ones are given up at once. */
const failuresTolerated = 3;

/** A pause so long is none between two requests of a rate. */
const longPauseMs = 5_000;

/** Counts calls in a row that were given up, by what they have in common. */
export class FailureCount {
  readonly #failures = new Map<string, number>();
  /** When the long pause is over that was named last to a key that is to be refused. */
  #resumesAt = Number.POSITIVE_INFINITY;

  isReached(name: string, tolerated = failuresTolerated): boolean {
    return (this.#failures.get(name) ?? 0) >= tolerated;
  }

  /** True where it is for any call with the full key. */
  get isReachedByAny(): boolean {
    return [...this.#failures.keys()].some((name) => name !== otherKeys && this.isReached(name));
  }

  add(name: string): void {
    this.#failures.set(name, (this.#failures.get(name) ?? 0) + 1);
  }

  /**
   * Keys that are to be refused may be locked out for good, each with a long pause in which nothing else is sent: one that is
   * limited again after the pause counts as a failure of all.
   */
  addAfterPause(name: string, named: number | undefined, sentAt: number): void {
    if (name !== otherKeys || named === undefined || named < longPauseMs) return;
    if (sentAt >= this.#resumesAt) this.add(name);
    this.#resumesAt = performance.now() + named;
  }

  /** A key without permission may be answered still where wrong ones are no longer. */
  clear(name: string): void {
    if (name !== otherKeys) this.#failures.delete(name);
  }
}
