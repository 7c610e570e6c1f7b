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

/** In a row, after which nothing more is sent: it is the wrong port or the wrong scheme. */
const strangersTolerated = 3;

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
  #strangers = 0;
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
    const strange = outcome.kind === 'no response' && outcome.code === 'TARGET_NOT_HTTP';
    this.#strangers = strange ? this.#strangers + 1 : 0;
  }

  /** Before a request waits for its turn. */
  demandService(operation: OperationId): void {
    if (this.#strangers >= strangersTolerated)
      throw notSent(operation, 'TARGET_NOT_HTTP', 'what answers at the base URL is not HTTP');
    if (this.#held > this.#heldBytes) {
      const most = `${Math.round(this.#heldBytes / 1024 ** 2)} MiB`;
      const reason = `the answers of this run take more than ${most} of memory together`;
      throw notSent(operation, 'ANSWERS_TOO_LARGE', reason);
    }
  }

  spend(operation: OperationId, signals: readonly AbortSignal[]): void {
    const stopped = signals.find(({ aborted }) => aborted);
    if (stopped) throw notSent(operation, 'INTERRUPTED', whyStopped(stopped));
    const most = this.#maxRequests;
    if (this.#sent >= most)
      throw new CallRefused(operation, 'budget', `all ${most} requests are spent; raise RAMP_MAX_REQUESTS`);
    this.#sent += 1;
  }
}
