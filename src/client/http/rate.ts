/** Requests a second below which the rate is not lowered: the pauses between them do the rest. */
const slowest = 10;

/** Above it the spacing is shorter than a timer can keep. */
const fastest = 1000;

/** Seconds in which a rate that was halved comes back, unless it is slow. */
const regainedWithin = 20;

/** Sends in each second, to know the rate of those that were not spaced. */
class Meter {
  #second = 0;
  #count = 0;
  #before = 0;

  count(now: number): void {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#before = second === this.#second + 1 ? this.#count : 0;
      this.#count = 0;
      this.#second = second;
    }
    this.#count += 1;
  }

  get perSecond(): number {
    return Math.max(this.#count, this.#before);
  }
}

/** How many requests may leave in a second: halved at once when the service limits them, and raised step by step. */
export class Rate {
  readonly #most: number;
  readonly #least: number;
  readonly #meter = new Meter();
  #current: number;
  #step = 1;
  #loweredAt = Number.NEGATIVE_INFINITY;

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
    this.#least = Math.min(slowest, most / 4);
    this.#current = most;
  }

  /** Milliseconds between two requests. */
  get spacing(): number {
    return this.#current > fastest ? 0 : 1000 / this.#current;
  }

  sent(now: number): void {
    this.#meter.count(now);
  }

  /** Requests that had left before the rate was lowered say nothing of the lower rate. */
  lower(sentAt: number, now: number): void {
    if (sentAt <= this.#loweredAt) return;
    this.#loweredAt = now;
    const from = Math.min(this.#current, this.#meter.perSecond);
    this.#step = Math.max(1, from / regainedWithin);
    this.#current = Math.max(this.#least, from / 2);
  }

  /** After an answer that was not limited: so many of them a second raise the rate by one step. */
  raise(): void {
    if (this.#current < this.#most)
      this.#current = Math.min(this.#most, this.#current + this.#step / this.#current);
  }
}
