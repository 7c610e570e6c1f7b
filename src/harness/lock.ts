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

/** The latest of some modes. */
export const latest = (modes: readonly Mode[]): Mode =>
  modes.reduce((late, mode) => (turnOf(mode) > turnOf(late) ? mode : late), 'reads');

/** What will want a place. */
export interface Expected {
  readonly mode: Mode;
  /** The latest mode of all that comes before it. */
  readonly after: Mode;
}

/** Keeps probes apart that would disturb each other, in turns; those that may run together are let in together. */
export class Lock {
  readonly #running = new Map<Mode, number>();
  readonly #expected = new Set<Expected>();
  readonly #waiting: Readonly<Record<Mode, (() => void)[]>> = {
    reads: [],
    level: [],
    alone: [],
    moves: [],
    still: [],
    late: [],
  };
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
      this.#waiting[mode].push(begin);
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
      for (const mode of turns) this.#admit(mode);
    });
  }

  #admit(mode: Mode): void {
    const waiting = this.#waiting[mode];
    if (waiting.length === 0 || !this.#isDue(mode)) return;
    while (waiting.length > 0 && this.#fits(mode)) {
      this.#running.set(mode, (this.#running.get(mode) ?? 0) + 1);
      waiting.shift()?.();
    }
  }

  #fits(mode: Mode): boolean {
    const others = [...this.#running].filter(([, count]) => count > 0).map(([running]) => running);
    return others.every((running) => compatible[mode].includes(running));
  }

  /** Whether nothing of an earlier turn that would stand in the way waits or is still to come. */
  #isDue(mode: Mode): boolean {
    const turn = turnOf(mode);
    const earlier = turns.slice(0, turn).filter((other) => !compatible[mode].includes(other));
    if (earlier.some((other) => this.#waiting[other].length > 0)) return false;
    for (const expected of this.#expected)
      if (earlier.includes(expected.mode) && turnOf(expected.after) < turn) return false;
    return true;
  }
}
