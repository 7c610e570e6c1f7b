import { Pool } from 'undici';
import { type Method, type OperationId, operationOf } from '#contract';
import { OrderGuard, type OrderOptions } from '../ledger/order-guard.ts';
import { answererIn } from './answerer.ts';
import { type Answer, attempt } from './attempt.ts';
import { Delivery, type Shared } from './delivery.ts';
import { CallRefused, NoAnswer } from './failure.ts';
import { type GuardOptions, guard } from './guard.ts';
import { defaultLimits, type Limits, trust } from './limits.ts';
import { attemptListening } from './listening-attempt.ts';
import { createPace, wait } from './pace.ts';
import { GivenUp } from './patience.ts';
import { type Stops, stopsOf, whyStopped } from './stops.ts';
import type { TransportFailure } from './transport-failure.ts';

export interface TransportOptions extends GuardOptions, OrderOptions, Stops {
  /** Origin, and a path prefix where the service has one. */
  readonly baseUrl: string;
  /** Total time of one request, its body included. */
  readonly timeoutMs: number;
  readonly concurrency: number;
  /** Undefined: no limit. */
  readonly requestsPerSecond?: number;
  /** Requests that may be sent, resent ones included. */
  readonly maxRequests: number;
}

/** A request below the base URL, ready to be sent. */
export interface WireRequest {
  readonly operation: OperationId;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** A read on a connection of its own, which is listened to beyond the end of the answer. */
  readonly listenOn?: boolean;
  /** Leaves after all that does not yield. */
  readonly yields?: boolean;
  /** False with a key that is to be refused: a service may limit those alone. */
  readonly isFullKey?: boolean;
}

interface Counts {
  readonly sent: number;
  readonly retried: number;
  /** Answers by which the service asked to be left alone for a while. */
  readonly rateLimited: number;
}

/** One way to the service, shared by all tests of a worker so that its limits hold for all of them. */
export interface Transport {
  readonly counts: Counts;
  /** Scheme, host and port of the base URL; nothing is sent elsewhere. */
  readonly origin: string;
  /** Throws `CallRefused`, `NoAnswer` or `ProtocolViolation`; anything else is a mistake of ours. */
  send(request: WireRequest): Promise<Answer>;
  /** Resolves when the time is over, or at once when nothing more is sent. */
  pause(ms: number): Promise<void>;
  /** Counts what is kept of an answer; nothing more is sent once it is too much, because the memory is the run's. */
  hold(bytes: number): void;
  /** Cuts every connection. */
  close(): Promise<void>;
}

/** In a row, after which nothing more is sent: it is the wrong port or the wrong scheme. */
const strangersTolerated = 3;

/** Idle time after which a connection is not used again: one that the service has just closed would lose an order. */
const idleMs: Readonly<Record<Method, number>> = { GET: 4_000, POST: 300 };

const poolFor = (origin: string, method: Method, connections: number, limits: Limits): Pool =>
  new Pool(origin, {
    connections,
    pipelining: 1,
    keepAliveTimeout: idleMs[method],
    keepAliveMaxTimeout: idleMs[method],
    maxHeaderSize: limits.headerBytes,
    // Attempts keep their own time, because undici's clock ticks in half seconds.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: limits.connectMs, ...trust },
  });

class WorkerTransport implements Transport {
  readonly counts = { sent: 0, retried: 0, rateLimited: 0 };
  readonly origin: string;
  readonly #prefix: string;
  readonly #options: TransportOptions;
  readonly #limits: Limits;
  readonly #pools: Readonly<Record<Method, Pool>>;
  readonly #shared: Shared;
  readonly #orders: OrderGuard;
  readonly #stops: readonly AbortSignal[];
  #strangers = 0;
  #held = 0;

  constructor(options: TransportOptions, limits: Limits) {
    const { origin, pathname } = new URL(options.baseUrl);
    this.origin = origin;
    this.#prefix = pathname.replace(/\/+$/, '');
    this.#options = options;
    this.#limits = limits;
    this.#pools = {
      GET: poolFor(origin, 'GET', options.concurrency, limits),
      POST: poolFor(origin, 'POST', options.concurrency, limits),
    };
    this.#shared = {
      limits,
      pace: createPace(options),
      limited: new GivenUp(),
      unreached: new GivenUp(),
    };
    this.#orders = new OrderGuard(options);
    this.#stops = stopsOf(options);
  }

  send(request: WireRequest): Promise<Answer> {
    return this.#shared.pace.within(() => this.#deliver(request), request.yields);
  }

  pause(ms: number): Promise<void> {
    return wait(ms, this.#stops);
  }

  hold(bytes: number): void {
    this.#held += bytes;
  }

  async close(): Promise<void> {
    await Promise.all([this.#pools.GET.destroy(), this.#pools.POST.destroy()]);
  }

  async #deliver(request: WireRequest): Promise<Answer> {
    const { operation } = request;
    guard(request, this.#options);
    const signals = this.#signalsOf(request);
    const delivery = new Delivery(operation, this.#shared, { isFullKey: request.isFullKey ?? true });
    for (; ; this.counts.retried += 1) {
      this.#shunStrangers(operation);
      this.#shunFloods(operation);
      await delivery.ready(signals);
      this.#count(request);
      const sentAt = performance.now();
      const outcome = await this.#orders.pass(request, () => this.#sendOnce(request));
      this.#note(outcome);
      const answer = await delivery.take({ outcome, sentAt, signals });
      if (answer !== undefined) return answer;
    }
  }

  #note(outcome: Answer | TransportFailure): void {
    const strange = outcome.kind === 'no response' && outcome.code === 'TARGET_NOT_HTTP';
    this.#strangers = strange ? this.#strangers + 1 : 0;
    if (outcome.kind === 'answer' && answererIn(outcome) === 'throttled') this.counts.rateLimited += 1;
  }

  #shunStrangers(operation: OperationId): void {
    if (this.#strangers >= strangersTolerated)
      throw new NoAnswer(operation, 'TARGET_NOT_HTTP', 'not sent: what answers at the base URL is not HTTP');
  }

  #shunFloods(operation: OperationId): void {
    const most = this.#limits.heldBytes;
    if (this.#held > most)
      throw new NoAnswer(
        operation,
        'ANSWERS_TOO_LARGE',
        `not sent: the answers of this run take more than ${Math.round(most / 1024 ** 2)} MiB of memory together`,
      );
  }

  #count(request: WireRequest): void {
    const { operation } = request;
    const stopped = this.#signalsOf(request).find(({ aborted }) => aborted);
    if (stopped) throw new NoAnswer(operation, 'INTERRUPTED', `not sent: ${whyStopped(stopped)}`);
    const { maxRequests } = this.#options;
    if (this.counts.sent >= maxRequests)
      throw new CallRefused(
        operation,
        'budget',
        `all ${maxRequests} requests are spent; raise RAMP_MAX_REQUESTS`,
      );
    this.counts.sent += 1;
  }

  #signalsOf({ signal }: WireRequest): readonly AbortSignal[] {
    return signal ? [signal, ...this.#stops] : this.#stops;
  }

  #sendOnce(request: WireRequest): Promise<Answer | TransportFailure> {
    const { operation, headers, body, listenOn = false } = request;
    const { method, movesMoney } = operationOf(operation);
    const { origin } = this;
    const { timeoutMs } = this.#options;
    const limits = this.#limits;
    const signals = this.#signalsOf(request);
    const path = this.#prefix + request.path;
    return listenOn && method === 'GET'
      ? attemptListening({ origin, path, headers, timeoutMs, limits, signals, method })
      : attempt({
          dispatcher: this.#pools[method],
          request: { origin, path, headers, method, body: body ?? null },
          timeoutMs,
          limits,
          signals,
          graceMs: movesMoney ? limits.orderGraceMs : 0,
        });
  }
}

export const createTransport = (options: TransportOptions, bounds: Partial<Limits> = {}): Transport =>
  new WorkerTransport(options, { ...defaultLimits, ...bounds });
