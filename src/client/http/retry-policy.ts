import { mayTurnAway } from '#attribution';
import { type Answer, answererIn, bodyIn } from './attempt.ts';
import {
  failedBefore,
  limitedFor,
  limitedForGood,
  NoAnswer,
  notSent,
  ProtocolViolation,
  unknownOrder,
} from './failure.ts';
import type { Limits } from './limits.ts';
import type { Outage } from './outage.ts';
import { type RateLimiter, wait } from './rate-limiter.ts';
import { type CallToSend, FailureCount, namedWait, RetryBudget } from './retry-budget.ts';
import { type NoResponse, type TransportFailure, truncatedThrice } from './transport-failure.ts';

/** Failures by which an instance of the service goes, or one before it. */
const ofOutages: ReadonlySet<NoResponse['code']> = new Set(['TRANSPORT_RESET', 'BODY_TRUNCATED', 'CONNECT']);

const resendsOfGateway = 2;

/**
 * Lost orders in a row, after which no order leaves. Those that were under way together count once: a gateway that limits by a 503
 * lets others pass in between.
 */
const lostOrdersTolerated = 6;

/** Pages in a row that came again when they were asked for again, after which none is. */
const pagesTolerated = 3;

interface Sending {
  readonly outcome: Answer | TransportFailure;
  /** In the clock of `performance`. */
  readonly sentAt: number;
  readonly signals: readonly AbortSignal[];
}

/** Decides after each sending of a call whether there is another, and when; all calls of a transport share one. */
export class RetryPolicy {
  /** Answers by which the service asked to be left alone for a while. */
  rateLimited = 0;
  /** Requests that got no answer, and were answered when they were sent again. */
  recovered = 0;
  readonly #limits: Limits;
  readonly #limiter: RateLimiter;
  readonly #outage: Outage;
  /** Operations whose limit does not lift, and those that a gateway does not reach. */
  readonly #limited = new FailureCount();
  readonly #unreached = new FailureCount();
  #pagesAgain = 0;
  #servedAt = 0;
  #orderLostAt = 0;

  constructor(limits: Limits, limiter: RateLimiter, outage: Outage) {
    this.#limits = limits;
    this.#limiter = limiter;
    this.#outage = outage;
  }

  budgetFor(call: CallToSend): RetryBudget {
    return new RetryBudget(call, this.#limited.isReachedByAny, this.#limits);
  }

  /**
   * Waits until the request may leave; what it yields is called once the outcome is settled. Throws where the service does not
   * let it.
   */
  async ready(call: RetryBudget, signals: readonly AbortSignal[]): Promise<() => void> {
    const { operation, limit, repeatable } = call;
    if (this.#limited.isReached(limit)) throw limitedForGood(operation);
    await this.#outage.over();
    const settled = repeatable ? () => {} : await this.#orderTurn(call);
    try {
      const isLetGo = await this.#limiter.turn(this.#limits.patienceMs, signals);
      // Others of its kind may have been given up meanwhile.
      if (this.#limited.isReached(limit)) throw limitedForGood(operation);
      if (isLetGo) return settled;
      this.#limited.add(limit);
      throw limitedFor(operation, this.#limiter.pauseLeft());
    } catch (error) {
      settled();
      throw error;
    }
  }

  /** The answer; undefined where the request is to be sent again. Throws where neither may be. */
  async settle(call: RetryBudget, sending: Sending): Promise<Answer | undefined> {
    const { outcome } = sending;
    if (outcome.kind === 'violation') throw new ProtocolViolation(call.operation, outcome.problem);
    if (outcome.kind === 'no response') return this.#afterNoResponse(call, outcome, sending);
    const answerer = answererIn(outcome);
    if (answerer === 'limit') return this.#afterLimit(call, outcome, sending);
    if (answerer === 'gateway') return this.#afterGateway(call, outcome, sending);
    if (await this.#isTurnedAway(call, outcome, sending)) return;
    if (call.failures.length > 0) this.recovered += 1;
    this.#servedAt = performance.now();
    this.#outage.end(!call.repeatable);
    this.#limiter.speedUp();
    this.#limited.clear(call.limit);
    this.#unreached.clear(call.route);
    return call.page ? { ...outcome, before: call.page } : outcome;
  }

  /** Some limits answer 403 with a page and no other mark: a read with the full key is sent again once, a little later. */
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

  /** Each of the orders that were lost may have arrived, and somebody has to search for it. */
  async #orderTurn({ operation, route }: RetryBudget): Promise<() => void> {
    for (;;) {
      if (this.#outage.isGivenUp || this.#unreached.isReached(route, lostOrdersTolerated))
        throw notSent(operation, 'GATEWAY', 'a gateway answered the last orders instead of the service');
      const settled = await this.#outage.orderTurn();
      if (settled !== undefined) return settled;
    }
  }

  /** Nobody knows whether the order arrived. */
  #loseOrder({ route, isOwnLoss }: RetryBudget, { sentAt, outcome }: Sending): void {
    if (sentAt > this.#orderLostAt && !(isOwnLoss && outcome.kind === 'no response')) {
      this.#unreached.add(route);
      this.#orderLostAt = performance.now();
    }
    this.#outage.loseOrder();
  }

  /** Some gateways reset the connections that are too many, while they serve the others. */
  #heedBoundOfConnections(call: RetryBudget, { code, begun }: NoResponse, { sentAt }: Sending): void {
    if (code !== 'TRANSPORT_RESET' || begun || call.mayBeFiltered) return;
    const isOfChance = call.repeatable && call.failures.length < 2;
    if (!isOfChance && this.#servedAt > sentAt) this.#limiter.narrow(sentAt);
  }

  /** A length that is wrong every time is the service's own. */
  async #afterNoResponse(call: RetryBudget, last: NoResponse, sending: Sending): Promise<undefined> {
    const { operation, failures } = call;
    failures.push(last);
    this.#heedBoundOfConnections(call, last, sending);
    const isKnown = call.repeatable || last.unsent === true;
    // A service that never answered is not waited for.
    if (isKnown && call.mayResend && (last.code !== 'CONNECT' || this.#outage.canLook)) {
      // The first may have gone over a connection that the service had just closed.
      if (last.code === 'CONNECT' || failures.length > 1) this.#outage.begin();
      await this.#outage.over();
      return;
    }
    if (call.failedAlways('BODY_TRUNCATED')) throw new ProtocolViolation(operation, truncatedThrice().problem);
    const failure = new NoAnswer(operation, last.code, isKnown ? last.message : last.message + unknownOrder);
    failure.isRepeated = call.failedAlways('TRANSPORT_RESET') && this.#outage.hasLooked;
    if (!isKnown && ofOutages.has(last.code)) {
      failure.isLost = true;
      this.#loseOrder(call, sending);
    }
    throw failure;
  }

  /**
   * All calls pause as long as is named; where nothing is named they go on at the lower rate, and this one waits alone.
   * A 429 says that nothing was done, a 503 does not.
   */
  async #afterLimit(call: RetryBudget, answer: Answer, sending: Sending): Promise<undefined> {
    const { sentAt, signals } = sending;
    const { operation, limit, repeatable, isFullKey, left } = call;
    this.rateLimited += 1;
    const named = namedWait(answer.headers);
    this.#limited.addAfterPause(limit, named, sentAt);
    const ms = call.waitAfter(named);
    // A service that wants no pause at all does not want a lower rate.
    if (named !== 0) this.#limiter.slowDown(sentAt);
    this.#limiter.pauseFor(named ?? 0);
    if (!repeatable && answer.status !== 429) {
      this.#loseOrder(call, sending);
      throw failedBefore(operation, answer);
    }
    if (ms !== undefined) {
      await wait(ms, signals);
      return;
    }
    // So few sendings may each meet the limit by chance, and no answer to a key that is to be refused clears the count.
    if (repeatable || isFullKey) this.#limited.add(limit);
    if (named !== undefined && named > left) throw limitedFor(operation, named);
    const failure = limitedForGood(operation);
    failure.isLost = !repeatable;
    throw failure;
  }

  /** Some gateways say 503 where they limit the rate or the connections, and name no time. */
  async #afterGateway(call: RetryBudget, answer: Answer, sending: Sending): Promise<undefined> {
    const { operation, route, repeatable } = call;
    const { sentAt, signals } = sending;
    if (answer.status === 503) {
      this.#limiter.slowDown(sentAt);
      // Others are served meanwhile, or reads that look whether the service is there.
      const isOfNumber = this.#servedAt > sentAt || (!repeatable && this.#outage.ordersAreLost);
      if (isOfNumber) this.#limiter.narrow(sentAt);
    }
    if (!repeatable) {
      this.#loseOrder(call, sending);
      throw failedBefore(operation, answer);
    }
    call.gatewayAnswers += 1;
    if (call.gatewayAnswers > resendsOfGateway || this.#unreached.isReached(route)) {
      this.#unreached.add(route);
      throw failedBefore(operation, answer);
    }
    this.#outage.begin();
    if (this.#outage.canLook) await this.#outage.over();
    else await wait(this.#limits.gatewayWaitMs * call.gatewayAnswers, signals);
  }
}
