import { Pool } from 'undici';
import { type Method, type OperationId, operationOf } from '#contract';
import { type Answer, attempt } from './attempt.ts';
import { CallRefused, NoAnswer, ProtocolBreach } from './failure.ts';
import { type GuardOptions, guard } from './guard.ts';
import { defaultLimits, type Limits, trust } from './limits.ts';
import { attemptListening } from './listening-attempt.ts';
import type { Mishap, Silence } from './mishap.ts';
import { OrderGuard, type OrderOptions } from './order-guard.ts';
import { createPace, type Pace } from './pace.ts';
import { finalSilence, limitedFor, mayResend } from './resend.ts';
import { isLimited, namedWait } from './retry-after.ts';
import { type Stops, stopsOf, whyStopped } from './stops.ts';

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
  /** Throws `CallRefused`, `NoAnswer` or `ProtocolBreach`; anything else is a mistake of ours. */
  send(request: WireRequest): Promise<Answer>;
  /** Cuts every connection. */
  close(): Promise<void>;
}

const resendsOfLimited = 2;

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
  readonly #pace: Pace;
  readonly #orders: OrderGuard;
  readonly #stops: readonly AbortSignal[];
  #strangers = 0;

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
    this.#pace = createPace(options);
    this.#orders = new OrderGuard(options);
    this.#stops = stopsOf(options);
  }

  send(request: WireRequest): Promise<Answer> {
    return this.#pace.within(() => this.#deliver(request), request.yields);
  }

  async close(): Promise<void> {
    await Promise.all([this.#pools.GET.destroy(), this.#pools.POST.destroy()]);
  }

  async #deliver(request: WireRequest): Promise<Answer> {
    const { operation } = request;
    guard(request, this.#options);
    const repeatable = operationOf(operation).method === 'GET';
    const silences: Silence[] = [];
    let patience = this.#limits.patienceMs;
    for (let limited = 0; ; this.counts.retried += 1) {
      this.#shunStrangers(operation);
      if (!this.#pace.isOpen()) patience -= await this.#waitForTurn(request, patience);
      this.#count(request);
      const outcome = await this.#orders.pass(request, () => this.#sendOnce(request));
      const strange = outcome.kind === 'silence' && outcome.code === 'TARGET_NOT_HTTP';
      this.#strangers = strange ? this.#strangers + 1 : 0;
      if (outcome.kind === 'breach') throw new ProtocolBreach(operation, outcome.problem);
      if (outcome.kind === 'silence') {
        silences.push(outcome);
        if (!repeatable || !mayResend(silences)) throw finalSilence(operation, repeatable, silences);
        continue;
      }
      if (!isLimited(outcome)) return outcome;
      this.#noteLimit(outcome);
      if (!repeatable) return outcome;
      limited += 1;
      if (limited > resendsOfLimited) throw limitedFor(operation, this.#pace.pauseLeft());
    }
  }

  #shunStrangers(operation: OperationId): void {
    if (this.#strangers >= strangersTolerated)
      throw new NoAnswer(operation, 'TARGET_NOT_HTTP', 'not sent: what answers at the base URL is not HTTP');
  }

  /** Resolves to the time that a pause has cost; the even spacing is ours and costs no patience. */
  async #waitForTurn(request: WireRequest, patience: number): Promise<number> {
    const signals = this.#signalsOf(request);
    const waited = await this.#pace.waitOutPause(patience, signals);
    if (waited === undefined) throw limitedFor(request.operation, this.#pace.pauseLeft());
    await this.#pace.turn(signals);
    return waited;
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

  #sendOnce(request: WireRequest): Promise<Answer | Mishap> {
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

  /** All calls pause, so that those that follow are not refused too. */
  #noteLimit(answer: Answer): void {
    this.counts.rateLimited += 1;
    this.#pace.pauseFor(namedWait(answer, this.#limits.unnamedWaitMs));
  }
}

export const createTransport = (options: TransportOptions, bounds: Partial<Limits> = {}): Transport =>
  new WorkerTransport(options, { ...defaultLimits, ...bounds });
