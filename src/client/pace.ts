// When a request may leave. RateLimiter: so many at a time, evenly spaced; a limited answer halves the rate, each served one
// raises it by a step, a reset by the number of connections leaves a quarter of the places. OrderTurns: where an order was lost,
// orders leave one at a time. watch.ts looks whether the service is there at all.

import { setTimeout as sleep } from 'node:timers/promises';

interface RateBounds {
  readonly concurrency: number;
  /** Undefined: no limit. */
  readonly requestsPerSecond?: number;
  /** Called where fewer requests than before may be under way. */
  readonly onNarrowed?: (places: number) => void;
}

type Signals = readonly AbortSignal[];

/** An abort ends the wait early; the attempt that follows then sends nothing. */
export const wait = async (ms: number, signals: Signals): Promise<void> => {
  await sleep(ms, undefined, { signal: AbortSignal.any([...signals]) }).catch(() => undefined);
};

const isAborted = (signals: Signals): boolean => signals.some(({ aborted }) => aborted);

/** Requests a second below which the rate is not lowered: the pauses between them do the rest. */
const slowest = 5;

/** Above it the spacing is shorter than a timer can keep. */
const fastest = 1000;

/** Seconds in which a rate that was halved comes back, unless it is slow. */
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
  /** Requests in this second and in the one before: the rate where nothing is spaced. */
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

  /** Does `work` in one of the places: first come, first served, and what yields after all the others. */
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

  /** Waits until a request that has its place may leave. False where a pause lasts longer than `maxMs`. */
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

  /** How long the service still wants to be left alone. */
  pauseLeft(): number {
    return Math.max(0, this.#resumeAt - this.#now());
  }

  get spacing(): number {
    return this.#perSecond > fastest ? 0 : 1000 / this.#perSecond;
  }

  /** Halves the rate, which was too high for a request that had left at this moment. */
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

  /** Leaves a quarter of the places, which were too many for a request that had left at this moment. */
  narrow(sentAt: number): void {
    if (sentAt <= this.#narrowedAt) return;
    this.#narrowedAt = this.#now();
    const fewer = Math.max(1, Math.floor(this.#places / 4));
    this.#free -= this.#places - fewer;
    this.#places = fewer;
    this.#onNarrowed?.(fewer);
  }

  /** After an answer that was not limited: so many of them a second raise the rate by one step. */
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

/** Where an order was lost, orders leave one at a time until one of them is answered. */
export class OrderTurns {
  #areLost = false;
  #underWay: Promise<void> | undefined;

  /** True where no order has been answered since one was lost. */
  get areLost(): boolean {
    return this.#areLost;
  }

  lose(): void {
    this.#areLost = true;
  }

  answered(): void {
    this.#areLost = false;
  }

  /** Waits until an order may leave. The result is called once its outcome is known: the next order waits for that. */
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
