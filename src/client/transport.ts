import { setMaxListeners } from 'node:events';
import { describeAnswer, hasForm, limitOfPages, mayRefuse, mayTurnAway } from '#attribution';
import { listings, type OperationId, operationOf } from '#contract';
import { isSuccess, type Target, type Traffic } from '#run';
import { type Answer, bodyIn, shownBy } from './answer.ts';
import type { Body } from './body.ts';
import { type ConnectionOptions, Connections } from './connections.ts';
import { HeldAnswers } from './held-answers.ts';
import { CallRefused, notSent, type TransportFailure } from './no-answer.ts';
import { OrderGuard, type OrderOptions } from './order-guard.ts';
import { RateLimiter, wait } from './pace.ts';
import { type BuiltRequest, defaultLimits, type Limits } from './request.ts';
import { type CallToSend, RetryPolicy } from './retry.ts';
import { type Control, type ControlBounds, Watch } from './watch.ts';

interface RunBounds {
  /** Limit of requests, repeats included. */
  readonly maxRequests: number;
  /** End of the run in the clock of `performance`; then the run stops. */
  readonly endsAt?: number;
  /** After an abort nothing is sent, but sent orders still have a moment. */
  readonly stop?: AbortSignal;
}

/** After so many answers in a row that are no HTTP, nothing is sent: the port or the scheme is wrong. */
const maxNonHttp = 3;

const whyStopped = ({ reason }: AbortSignal): readonly ['DEADLINE' | 'INTERRUPTED', string] =>
  reason instanceof DOMException && reason.name === 'TimeoutError'
    ? ['DEADLINE', 'the time limit of the run (RAMP_DEADLINE_S) has passed']
    : ['INTERRUPTED', 'the run was interrupted'];

class Bounds {
  readonly stops: readonly AbortSignal[];
  readonly held = new HeldAnswers();
  readonly #maxRequests: number;
  readonly #heldBytes: number;
  #sent = 0;
  #nonHttp = 0;

  constructor({ maxRequests, endsAt, stop }: RunBounds, { heldBytes }: Limits) {
    this.#maxRequests = maxRequests;
    this.#heldBytes = heldBytes;
    this.stops = [
      ...(stop ? [stop] : []),
      ...(endsAt === undefined ? [] : [AbortSignal.timeout(Math.max(0, Math.round(endsAt - performance.now())))]),
    ];
  }

  get sent(): number {
    return this.#sent;
  }

  note(outcome: { readonly kind: 'answer' } | TransportFailure): void {
    const isNonHttp = outcome.kind === 'no response' && outcome.code === 'TARGET_NOT_HTTP';
    this.#nonHttp = isNonHttp ? this.#nonHttp + 1 : 0;
  }

  /** Called before a request waits for its turn. */
  demandService(operation: OperationId): void {
    if (this.#nonHttp >= maxNonHttp)
      throw notSent(operation, 'TARGET_NOT_HTTP', 'the server at the base URL does not speak HTTP');
    if (this.held.bytes > this.#heldBytes) {
      const max = `${Math.round(this.#heldBytes / 1024 ** 2)} MiB`;
      const reason = `the answers of this run take more than ${max} of memory together`;
      throw notSent(operation, 'ANSWERS_TOO_LARGE', reason);
    }
  }

  spend(operation: OperationId, signals: readonly AbortSignal[]): void {
    const stopped = signals.find(({ aborted }) => aborted);
    if (stopped) throw notSent(operation, ...whyStopped(stopped));
    const max = this.#maxRequests;
    if (this.#sent >= max)
      throw new CallRefused(
        operation,
        'budget',
        `the run has sent all ${max} requests that it may send; raise RAMP_MAX_REQUESTS`,
      );
    this.#sent += 1;
  }
}

interface GuardOptions {
  /** True when endpoints that move money may be called; otherwise the reason why not. */
  readonly money: true | string;
  /** Sends only GET, also if money may be moved. */
  readonly readOnly: boolean;
}

export interface TransportOptions extends ConnectionOptions, GuardOptions, OrderOptions, RunBounds {
  /** No limit if undefined. */
  readonly requestsPerSecond?: number;
  /** By default the limits of a gate. */
  readonly controls?: ControlBounds;
}

/** No order of a run changes these reads, so they fail only if the service is away. */
const steady: ReadonlySet<OperationId> = new Set(['subaccount.read', 'balances.read', ...listings]);

const defaultControls: ControlBounds = { all: 25, atOnce: 8 };

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

interface WireRequest extends Partial<BuiltRequest>, CallToSend {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Sent after all requests without `yields`. */
  readonly yields?: boolean;
}

/** Shared by all checks of a run, so that the limits hold for all together. */
export interface Transport {
  readonly counts: Traffic;
  /** Scheme, host and port of the base URL; nothing is sent elsewhere. */
  readonly origin: string;
  /** Requests that only a repeat could get answered. */
  readonly recovered?: number;
  /** Whether the service still answers its caller. */
  readonly watch?: Pick<Watch, 'calm' | 'calmSince' | 'doubt' | 'heldAt' | 'isDisturbed' | 'times' | 'behind'>;
  /** True if the target asks for a client certificate and none is set. */
  readonly lacksCertificate?: boolean;
  /** Why the run waits; undefined if it waits only for answers. */
  readonly waiting?: string | undefined;
  /** @throws CallRefused, NoAnswer or ProtocolViolation. Any other error is a mistake in our code. */
  send(request: WireRequest): Promise<Answer>;
  /** Resolves after the time in milliseconds, or at once if nothing more is sent. */
  pause(ms: number): Promise<void>;
  /** Stores the value of a body. Above the memory limit of the run, nothing more is sent. */
  hold(body: Pick<Body, 'value' | 'text'>): unknown;
  /** Registers a valid read that was served. Its repeat shows whether the service still answers. */
  noteServed?(request: WireRequest, answer: Pick<Answer, 'sentMs'>): void;
  /** True for the path of a served valid read. */
  wasServed?(path: string): boolean;
  close(): Promise<void>;
}

/** The last check before sending, for all callers. @throws CallRefused */
function guard({ operation }: WireRequest, { money, readOnly }: GuardOptions): void {
  const { method, movesMoney } = operationOf(operation);
  if (readOnly && method !== 'GET')
    throw new CallRefused(operation, 'read-only', 'the run is read-only, so it sends only GET');
  if (movesMoney && money !== true) throw new CallRefused(operation, 'money', money);
}

const bad = { isGood: false, isFailure: false, code: 'UNAVAILABLE' } as const;

function controlIn({ operation }: WireRequest, outcome: Answer | TransportFailure): Control | undefined {
  if (outcome.kind === 'violation') return { ...bad, why: 'no answer can be read' };
  if (outcome.kind === 'no response') return { ...bad, why: `reads fail: ${outcome.message}` };
  const { status, bytes } = outcome;
  if (status === 429) return undefined;
  const body = bodyIn(outcome);
  const isServed = isSuccess(outcome) && hasForm({ operation, body, empty: bytes.length === 0 });
  if (isServed) return { isGood: true };
  const shown = shownBy(outcome);
  const isLimit = body === undefined && bytes.length > 0 && mayTurnAway(status, () => body);
  const why = isLimit
    ? limitOfPages(shown)
    : `reads that succeeded before now get another answer (${describeAnswer(shown)})`;
  const isOfCaller = mayRefuse(status);
  const code = status === 401 ? 'KEY_EXPIRED' : isOfCaller ? 'LOCKED_OUT' : 'UNAVAILABLE';
  return { isGood: false, isFailure: status >= 500, why, code };
}

class HttpTransport implements Transport {
  readonly #options: TransportOptions;
  readonly #limits: Limits;
  readonly #connections: Connections;
  readonly #limiter: RateLimiter;
  readonly watch: Watch;
  readonly #retries: RetryPolicy;
  readonly #orders: OrderGuard;
  readonly #bounds: Bounds;
  readonly #closed = new AbortController();
  #retried = 0;
  #pausedUntil = 0;
  /** The last served read of each operation, the oldest first. */
  readonly #served = new Map<OperationId, WireRequest>();
  readonly #servedPaths = new Set<string>();
  #controlled: OperationId | undefined;

  constructor(options: TransportOptions, limits: Limits) {
    this.#options = options;
    this.#limits = limits;
    this.#connections = new Connections(options, limits);
    this.#limiter = new RateLimiter({ ...options, onNarrowed: (places) => this.#connections.narrow(places) });
    this.#orders = new OrderGuard(options);
    this.#bounds = new Bounds(options, limits);
    this.watch = new Watch({
      bounds: options.controls ?? defaultControls,
      limits,
      control: () => this.#control(),
      canControl: () => this.#served.size > 0,
      signals: [...this.#bounds.stops, this.#closed.signal],
    });
    this.#retries = new RetryPolicy(limits, this.#limiter, this.watch);
  }

  get counts(): Traffic {
    const { rateLimited } = this.#retries;
    const away = this.watch.disturbances;
    const { left: orders, stopped } = this.#orders;
    return {
      sent: this.#bounds.sent,
      retried: this.#retried,
      rateLimited,
      ...(this.watch.sent > 0 && { controls: this.watch.sent }),
      orders,
      ...(stopped !== undefined && { stopped }),
      ...(away.length > 0 && { away }),
      ...(this.watch.gone && { gone: this.watch.gone.why }),
    };
  }

  get origin(): string {
    return this.#connections.origin;
  }

  get recovered(): number {
    return this.#retries.recovered;
  }

  get lacksCertificate(): boolean {
    return this.#connections.lacksCertificate;
  }

  get waiting(): string | undefined {
    if (this.watch.isHeld) return 'the service does not answer, so the run asks again';
    const left = (ms: number) => `${Math.ceil(ms / 1000)} s`;
    const pause = this.#limiter.pauseLeft();
    if (pause > 0) return `${left(pause)}, the service wants a pause`;
    const own = this.#retries.pauseLeft();
    if (own !== undefined) return `${left(own.ms)}, the service wants a pause of ${own.operation}`;
    const until = this.#pausedUntil - performance.now();
    return until > 0 ? `${left(until)}, then the run looks again` : undefined;
  }

  send(request: WireRequest): Promise<Answer> {
    return this.#limiter.within(() => this.#deliver(request), request);
  }

  pause(ms: number): Promise<void> {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + ms);
    return wait(ms, this.#bounds.stops);
  }

  hold(body: Pick<Body, 'value' | 'text'>): unknown {
    return this.#bounds.held.hold(body);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#connections.close();
  }

  async #deliver(request: WireRequest): Promise<Answer> {
    const { operation, signal } = request;
    guard(request, this.#options);
    const signals = signal ? [signal, ...this.#bounds.stops] : this.#bounds.stops;
    // Each request under way adds a listener.
    setMaxListeners(0, ...signals);
    const call = this.#retries.budgetFor(request);
    for (; ; this.#retried += 1) {
      this.#bounds.demandService(operation);
      const settled = await this.#retries.ready(call, signals);
      try {
        let sentAt = performance.now();
        const spend = () => {
          this.#bounds.spend(operation, signals);
          sentAt = performance.now();
        };
        const outcome = await this.#orders.pass(request, spend, () => this.#connections.send(request, signals));
        this.#bounds.note(outcome);
        this.watch.noteExchange();
        const answer = await this.#retries.settle(call, { outcome, sentAt, signals });
        if (answer === undefined) continue;
        return answer;
      } finally {
        settled();
      }
    }
  }

  noteServed(request: WireRequest, { sentMs }: Pick<Answer, 'sentMs'>): void {
    // Reads of other operations come first.
    this.#served.delete(request.operation);
    this.#served.set(request.operation, request);
    this.#servedPaths.add(request.path);
    this.watch.noteGood(sentMs);
  }

  wasServed(path: string): boolean {
    return this.#servedPaths.has(path);
  }

  /** Repeats a served read, each time of another operation. */
  async #control(): Promise<Control | undefined> {
    const { stops } = this.#bounds;
    const all = [...this.#served.values()];
    const steadyOnes = all.filter(({ operation }) => steady.has(operation));
    const served = steadyOnes.length > 0 ? steadyOnes : all;
    const request = served.find(({ operation }) => operation !== this.#controlled) ?? served[0];
    if (request === undefined) return undefined;
    this.#controlled = request.operation;
    // The control leaves before all waiting requests, so that no order leaves before its result.
    await wait(Math.min(this.#limiter.pauseLeft(), this.#limits.patienceMs), stops);
    this.#limiter.count();
    this.#bounds.spend(request.operation, stops);
    return controlIn(request, await this.#connections.send(request, stops));
  }
}

export const createTransport = (options: TransportOptions, bounds: Partial<Limits> = {}): Transport =>
  new HttpTransport(options, { ...defaultLimits, ...bounds });
