import { setTimeout as sleep } from 'node:timers/promises';

export interface PaceOptions {
  readonly concurrency: number;
  readonly requestsPerSecond?: number;
}

/** When a request may leave: at most so many at a time, evenly spaced, and none while the service wants a pause. */
export interface Pace {
  /** Does `work` in one of the places, first come, first served; what yields comes after all that does not. */
  within<T>(work: () => Promise<T>, yields?: boolean): Promise<T>;
  /** Whether a request that has its place may leave at once. */
  isOpen(): boolean;
  pauseFor(ms: number): void;
  /** How long the service still wants to be left alone. */
  pauseLeft(): number;
  /** Resolves to the milliseconds that it took, or to undefined where the pause lasts longer than `patience`. */
  waitOutPause(patience: number, signals?: readonly AbortSignal[]): Promise<number | undefined>;
  /** Waits for the next evenly spaced moment. */
  turn(signals?: readonly AbortSignal[]): Promise<void>;
}

/** An abort ends the wait early; the attempt that follows then sends nothing. */
const wait = async (ms: number, signals: readonly AbortSignal[]): Promise<void> => {
  await sleep(ms, undefined, { signal: AbortSignal.any([...signals]) }).catch(() => undefined);
};

class EvenPace implements Pace {
  readonly #spacing: number;
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
    this.#spacing = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
  }

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

  isOpen(): boolean {
    return this.#spacing === 0 && this.pauseLeft() === 0;
  }

  pauseFor(ms: number): void {
    this.#resumeAt = Math.max(this.#resumeAt, performance.now() + ms);
  }

  pauseLeft(): number {
    return Math.max(0, this.#resumeAt - performance.now());
  }

  async waitOutPause(patience: number, signals: readonly AbortSignal[] = []): Promise<number | undefined> {
    const start = performance.now();
    while (this.pauseLeft() > 0 && !signals.some(({ aborted }) => aborted)) {
      if (this.#resumeAt > start + patience) return undefined;
      await wait(this.pauseLeft(), signals);
    }
    return performance.now() - start;
  }

  async turn(signals: readonly AbortSignal[] = []): Promise<void> {
    if (this.#spacing === 0) return;
    const now = performance.now();
    const moment = Math.max(now, this.#next);
    this.#next = moment + this.#spacing;
    if (moment > now) await wait(moment - now, signals);
  }
}

export const createPace = (options: PaceOptions): Pace => new EvenPace(options);
