// The course of a call after each sending. RetryPolicy decides about repeats, and RetryBudget limits them for one call.
//
//   waiting -- its turn (pace.ts) --> sent -- answer of the service --> done
//      ^                               |
//      |-- 429, or 503 of a limit: all calls pause for the named time; without a time, only this call, at half the rate
//      |-- 5xx of a gateway: a read is repeated, at most twice, after a good control (watch.ts)
//      |-- no answer: a read, or an order that surely did not leave, is repeated as `resends` says
//      |-- a page that refuses the caller: a read with the full key is repeated once
//      `-- an order: repeated only after a 429, three sendings at most; one that may have arrived is lost, not repeated
//
// After several failed calls in a row (FailureCount), the next calls fail at once. order-guard.ts counts lost orders.

import { isOwnClosing, mayTurnAway, namedWait } from '#attribution';
import { type OperationId, operationOf, orderIds } from '#contract';
import { type Answer, answererIn, bodyIn, shownBy, traitsOf } from './answer.ts';
import {
  failedBefore,
  limitedFor,
  limitedForGood,
  NoAnswer,
  type NoResponse,
  notSent,
  ProtocolViolation,
  type TransportFailure,
  truncatedThrice,
  unknownOrder,
} from './no-answer.ts';
import { OrderTurns, type RateLimiter, wait } from './pace.ts';
import type { Limits } from './request.ts';
import type { Watch } from './watch.ts';

const otherKeys = 'other keys';

/** Waits without a named time double up to this factor. */
const maxDoubled = 32;

/** Limited answers after which a read is given up. If a service limits half of all reads, each read still succeeds. */
const maxLimited = 16;

/**
 * How often an order is sent with the same bytes while the answer is 429. The service may have carried it out all the
 * same, so each sending counts against the announced limit.
 */
const maxSendingsOfOrder = 3;

/** Repeats by kind of failure. A POST that may have arrived is never repeated. */
const resends: Readonly<Partial<Record<NoResponse['code'], number>>> = {
  TRANSPORT_RESET: 2,
  BODY_TRUNCATED: 2,
  TRANSPORT_TIMEOUT: 1,
  CONNECT: 2,
};

export interface CallToSend {
  readonly operation: OperationId;
  /** False for a wrong key; a service may limit only wrong keys. */
  readonly isFullKey?: boolean;
  /** True if the connection may be closed because of the content of the request. */
  readonly mayBeFiltered?: boolean;
  /** True for an invalid order; its connection may be closed. */
  readonly isInvalid?: boolean;
}

/** Limits the waits and repeats of one call. Pauses of other calls do not count. */
export class RetryBudget {
  readonly operation: OperationId;
  readonly repeatable: boolean;
  readonly isFullKey: boolean;
  readonly mayBeFiltered: boolean;
  /** Calls with one name share a limit. */
  readonly limit: string;
  readonly failures: NoResponse[] = [];
  gatewayAnswers = 0;
  /** The page that refused the caller first. */
  page: Answer | undefined;
  readonly #unnamedMs: number;
  readonly #maxLimited: number;
  #limited = 0;
  #left: number;

  constructor(call: CallToSend, limits: Limits) {
    const { operation, isFullKey = true, mayBeFiltered = false } = call;
    this.operation = operation;
    this.isFullKey = isFullKey;
    this.mayBeFiltered = mayBeFiltered;
    this.repeatable = operationOf(operation).method === 'GET';
    this.limit = isFullKey ? operation : otherKeys;
    this.#maxLimited = this.repeatable ? maxLimited : maxSendingsOfOrder - 1;
    this.#left = limits.patienceMs;
    this.#unnamedMs = limits.unnamedWaitMs;
  }

  get left(): number {
    return this.#left;
  }

  /** True if a repeat may help. After the start of an answer, only if the answer was cut. */
  get mayResend(): boolean {
    const last = this.failures.at(-1);
    if (last === undefined || (last.begun && last.code !== 'BODY_TRUNCATED')) return false;
    return this.failures.length <= (resends[last.code] ?? 0);
  }

  /** True if all three sendings failed in this way. */
  failedAlways(how: 'TRANSPORT_RESET' | 'BODY_TRUNCATED'): boolean {
    const isSo = ({ code, begun }: NoResponse) => code === how && (how === 'BODY_TRUNCATED' || !begun);
    return this.failures.length > 2 && this.failures.every(isSo);
  }

  /** Milliseconds to wait after a limited answer; undefined if the call is given up. */
  waitAfter(named: number | undefined): number | undefined {
    const times = this.repeatable ? Math.min(maxDoubled, 2 ** this.#limited) : 8 * 4 ** this.#limited;
    const unnamed = this.#unnamedMs * times;
    this.#limited += 1;
    // The named time counts once. Later waits are at least the doubled ones.
    const wait = named !== undefined && this.#limited === 1 ? named : Math.max(named ?? 0, unnamed);
    if (wait > this.#left || this.#limited > this.#maxLimited) return undefined;
    this.#left -= wait;
    return wait;
  }
}

/** After so many failed calls in a row, the next calls fail at once. */
const failuresTolerated = 3;

/** Milliseconds. So long a pause is more than the interval of a rate. */
const longPauseMs = 5_000;

/** Counts failed calls in a row, by a shared name. */
export class FailureCount {
  readonly #failures = new Map<string, number>();
  /** The end of the last long pause for wrong keys. */
  #resumesAt = Number.POSITIVE_INFINITY;

  isReached(name: string): boolean {
    return (this.#failures.get(name) ?? 0) >= failuresTolerated;
  }

  add(name: string): void {
    this.#failures.set(name, (this.#failures.get(name) ?? 0) + 1);
  }

  /**
   * A service may lock wrong keys out for good: a limit that repeats after its long pause counts against all wrong
   * keys.
   */
  addAfterPause(name: string, named: number | undefined, sentAt: number): void {
    if (name !== otherKeys || named === undefined || named < longPauseMs) return;
    if (sentAt >= this.#resumesAt) this.add(name);
    this.#resumesAt = performance.now() + named;
  }

  /** A key without permission may still be answered when wrong keys are not. */
  clear(name: string): void {
    if (name !== otherKeys) this.#failures.delete(name);
  }
}

/** An instance of the service or of a gateway may have stopped. */
const isCut = ({ code }: NoResponse): boolean => code === 'TRANSPORT_RESET' || code === 'BODY_TRUNCATED';

const resendsOfGateway = 2;

/** After so many pages in a row that repeat, pages are no longer repeated. */
const pagesTolerated = 3;

interface Sending {
  readonly outcome: Answer | TransportFailure;
  /** Milliseconds in the clock of `performance`. */
  readonly sentAt: number;
  readonly signals: readonly AbortSignal[];
}

/** Decides after each sending whether and when to send again; all calls of a transport share it. */
export class RetryPolicy {
  /** Answers that asked for a pause. */
  rateLimited = 0;
  /** Requests that only a repeat could get answered. */
  recovered = 0;
  readonly #limits: Limits;
  readonly #limiter: RateLimiter;
  readonly #watch: Watch;
  readonly #orders = new OrderTurns();
  /** Operations with a permanent limit, and operations that no request reaches behind a gateway. */
  readonly #limited = new FailureCount();
  readonly #unreached = new FailureCount();
  readonly #resumeAt = new Map<OperationId, number>();
  #pagesAgain = 0;
  #servedAt = 0;

  constructor(limits: Limits, limiter: RateLimiter, watch: Watch) {
    this.#limits = limits;
    this.#limiter = limiter;
    this.#watch = watch;
  }

  budgetFor(call: CallToSend): RetryBudget {
    return new RetryBudget(call, this.#limits);
  }

  /**
   * Waits until the request may leave. Call the returned function after the outcome is settled. @throws If the service
   * does not let the request leave.
   */
  async ready(call: RetryBudget, signals: readonly AbortSignal[]): Promise<() => void> {
    const { operation, limit, repeatable } = call;
    if (this.#isGivenUp(call)) throw limitedForGood(operation);
    await this.#ownPause(call, signals);
    await this.#demandService(operation);
    const settled = repeatable ? () => {} : await this.#orders.next();
    try {
      const isLetGo = await this.#limiter.turn(this.#limits.patienceMs, signals);
      // The service may have gone during the wait.
      await this.#demandService(operation);
      // Calls of its kind may have been given up during the wait.
      if (this.#isGivenUp(call)) throw limitedForGood(operation);
      if (isLetGo) return settled;
      this.#limited.add(limit);
      throw limitedFor(operation, this.#limiter.pauseLeft());
    } catch (error) {
      settled();
      throw error;
    }
  }

  /** True if the limit is permanent for such calls, or for orders of two other kinds. */
  #isGivenUp({ limit, repeatable, isFullKey }: RetryBudget): boolean {
    if (this.#limited.isReached(limit)) return true;
    return !repeatable && isFullKey && orderIds.filter((id) => this.#limited.isReached(id)).length > 1;
  }

  async #ownPause({ operation, limit, isFullKey }: RetryBudget, signals: readonly AbortSignal[]): Promise<void> {
    const left = isFullKey ? (this.#resumeAt.get(operation) ?? 0) - performance.now() : 0;
    if (left <= 0) return;
    if (left > this.#limits.patienceMs) {
      this.#limited.add(limit);
      throw limitedFor(operation, left);
    }
    await wait(left, signals);
  }

  pauseLeft(): { readonly operation: OperationId; readonly ms: number } | undefined {
    const now = performance.now();
    const all = [...this.#resumeAt].map(([operation, until]) => ({ operation, ms: until - now }));
    return all.filter(({ ms }) => ms > 0).toSorted((one, other) => other.ms - one.ms)[0];
  }

  /**
   * The pause holds for the operation. It holds for all operations if a read was limited, or a second operation during
   * the first pause.
   */
  #pause({ operation, repeatable, isFullKey }: RetryBudget, ms: number): void {
    const now = performance.now();
    const isAskedByOthers = [...this.#resumeAt].some(([other, until]) => other !== operation && until > now);
    if (repeatable || !isFullKey || isAskedByOthers) this.#limiter.pauseFor(ms);
    else if (ms > 0) this.#resumeAt.set(operation, Math.max(this.#resumeAt.get(operation) ?? 0, now + ms));
  }

  /**
   * The answer, or undefined if the request is to be sent again. @throws If there is no answer and no further sending.
   */
  async settle(call: RetryBudget, sending: Sending): Promise<Answer | undefined> {
    const { outcome } = sending;
    if (outcome.kind === 'violation') throw new ProtocolViolation(call.operation, outcome.problem);
    if (outcome.kind === 'no response') return this.#afterNoResponse(call, outcome, sending);
    const answerer = answererIn(outcome);
    if (answerer === 'limit') return this.#afterLimit(call, outcome, sending);
    if (answerer === 'gateway') return this.#afterGateway(call, outcome, sending);
    if (outcome.status === 503 && call.repeatable) return this.#afterClosing(call, outcome, sending);
    if (await this.#isTurnedAway(call, outcome, sending)) return;
    if (call.failures.length > 0) this.recovered += 1;
    this.#servedAt = performance.now();
    if (!call.repeatable) this.#orders.answered();
    this.#limiter.speedUp();
    this.#limited.clear(call.limit);
    this.#unreached.clear(call.operation);
    return call.page ? { ...outcome, before: call.page } : outcome;
  }

  /** Some limits answer 403 with a page: a read with the full key is repeated once, a little later. */
  async #isTurnedAway(call: RetryBudget, answer: Answer, { sentAt, signals }: Sending): Promise<boolean> {
    const isPage = call.repeatable && call.isFullKey && mayTurnAway(answer.status, () => bodyIn(answer));
    if (call.page) this.#pagesAgain = isPage ? this.#pagesAgain + 1 : 0;
    if (!isPage || call.page || this.#pagesAgain >= pagesTolerated) return false;
    call.page = answer;
    const ms = call.waitAfter(undefined);
    if (ms === undefined) return false;
    this.#limiter.slowDown(sentAt);
    await wait(ms, signals);
    return true;
  }

  /** @throws If the service did not come back. */
  async #demandService(operation: OperationId): Promise<void> {
    await this.#watch.ready();
    const { gone } = this.#watch;
    if (gone === undefined) return;
    const failure = notSent(operation, gone.code, gone.why);
    failure.isGone = true;
    throw failure;
  }

  /** Some gateways reset surplus connections, and serve the others. */
  #heedBoundOfConnections(call: RetryBudget, { code, begun }: NoResponse, { sentAt }: Sending): void {
    if (code !== 'TRANSPORT_RESET' || begun || call.mayBeFiltered) return;
    const isOfChance = call.repeatable && call.failures.length < 2;
    if (!isOfChance && this.#servedAt > sentAt) this.#limiter.narrow(sentAt);
  }

  /** A wrong length in every answer comes from the service. */
  async #afterNoResponse(call: RetryBudget, last: NoResponse, sending: Sending): Promise<undefined> {
    const { operation, failures } = call;
    failures.push(last);
    this.#heedBoundOfConnections(call, last, sending);
    const isKnown = call.repeatable || last.unsent === true;
    // The run does not wait for a service that never answered.
    if (isKnown && call.mayResend && (last.code !== 'CONNECT' || this.#watch.canControl)) {
      // The service may just have closed the connection of the first sending.
      if (last.code === 'CONNECT' || failures.length > 1) await this.#watch.doubt();
      return;
    }
    if (call.failedAlways('BODY_TRUNCATED')) throw new ProtocolViolation(operation, truncatedThrice().problem);
    const failure = new NoAnswer(operation, last.code, isKnown ? last.message : last.message + unknownOrder);
    failure.isAlwaysClosed = call.failedAlways('TRANSPORT_RESET');
    failure.isRepeated = failure.isAlwaysClosed && this.#watch.isCalm;
    if (!isKnown && last.code !== 'INTERRUPTED') {
      failure.isLost = true;
      this.#orders.lose();
      if (isCut(last)) this.#doubtLater();
    }
    throw failure;
  }

  /**
   * If the answer names a time, other calls pause too. Otherwise they continue at a lower rate, and only this call
   * waits. A 429 proves that nothing was done; a 503 does not.
   */
  async #afterLimit(call: RetryBudget, answer: Answer, sending: Sending): Promise<Answer | undefined> {
    const { sentAt, signals } = sending;
    const { operation, limit, repeatable, isFullKey, left } = call;
    this.rateLimited += 1;
    const named = namedWait(answer.headers);
    this.#limited.addAfterPause(limit, named, sentAt);
    const ms = call.waitAfter(named);
    // A service that asks for a pause of 0 does not need a lower rate.
    if (named !== 0) this.#limiter.slowDown(sentAt);
    this.#pause(call, named ?? 0);
    if (!repeatable && answer.status !== 429) {
      const shown = traitsOf(answer);
      if (shown && isOwnClosing(shown)) return answer;
      this.#orders.lose();
      this.#doubtLater();
      throw failedBefore(operation, shownBy(answer));
    }
    if (ms !== undefined) {
      await wait(ms, signals);
      return undefined;
    }
    // Not for an order with a wrong key: its few sendings may be limited by chance, and nothing resets the count of
    // wrong keys.
    if (repeatable || isFullKey) this.#limited.add(limit);
    if (answer.status === 503) throw failedBefore(operation, shownBy(answer));
    if (named !== undefined && named > left) throw limitedFor(operation, named);
    const failure = limitedForGood(operation);
    failure.isLost = !repeatable;
    throw failure;
  }

  /** A read waits for a service that refuses for now. */
  async #afterClosing(call: RetryBudget, answer: Answer, { signals }: Sending): Promise<Answer | undefined> {
    if (call.gatewayAnswers >= resendsOfGateway || this.#unreached.isReached(call.operation)) {
      this.#unreached.add(call.operation);
      return answer;
    }
    call.gatewayAnswers += 1;
    await wait(this.#limits.gatewayWaitMs * call.gatewayAnswers, signals);
    return undefined;
  }

  /** The next request waits for the control; the lost order does not wait. */
  #doubtLater(): void {
    this.#watch.doubt().catch(() => undefined);
  }

  /** Some gateways limit the rate or the connections with a 503 without a time. */
  async #afterGateway(call: RetryBudget, answer: Answer, sending: Sending): Promise<undefined> {
    const { operation, repeatable } = call;
    const { sentAt, signals } = sending;
    if (answer.status === 503) {
      this.#limiter.slowDown(sentAt);
      // Other requests were served in the same time, or one order after the other is lost: the gateway limits
      // connections.
      const isOfNumber = this.#servedAt > sentAt || (!repeatable && this.#orders.areLost);
      if (isOfNumber) this.#limiter.narrow(sentAt);
    }
    if (!repeatable) {
      this.#orders.lose();
      this.#doubtLater();
      throw failedBefore(operation, shownBy(answer));
    }
    call.gatewayAnswers += 1;
    if (call.gatewayAnswers > resendsOfGateway || this.#unreached.isReached(operation)) {
      this.#unreached.add(operation);
      throw failedBefore(operation, shownBy(answer));
    }
    if (!(await this.#watch.doubt())) await wait(this.#limits.gatewayWaitMs * call.gatewayAnswers, signals);
  }
}
