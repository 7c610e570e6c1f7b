import { setTimeout as sleep } from 'node:timers/promises';
import { Rate } from './rate.ts';

interface PaceOptions {
  readonly concurrency: number;
  readonly requestsPerSecond?: number;
}

type Signals = readonly AbortSignal[];

/** An abort ends the wait early; the attempt that follows then sends nothing. */
export const wait = async (ms: number, signals: Signals): Promise<void> => {
  await sleep(ms, undefined, { signal: AbortSignal.any([...signals]) }).catch(() => undefined);
};

const isAborted = (signals: Signals): boolean => signals.some(({ aborted }) => aborted);

/** When a request may leave: at most so many at a time, evenly spaced, and none while the service wants a pause. */
export class Pace {
  readonly #rate: Rate;
  /** Kept free by what yields, so that one that comes up need not wait for an answer. */
  readonly #kept: number;
  readonly #waiting: (() => void)[] = [];
  readonly #yielding: (() => void)[] = [];
  #free: number;
  #next = 0;
  #resumeAt = 0;

  constructor({ concurrency, requestsPerSecond }: PaceOptions) {
    this.#free = concurrency;
    this.#kept = concurrency < 4 ? 0 : 1;
    this.#rate = new Rate(requestsPerSecond);
  }

  /** Does `work` in one of the places, first come, first served; what yields comes after all that does not. */
  async within<T>(work: () => Promise<T>, yields = false): Promise<T> {
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

  #fill(): void {
    while (this.#free > 0) {
      const next = this.#waiting.shift() ?? (this.#free > this.#kept ? this.#yielding.shift() : undefined);
      if (next === undefined) return;
      this.#free -= 1;
      next();
    }
  }

  pauseFor(ms: number): void {
    this.#resumeAt = Math.max(this.#resumeAt, performance.now() + ms);
  }

  /** How long the service still wants to be left alone. */
  pauseLeft(): number {
    return Math.max(0, this.#resumeAt - performance.now());
  }

  /** Waits until a request that has its place may leave. False where a pause lasts longer than `patience`. */
  async turn(patience: number, signals: Signals = []): Promise<boolean> {
    do {
      while (this.pauseLeft() > 0 && !isAborted(signals)) {
        if (this.pauseLeft() > patience) return false;
        await wait(this.pauseLeft(), signals);
      }
      await this.#space(signals);
      // A pause may have begun meanwhile.
    } while (this.pauseLeft() > 0 && !isAborted(signals));
    this.#rate.sent(performance.now());
    return true;
  }

  /** The rate was too high for a request that had left at this moment. */
  slowDown(sentAt: number): void {
    const now = performance.now();
    this.#rate.lower(sentAt, now);
    this.#next = Math.max(this.#next, now + this.#rate.spacing);
  }

  speedUp(): void {
    this.#rate.raise();
  }

  async #space(signals: Signals): Promise<void> {
    const { spacing } = this.#rate;
    if (spacing === 0) return;
    const now = performance.now();
    const moment = Math.max(now, this.#next);
    this.#next = moment + spacing;
    if (moment > now) await wait(moment - now, signals);
  }
}
