import { setMaxListeners } from 'node:events';
import type { Dispatcher } from 'undici';
import { isSuccess, type Network, operationOf, type Target, type Traffic } from '#contract';
import { OrderGuard, type OrderOptions } from '../ledger/order-guard.ts';
import { type Answer, attempt, isAnswered } from './attempt.ts';
import { Bounds, type RunBounds } from './bounds.ts';
import { Connections } from './connections.ts';
import { CallRefused } from './failure.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { Outage } from './outage.ts';
import { RateLimiter, wait } from './rate-limiter.ts';
import type { BuiltRequest } from './request.ts';
import type { CallToSend } from './retry-budget.ts';
import { RetryPolicy } from './retry-policy.ts';
import type { TransportFailure } from './transport-failure.ts';

interface GuardOptions {
  /** True when endpoints that move money may be called; otherwise the reason why not. */
  readonly money: true | string;
  /** Sends only GET, even where money may be moved. */
  readonly readOnly: boolean;
}

export interface TransportOptions extends GuardOptions, OrderOptions, RunBounds {
  /** Origin, and a path prefix where the service has one. */
  readonly baseUrl: string;
  /** Total time of one request, its body included. */
  readonly timeoutMs: number;
  readonly concurrency: number;
  /** Undefined: no limit. */
  readonly requestsPerSecond?: number;
  readonly network?: Network | undefined;
  /** Answers in place of the network. */
  readonly dispatcher?: Dispatcher | undefined;
}

/** The options of a transport that follow from a target. */
export const optionsFor = ({
  baseUrl,
  network,
  budgets,
  endsAt,
  dispatcher,
}: Pick<Target, 'baseUrl' | 'network' | 'budgets' | 'endsAt' | 'dispatcher'>) => ({
  baseUrl,
  network,
  dispatcher,
  ...budgets,
  ...(endsAt === undefined ? {} : { endsAt }),
});

/** A request below the base URL, ready to be sent; the method is that of the operation, unless another is named. */
export interface WireRequest extends Partial<BuiltRequest>, CallToSend {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Leaves after all that does not yield. */
  readonly yields?: boolean;
}

/** One way to the service, shared by all checks of a run so that its limits hold for all of them. */
export interface Transport {
  readonly counts: Traffic;
  /** Scheme, host and port of the base URL; nothing is sent elsewhere. */
  readonly origin: string;
  /** Requests that got no answer, and were answered when they were sent again. */
  readonly recovered?: number;
  /** The target asks for a client certificate, and none is set. */
  readonly lacksCertificate?: boolean;
  /** Throws `CallRefused`, `NoAnswer` or `ProtocolViolation`; anything else is a mistake of ours. */
  send(request: WireRequest): Promise<Answer>;
  /** Resolves when the time is over, or at once when nothing more is sent. */
  pause(ms: number): Promise<void>;
  /** Looks in a record for orders that were answered 429. */
  look(record: unknown): void;
  /** Counts what is kept of an answer; nothing more is sent once it is too much, because the memory is the run's. */
  hold(bytes: number): void;
  close(): Promise<void>;
}

/** The last word before a request leaves, below all tests: throws `CallRefused` for what must not be sent. */
function guard({ operation }: WireRequest, { money, readOnly }: GuardOptions): void {
  const { method, movesMoney } = operationOf(operation);
  if (readOnly && method !== 'GET')
    throw new CallRefused(operation, 'read-only', 'the target is read-only, and only GET is sent to it');
  if (movesMoney && money !== true) throw new CallRefused(operation, 'money', money);
}

class HttpTransport implements Transport {
  readonly origin: string;
  readonly #prefix: string;
  readonly #options: TransportOptions;
  readonly #limits: Limits;
  readonly #connections: Connections;
  readonly #limiter: RateLimiter;
  readonly #retries: RetryPolicy;
  readonly #orders: OrderGuard;
  readonly #bounds: Bounds;
  readonly #closed = new AbortController();
  #retried = 0;
  /** The last read that was served: sent again, it shows whether the service is there. */
  #served: WireRequest | undefined;

  constructor(options: TransportOptions, limits: Limits) {
    const { origin, pathname } = new URL(options.baseUrl);
    this.origin = origin;
    this.#prefix = pathname.replace(/\/+$/, '');
    this.#options = options;
    this.#limits = limits;
    const { network = {}, concurrency } = options;
    this.#connections = new Connections({ origin, connections: concurrency, network, limits });
    this.#limiter = new RateLimiter({ ...options, onNarrowed: (places) => this.#connections.narrow(places) });
    this.#orders = new OrderGuard(options);
    this.#bounds = new Bounds(options, limits);
    const outage = new Outage({
      limits,
      look: () => this.#look(),
      canLook: () => this.#served !== undefined,
      signals: [...this.#bounds.stops, this.#closed.signal],
    });
    this.#retries = new RetryPolicy(limits, this.#limiter, outage);
  }

  get counts(): Traffic {
    const { rateLimited } = this.#retries;
    return { sent: this.#bounds.sent, retried: this.#retried, rateLimited, orders: this.#orders.left };
  }

  get recovered(): number {
    return this.#retries.recovered;
  }

  get lacksCertificate(): boolean {
    return this.#connections.lacksCertificate;
  }

  send(request: WireRequest): Promise<Answer> {
    return this.#limiter.within(() => this.#deliver(request), request);
  }

  pause(ms: number): Promise<void> {
    return wait(ms, this.#bounds.stops);
  }

  look(record: unknown): void {
    this.#orders.look(record);
  }

  hold(bytes: number): void {
    this.#bounds.hold(bytes);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#connections.close();
  }

  async #deliver(request: WireRequest): Promise<Answer> {
    const { operation, signal, isFullKey = true } = request;
    guard(request, this.#options);
    const signals = signal ? [signal, ...this.#bounds.stops] : this.#bounds.stops;
    // Each request under way listens.
    setMaxListeners(0, ...signals);
    const call = this.#retries.budgetFor(request);
    for (; ; this.#retried += 1) {
      this.#bounds.demandService(operation);
      const settled = await this.#retries.ready(call, signals);
      try {
        this.#bounds.spend(operation, signals);
        const sentAt = performance.now();
        const outcome = await this.#orders.pass(request, () => this.#sendOnce(request, signals));
        this.#bounds.note(outcome);
        const answer = await this.#retries.settle(call, { outcome, sentAt, signals });
        if (answer === undefined) continue;
        if (call.repeatable && isFullKey && isSuccess(answer)) this.#served = request;
        return answer;
      } finally {
        settled();
      }
    }
  }

  async #look(): Promise<boolean> {
    if (this.#served === undefined) return false;
    const { stops } = this.#bounds;
    await this.#limiter.turn(this.#limits.patienceMs, stops);
    this.#bounds.spend(this.#served.operation, stops);
    this.#retried += 1;
    return isAnswered(await this.#sendOnce(this.#served, stops));
  }

  async #sendOnce(request: WireRequest, signals: readonly AbortSignal[]): Promise<Answer | TransportFailure> {
    const { operation, body } = request;
    const { movesMoney, method: documented } = operationOf(operation);
    const { method = documented } = request;
    const { origin } = this;
    const { timeoutMs, network } = this.#options;
    const limits = this.#limits;
    const path = this.#prefix + request.path;
    const headers = { ...request.headers, ...network?.headers };
    const outcome = await attempt({
      dispatcher: this.#options.dispatcher ?? this.#connections.for(documented),
      request: { origin, path, headers, method, body: body ?? null },
      timeoutMs,
      limits,
      signals,
      graceMs: movesMoney ? limits.orderGraceMs : 0,
    });
    return this.#connections.explain(outcome);
  }
}

export const createTransport = (options: TransportOptions, bounds: Partial<Limits> = {}): Transport =>
  new HttpTransport(options, { ...defaultLimits, ...bounds });
