import type { OperationId } from '#contract';
import { CallRefused, notSent } from './failure.ts';
import type { Limits } from './limits.ts';
import type { TransportFailure } from './transport-failure.ts';

export interface RunBounds {
  /** Requests that may be sent, resent ones included. */
  readonly maxRequests: number;
  /** When the time of the run is up, in milliseconds of the epoch: as if it were stopped then. */
  readonly endsAt?: number;
  /** Once aborted nothing more is sent; orders that have left are given a moment. */
  readonly stop?: AbortSignal;
}

/** Answers in a row that are no HTTP, after which nothing more is sent: the port or the scheme is wrong. */
const maxNonHttp = 3;

const whyStopped = ({ reason }: AbortSignal): string =>
  reason instanceof DOMException && reason.name === 'TimeoutError'
    ? 'the time that RAMP_DEADLINE_S gives the run is up'
    : 'the run was interrupted';

/** Decides whether anything more may be sent at all. */
export class Bounds {
  readonly stops: readonly AbortSignal[];
  readonly #maxRequests: number;
  readonly #heldBytes: number;
  #sent = 0;
  #nonHttp = 0;
  #held = 0;

  constructor({ maxRequests, endsAt, stop }: RunBounds, { heldBytes }: Limits) {
    this.#maxRequests = maxRequests;
    this.#heldBytes = heldBytes;
    this.stops = [
      ...(stop ? [stop] : []),
      ...(endsAt === undefined ? [] : [AbortSignal.timeout(Math.max(0, endsAt - Date.now()))]),
    ];
  }

  get sent(): number {
    return this.#sent;
  }

  hold(bytes: number): void {
    this.#held += bytes;
  }

  note(outcome: { readonly kind: 'answer' } | TransportFailure): void {
    const isNonHttp = outcome.kind === 'no response' && outcome.code === 'TARGET_NOT_HTTP';
    this.#nonHttp = isNonHttp ? this.#nonHttp + 1 : 0;
  }

  /** Called before a request waits for its turn. */
  demandService(operation: OperationId): void {
    if (this.#nonHttp >= maxNonHttp)
      throw notSent(operation, 'TARGET_NOT_HTTP', 'what answers at the base URL is not HTTP');
    if (this.#held > this.#heldBytes) {
      const max = `${Math.round(this.#heldBytes / 1024 ** 2)} MiB`;
      const reason = `the answers of this run take more than ${max} of memory together`;
      throw notSent(operation, 'ANSWERS_TOO_LARGE', reason);
    }
  }

  spend(operation: OperationId, signals: readonly AbortSignal[]): void {
    const stopped = signals.find(({ aborted }) => aborted);
    if (stopped) throw notSent(operation, 'INTERRUPTED', whyStopped(stopped));
    const max = this.#maxRequests;
    if (this.#sent >= max)
      throw new CallRefused(operation, 'budget', `all ${max} requests are spent; raise RAMP_MAX_REQUESTS`);
    this.#sent += 1;
  }
}
