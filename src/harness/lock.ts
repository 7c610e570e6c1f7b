// The lock of probes: probes that would disturb each other run one after the other, others run together.

import { setImmediate as soon } from 'node:timers';
import { type Mode, modes } from '#probes';

/** Reads exclude only wrong keys, which come last. */
const compatible: Readonly<Record<Mode, readonly Mode[]>> = {
  reads: ['reads', 'balanceNeutral', 'orders', 'quiet', 'exclusive', 'sequences'],
  balanceNeutral: ['reads', 'balanceNeutral'],
  exclusive: ['reads'],
  sequences: ['reads'],
  orders: ['reads', 'orders'],
  quiet: ['reads', 'quiet'],
  wrongKeys: ['wrongKeys'],
};

const rankOf = (mode: Mode): number => modes.indexOf(mode);

export const latest = (modes: readonly Mode[]): Mode =>
  modes.reduce((last, mode) => (rankOf(mode) > rankOf(last) ? mode : last), 'reads');

interface Expected {
  readonly mode: Mode;
  readonly after: Mode;
}

/** Runs exclusive probes one after the other, and compatible ones together. */
export class Lock {
  readonly #running = new Map<Mode, number>();
  readonly #expected = new Set<Expected>();
  readonly #waiting = Object.fromEntries(modes.map((mode) => [mode, []])) as unknown as Record<Mode, (() => void)[]>;
  #isAdmitting = false;

  /** Later modes wait for this work, even before it waits itself. Resolves with the result of the work. */
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

  /** Waits for all work that starts at the same time, so that the order does not depend on which was first. */
  #admitSoon(): void {
    if (this.#isAdmitting) return;
    this.#isAdmitting = true;
    soon(() => {
      this.#isAdmitting = false;
      for (const mode of modes) this.#admit(mode);
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

  /** True if no earlier exclusive mode waits or is expected. */
  #isDue(mode: Mode): boolean {
    const rank = rankOf(mode);
    const earlier = modes.slice(0, rank).filter((other) => !compatible[mode].includes(other));
    if (earlier.some((other) => this.#waiting[other].length > 0)) return false;
    for (const expected of this.#expected)
      if (earlier.includes(expected.mode) && rankOf(expected.after) < rank) return false;
    return true;
  }
}
