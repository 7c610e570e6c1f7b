// The pace of requests. RateLimiter spaces requests; it halves the rate after a limited answer and raises it after
// served ones. After a limit of connections, a quarter of the places remains. OrderTurns sends orders one at a time
// after a lost order.

import { setTimeout as sleep } from 'node:timers/promises';

interface RateBounds {
  readonly concurrency: number;
  /** No limit if undefined. */
  readonly requestsPerSecond?: number;
  /** Called when fewer requests may be under way than before. */
  readonly onNarrowed?: (places: number) => void;
}

type Signals = readonly AbortSignal[];

/** Waits in milliseconds. An abort ends the wait early; the next attempt then sends nothing. */
export const wait = async (ms: number, signals: Signals): Promise<void> => {
  await sleep(ms, undefined, { signal: AbortSignal.any([...signals]) }).catch(() => undefined);
};

const isAborted = (signals: Signals): boolean => signals.some(({ aborted }) => aborted);

/** Requests per second. The rate is not lowered further, because the pauses are enough. */
const slowest = 5;

/** Requests per second. At a higher rate, the interval is shorter than a timer can measure. */
const fastest = 1000;

/** Seconds until a halved rate is regained, unless it is slow. */
const regainedWithin = 20;

/**
 * Decides when a request may leave: a limited number at a time, at even intervals, and none during a pause of the
 * service. A limited answer halves the rate at once; served answers raise it step by step.
 */
export class RateLimiter {
  readonly #now: () => number;
  readonly #waiting: (() => void)[] = [];
  readonly #yielding: (() => void)[] = [];
  readonly #onNarrowed: RateBounds['onNarrowed'];
  #places: number;
  #free: number;
  #narrowedAt = Number.NEGATIVE_INFINITY;
  readonly #max: number;
  readonly #min: number;
  #perSecond: number;
  #step = 1;
  #loweredAt = Number.NEGATIVE_INFINITY;
  /** Requests in this second and in the previous second: the rate if nothing is spaced. */
  readonly #sent = { second: 0, now: 0, before: 0 };
  #nextAt = 0;
  #resumeAt = 0;

  constructor(
    { concurrency, requestsPerSecond: max = Number.POSITIVE_INFINITY, onNarrowed }: RateBounds,
    now = () => performance.now(),
  ) {
    this.#now = now;
    this.#places = concurrency;
    this.#onNarrowed = onNarrowed;
    this.#free = concurrency;
    this.#max = max;
    this.#min = Math.min(slowest, max / 4);
    this.#perSecond = max;
  }

  /** First come, first served; requests with `yields` come after all others. */
  async within<T>(work: () => Promise<T>, { yields = false } = {}): Promise<T> {
    await new Promise<void>((begin) => {
      (yields ? this.#yielding : this.#waiting).push(begin);
      this.#fill();
    });
    try {
      return await work();
    } finally {
      this.#free += 1;
      this.#fill();
    }
  }

  /** False if the pause is longer than `maxMs`. */
  async turn(maxMs: number, signals: Signals = []): Promise<boolean> {
    do {
      while (this.pauseLeft() > 0 && !isAborted(signals)) {
        if (this.pauseLeft() > maxMs) return false;
        await wait(this.pauseLeft(), signals);
      }
      await this.#space(signals);
      // A pause may have begun meanwhile.
    } while (this.pauseLeft() > 0 && !isAborted(signals));
    this.count();
    return true;
  }

  count(): void {
    const sent = this.#sent;
    const second = Math.floor(this.#now() / 1000);
    if (second !== sent.second)
      Object.assign(sent, { second, now: 0, before: second === sent.second + 1 ? sent.now : 0 });
    sent.now += 1;
  }

  pauseFor(ms: number): void {
    this.#resumeAt = Math.max(this.#resumeAt, this.#now() + ms);
  }

  /** Milliseconds. */
  pauseLeft(): number {
    return Math.max(0, this.#resumeAt - this.#now());
  }

  get spacing(): number {
    return this.#perSecond > fastest ? 0 : 1000 / this.#perSecond;
  }

  /** Lowers the rate, which was too high for a request sent at `sentAt`. */
  slowDown(sentAt: number): void {
    const now = this.#now();
    // Requests that left before the rate was lowered do not test the lower rate.
    if (sentAt > this.#loweredAt) {
      this.#loweredAt = now;
      const from = Math.min(this.#perSecond, Math.max(this.#sent.now, this.#sent.before));
      this.#step = Math.max(1, from / regainedWithin);
      this.#perSecond = Math.max(this.#min, from / 2);
    }
    this.#nextAt = Math.max(this.#nextAt, now + this.spacing);
  }

  /** Keeps a quarter of the places; there were too many for a request sent at `sentAt`. */
  narrow(sentAt: number): void {
    if (sentAt <= this.#narrowedAt) return;
    this.#narrowedAt = this.#now();
    const fewer = Math.max(1, Math.floor(this.#places / 4));
    this.#free -= this.#places - fewer;
    this.#places = fewer;
    this.#onNarrowed?.(fewer);
  }

  /** Called for an answer without a limit. One second of such answers raises the rate by one step. */
  speedUp(): void {
    if (this.#perSecond < this.#max)
      this.#perSecond = Math.min(this.#max, this.#perSecond + this.#step / this.#perSecond);
  }

  #fill(): void {
    // A request that yields leaves one place free, so that a new request does not have to wait.
    const kept = this.#places < 4 ? 0 : 1;
    while (this.#free > 0) {
      const next = this.#waiting.shift() ?? (this.#free > kept ? this.#yielding.shift() : undefined);
      if (next === undefined) return;
      this.#free -= 1;
      next();
    }
  }

  async #space(signals: Signals): Promise<void> {
    if (this.spacing === 0) return;
    const now = this.#now();
    const moment = Math.max(now, this.#nextAt);
    this.#nextAt = moment + this.spacing;
    if (moment > now) await wait(moment - now, signals);
  }
}

/** After a lost order, orders are sent one at a time until one is answered. */
export class OrderTurns {
  #areLost = false;
  #underWay: Promise<void> | undefined;

  /** True if no order has been answered since a lost one. */
  get areLost(): boolean {
    return this.#areLost;
  }

  lose(): void {
    this.#areLost = true;
  }

  answered(): void {
    this.#areLost = false;
  }

  async next(): Promise<() => void> {
    while (this.#areLost && this.#underWay !== undefined) await this.#underWay;
    if (!this.#areLost) return () => {};
    let settled = () => {};
    this.#underWay = new Promise((resolve) => {
      settled = resolve;
    });
    return () => {
      this.#underWay = undefined;
      settled();
    };
  }
}
