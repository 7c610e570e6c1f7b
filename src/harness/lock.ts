import type { Mode } from '#probes';

/** Which modes may be under way together. What only reads stands in the way of none but those that come late. */
const compatible: Readonly<Record<Mode, readonly Mode[]>> = {
  reads: ['reads', 'moves', 'still', 'alone'],
  moves: ['reads', 'moves'],
  still: ['reads', 'still'],
  alone: ['reads'],
  late: ['late'],
};

interface Waiting {
  readonly mode: Mode;
  readonly begin: () => void;
}

/** Keeps probes apart that would disturb each other. First come, first served; those that may run together are let in together. */
export class Lock {
  readonly #running = new Map<Mode, number>();
  #waiting: Waiting[] = [];
  #expected = 0;

  /** Late ones wait for it, although it does not wait for its place yet. Resolves as the work does. */
  async expect<T>(work: () => Promise<T>): Promise<T> {
    this.#expected += 1;
    try {
      return await work();
    } finally {
      this.#expected -= 1;
      this.#admit();
    }
  }

  async within<T>(mode: Mode, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ mode, begin });
      this.#admit();
    });
    try {
      return await work();
    } finally {
      this.#running.set(mode, (this.#running.get(mode) ?? 0) - 1);
      this.#admit();
    }
  }

  #admit(): void {
    const early = this.#waiting.filter(({ mode }) => mode !== 'late');
    const next = early.length > 0 ? early : this.#expected > 0 ? [] : this.#waiting;
    for (const waiting of next) if (this.#fits(waiting.mode)) this.#begin(waiting);
  }

  #fits(mode: Mode): boolean {
    const others = [...this.#running].filter(([, count]) => count > 0).map(([running]) => running);
    return others.every((running) => compatible[mode].includes(running));
  }

  #begin(waiting: Waiting): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
    this.#running.set(waiting.mode, (this.#running.get(waiting.mode) ?? 0) + 1);
    waiting.begin();
  }
}
