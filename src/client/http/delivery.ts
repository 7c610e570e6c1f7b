import { type OperationId, operationOf } from '#contract';
import { answererIn, namedWait } from './answerer.ts';
import type { Answer } from './attempt.ts';
import { ProtocolViolation } from './failure.ts';
import type { Limits } from './limits.ts';
import { type Pace, wait } from './pace.ts';
import { type GivenUp, limitOf, Patience } from './patience.ts';
import { failedBefore, finalFailure, limitedFor, limitedForGood, mayResend, ordersLost } from './resend.ts';
import type { NoResponse, TransportFailure } from './transport-failure.ts';

/** The state that the calls of a transport share. */
export interface Shared {
  readonly limits: Limits;
  readonly pace: Pace;
  /** Operations whose limit does not lift, and those that a gateway does not reach. */
  readonly limited: GivenUp;
  readonly unreached: GivenUp;
  /** Answers by which the service asked to be left alone for a while. */
  rateLimited: number;
}

/** One sending of a request, and what came of it. */
export interface Sending {
  readonly outcome: Answer | TransportFailure;
  /** By the clock of `performance`. */
  readonly sentAt: number;
  readonly signals: readonly AbortSignal[];
}

const resendsOfGateway = 2;

/** In a row: a gateway that limits the rate by a 503 lets others pass in between. */
const lostOrdersTolerated = 6;

/** One call, from its first sending to its answer: what comes of each sending decides whether there is another. */
export class Delivery {
  readonly #operation: OperationId;
  /** What shares its limits with this call, and what a gateway reaches or loses with it, whatever the key. */
  readonly #kind: string;
  readonly #reached: string;
  readonly #shared: Shared;
  readonly #repeatable: boolean;
  readonly #patience: Patience;
  readonly #failures: NoResponse[] = [];
  #unreached = 0;

  constructor(operation: OperationId, shared: Shared, key: { readonly isFullKey: boolean }) {
    this.#operation = operation;
    this.#kind = limitOf(operation, key);
    this.#reached = limitOf(operation, { isFullKey: true });
    this.#shared = shared;
    this.#repeatable = operationOf(operation).method === 'GET';
    this.#patience = new Patience(shared.limits, { othersGivenUp: shared.limited.some });
  }

  /** Waits until the request may leave. Throws where the service does not let it. */
  async ready(signals: readonly AbortSignal[]): Promise<void> {
    const { limits, pace, limited, unreached } = this.#shared;
    if (limited.has(this.#kind)) throw limitedForGood(this.#operation);
    if (!this.#repeatable && unreached.has(this.#reached, lostOrdersTolerated))
      throw ordersLost(this.#operation);
    const isLetGo = await pace.turn(limits.patienceMs, signals);
    // Others of its kind may have been given up meanwhile.
    if (limited.has(this.#kind)) throw limitedForGood(this.#operation);
    if (isLetGo) return;
    limited.failed(this.#kind);
    throw limitedFor(this.#operation, pace.pauseLeft());
  }

  /** The answer; undefined where the request is to be sent again. Throws where neither may be. */
  async take({ outcome, sentAt, signals }: Sending): Promise<Answer | undefined> {
    if (outcome.kind === 'violation') throw new ProtocolViolation(this.#operation, outcome.problem);
    if (outcome.kind === 'no response') return this.#takeNoResponse(outcome);
    const answerer = answererIn(outcome);
    if (answerer === 'limit') return this.#takeLimited(outcome, { sentAt, signals });
    if (answerer === 'gateway') return this.#takeUnreached(outcome, { sentAt, signals });
    const { pace, limited, unreached } = this.#shared;
    pace.speedUp();
    limited.passed(this.#kind);
    unreached.passed(this.#reached);
    return outcome;
  }

  #takeNoResponse(noResponse: NoResponse): undefined {
    this.#failures.push(noResponse);
    if (!this.#repeatable || !mayResend(this.#failures))
      throw finalFailure(this.#operation, this.#repeatable, this.#failures);
  }

  /**
   * All calls pause as long as is named; where nothing is named they go on at the lower rate, and this one waits alone.
   * A 429 says that nothing was done, a 503 does not.
   */
  async #takeLimited(answer: Answer, { sentAt, signals }: Omit<Sending, 'outcome'>): Promise<undefined> {
    const { pace, limited } = this.#shared;
    this.#shared.rateLimited += 1;
    const { left } = this.#patience;
    const named = namedWait(answer);
    limited.stillLimited(this.#kind, named, sentAt);
    const ms = this.#patience.waitAfter(named);
    // A service that wants no pause at all does not want a lower rate.
    if (named !== 0) pace.slowDown(sentAt);
    pace.pauseFor(named ?? 0);
    if (!this.#repeatable && answer.status !== 429) throw failedBefore(this.#operation, answer, false);
    if (ms !== undefined) {
      await wait(ms, signals);
      return;
    }
    limited.failed(this.#kind);
    if (named !== undefined && named > left) throw limitedFor(this.#operation, named);
    throw limitedForGood(this.#operation);
  }

  /** Some gateways say 503 where they limit the rate, and name no time. */
  async #takeUnreached(answer: Answer, { sentAt, signals }: Omit<Sending, 'outcome'>): Promise<undefined> {
    const { limits, pace, unreached } = this.#shared;
    if (answer.status === 503) pace.slowDown(sentAt);
    this.#unreached += 1;
    const isLast = !this.#repeatable || this.#unreached > resendsOfGateway || unreached.has(this.#reached);
    if (isLast) {
      unreached.failed(this.#reached);
      throw failedBefore(this.#operation, answer, this.#repeatable);
    }
    await wait(limits.gatewayWaitMs * this.#unreached, signals);
  }
}
