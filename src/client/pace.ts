// The pace of requests. RateLimiter spaces requests, halves the rate after a limited answer and raises it after served
// ones; a connection limit leaves a quarter of the places. OrderTurns: after a lost order, orders are sent one at a
// time.

import { setTimeout as sleep } from 'node:timers/promises';

interface RateBounds {
  readonly concurrency: number;
  /** Undefined: no limit. */
  readonly requestsPerSecond?: number;
  /** Called where fewer requests may be under way than before. */
  readonly onNarrowed?: (places: number) => void;
}

type Signals = readonly AbortSignal[];

/** An abort ends the wait early; the next attempt then sends nothing. */
export const wait = async (ms: number, signals: Signals): Promise<void> => {
  await sleep(ms, undefined, { signal: AbortSignal.any([...signals]) }).catch(() => undefined);
};

const isAborted = (signals: Signals): boolean => signals.some(({ aborted }) => aborted);

/** Requests a second: the rate is not lowered below it, because the pauses suffice. */
const slowest = 5;

/** Requests a second: above it, the spacing is shorter than a timer can keep. */
const fastest = 1000;

/** Seconds until a halved rate is regained, unless it is slow. */
const regainedWithin = 20;

/**
 * When a request of the run may leave: at most so many at a time, evenly spaced, and none while the service wants a pause.
 * The rate is halved at once when the service limits it, and raised step by step.
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
  /** Requests of this second and of the last: the rate without spacing. */
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

  /** First come, first served; a yielding one after all others. */
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

  /** False where a pause is longer than `maxMs`. */
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

  /** In milliseconds. */
  pauseLeft(): number {
    return Math.max(0, this.#resumeAt - this.#now());
  }

  get spacing(): number {
    return this.#perSecond > fastest ? 0 : 1000 / this.#perSecond;
  }

  /** The rate was too high for a request sent at `sentAt`. */
  slowDown(sentAt: number): void {
    const now = this.#now();
    // Requests that had left before the rate was lowered say nothing of the lower rate.
    if (sentAt > this.#loweredAt) {
      this.#loweredAt = now;
      const from = Math.min(this.#perSecond, Math.max(this.#sent.now, this.#sent.before));
      this.#step = Math.max(1, from / regainedWithin);
      this.#perSecond = Math.max(this.#min, from / 2);
    }
    this.#nextAt = Math.max(this.#nextAt, now + this.spacing);
  }

  /** A quarter of the places remains; there were too many for a request sent at `sentAt`. */
  narrow(sentAt: number): void {
    if (sentAt <= this.#narrowedAt) return;
    this.#narrowedAt = this.#now();
    const fewer = Math.max(1, Math.floor(this.#places / 4));
    this.#free -= this.#places - fewer;
    this.#places = fewer;
    this.#onNarrowed?.(fewer);
  }

  /** For an answer without a limit: a second of them raises the rate by one step. */
  speedUp(): void {
    if (this.#perSecond < this.#max)
      this.#perSecond = Math.min(this.#max, this.#perSecond + this.#step / this.#perSecond);
  }

  #fill(): void {
    // What yields leaves a place free, so that a request that comes up need not wait for an answer.
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

  /** True where no order has been answered since a lost one. */
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
