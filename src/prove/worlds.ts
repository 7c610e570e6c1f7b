import type { Target } from '#contract';
import { createRoles, knownFacts, type Setting } from '#evidence';
import type { Variation } from '#faults';
import { settingOf, transportTo, World } from '#harness';
import { memorySandbox } from '#sandbox';

/** The faultless sandbox, or one with a fault or a freedom. */
type Served = Partial<Pick<Variation, 'policies' | 'reply' | 'quiet' | 'facts' | 'roles'>>;

interface WorldsOptions {
  readonly target: Target;
  readonly seed: number;
  readonly signal: AbortSignal;
}

/** Requests under way at once in a world. */
const concurrency = 64;

/** Worlds of the sandbox: each begins as seeded, has one fault, one variation or neither, and knows nothing of the others. */
export class Worlds {
  readonly #options: WorldsOptions;
  readonly #setting: Setting;
  /** Requests of the worlds that have ended. */
  sent = 0;

  constructor(options: WorldsOptions) {
    this.#options = options;
    this.#setting = settingOf({ target: options.target, profile: 'gate' });
  }

  /** Opens a world for some work. What it has answered is let go of with it. */
  async within<T>(service: Served, work: (world: World) => Promise<T>): Promise<T> {
    const { target, seed, signal } = this.#options;
    const { timeoutMs } = target.budgets;
    const { dispatcher } = memorySandbox({ always: service });
    const budgets = { timeoutMs, concurrency, maxRequests: Number.MAX_SAFE_INTEGER };
    const limits = { heldBytes: Number.MAX_SAFE_INTEGER, connectMs: timeoutMs, headersMs: timeoutMs };
    const open = { ...target, dispatcher, budgets, readOnly: false, money: true } as const;
    const transport = transportTo(open, { stop: signal }, limits);
    try {
      return await work(new World({ transport, setting: this.#settingOf(service), seed }));
    } finally {
      this.sent += transport.counts.sent;
      await transport.close();
    }
  }

  #settingOf({ quiet, facts, roles }: Served): Setting {
    return {
      ...this.#setting,
      ...(quiet === false ? { quiet } : {}),
      facts: knownFacts({ ...this.#setting.facts, ...facts }),
      roles: createRoles({ ...this.#options.target.roles, ...roles }),
    };
  }
}

/** Does work for each item, some at a time, until all is done or the signal says to stop. */
export const forEach = async <T>(
  items: Iterable<T>,
  { atOnce, signal }: { readonly atOnce: number; readonly signal: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const left = items[Symbol.iterator]();
  const runner = async () => {
    for (let next = left.next(); !next.done && !signal.aborted; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
};
