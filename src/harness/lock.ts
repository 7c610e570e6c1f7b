import { setImmediate as soon } from 'node:timers';
import type { Mode } from '#probes';

/** Which modes may be under way together. What only reads stands in the way of none but those that come late. */
const compatible: Readonly<Record<Mode, readonly Mode[]>> = {
  reads: ['reads', 'level', 'moves', 'still', 'alone'],
  level: ['reads', 'level'],
  alone: ['reads'],
  moves: ['reads', 'moves'],
  still: ['reads', 'still'],
  late: ['late'],
};

/** What comes first of those that stand in each other's way. */
const turns: readonly Mode[] = ['reads', 'level', 'alone', 'moves', 'still', 'late'];

const turnOf = (mode: Mode): number => turns.indexOf(mode);

/** What will want a place, and the modes of all that comes before it. */
export interface Expected {
  readonly mode: Mode;
  readonly after: readonly Mode[];
}

interface Waiting {
  readonly mode: Mode;
  readonly begin: () => void;
}

/** Keeps probes apart that would disturb each other, in turns; those that may run together are let in together. */
export class Lock {
  readonly #running = new Map<Mode, number>();
  readonly #expected = new Set<Expected>();
  #waiting: Waiting[] = [];
  #isAdmitting = false;

  /** Those of later turns wait for it, although it does not wait for its place yet. Resolves as the work does. */
  async expect<T>(expected: Expected, work: () => Promise<T>): Promise<T> {
    this.#expected.add(expected);
    try {
      return await work();
    } finally {
      this.#expected.delete(expected);
      this.#admitSoon();
    }
  }

  async within<T>(mode: Mode, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ mode, begin });
      this.#admitSoon();
    });
    try {
      return await work();
    } finally {
      this.#running.set(mode, (this.#running.get(mode) ?? 0) - 1);
      this.#admitSoon();
    }
  }

  /** Once all that begins at the same time has come, so that turns do not depend on who was first. */
  #admitSoon(): void {
    if (this.#isAdmitting) return;
    this.#isAdmitting = true;
    soon(() => {
      this.#isAdmitting = false;
      for (const waiting of this.#waiting.toSorted((one, other) => turnOf(one.mode) - turnOf(other.mode)))
        if (this.#fits(waiting.mode) && this.#isDue(waiting.mode)) this.#begin(waiting);
    });
  }

  #fits(mode: Mode): boolean {
    const others = [...this.#running].filter(([, count]) => count > 0).map(([running]) => running);
    return others.every((running) => compatible[mode].includes(running));
  }

  /** Whether nothing of an earlier turn, that would stand in the way, is still to come. */
  #isDue(mode: Mode): boolean {
    const isEarlier = (other: Mode): boolean => turnOf(other) < turnOf(mode);
    const before = [...this.#waiting.map((it) => ({ mode: it.mode, after: [it.mode] })), ...this.#expected];
    return !before.some(
      (other) => !compatible[mode].includes(other.mode) && [other.mode, ...other.after].every(isEarlier),
    );
  }

  #begin(waiting: Waiting): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
    this.#running.set(waiting.mode, (this.#running.get(waiting.mode) ?? 0) + 1);
    waiting.begin();
  }
}
