import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createTransport, type Transport, type TransportOptions } from '#client';
import type { Target } from '#contract';
import { createRoles, type Setting } from '#evidence';
import type { Variation } from '#faults';
import { settingOf, World } from '#harness';
import type { Sandbox } from '#sandbox';

/** Far more than it needs: without a bound the engine lets both heaps grow before it clears either. */
const resourceLimits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 24 };

/** Starts the sandbox that shows faults, in its own thread. `file` is the built `service` of this room. */
export const startService = async (file: URL): Promise<Sandbox> => {
  const worker = new Worker(file, { resourceLimits });
  // Rejects where the thread fails before it serves.
  const [served] = (await once(worker, 'message')) as [Pick<Sandbox, 'baseUrl' | 'settings'>];
  return {
    ...served,
    close: async () => {
      await worker.terminate();
    },
  };
};

export interface WorldsOptions {
  readonly target: Target;
  readonly seed: number;
  readonly signal: AbortSignal;
}

/** Requests under way at once: in all worlds together, and in one with its own transport. */
const concurrency = { shared: 64, own: 8 };

const transportFor = ({ target, signal }: WorldsOptions, use: keyof typeof concurrency): Transport => {
  const { baseUrl, budgets, order } = target;
  const options: TransportOptions = {
    baseUrl,
    timeoutMs: budgets.timeoutMs,
    concurrency: concurrency[use],
    maxRequests: Number.MAX_SAFE_INTEGER,
    readOnly: false,
    money: true,
    largestAmount: order.amount,
    amounts: order.amounts ?? {},
    stop: signal,
  };
  // Each world lets go of its answers when it ends.
  const { timeoutMs } = budgets;
  return createTransport(options, {
    heldBytes: Number.MAX_SAFE_INTEGER,
    connectMs: timeoutMs,
    headersMs: timeoutMs,
  });
};

/** Worlds of one sandbox: each begins as seeded, has one fault, one variation or neither, and knows nothing of the others. */
export class Worlds {
  readonly #options: WorldsOptions;
  readonly #setting: Setting;
  readonly #transports: Transport[] = [];
  readonly #shared: Transport;
  #count = 0;

  constructor(options: WorldsOptions) {
    this.#options = options;
    this.#setting = settingOf({ target: options.target, profile: 'gate' });
    this.#shared = this.#transport('shared');
  }

  get sent(): number {
    return this.#transports.reduce((sum, { counts }) => sum + counts.sent, 0);
  }

  control(): World {
    return this.#create({ transport: this.#shared, setting: this.#setting });
  }

  under(fault: string): World {
    return this.#create({ transport: this.#shared, setting: this.#setting, fault });
  }

  with({ id, facts, roles, quiet, waits }: Variation): World {
    const setting = {
      ...this.#setting,
      ...(quiet === false ? { quiet } : {}),
      facts: { ...this.#setting.facts, ...facts },
      roles: createRoles({ ...this.#options.target.roles, ...roles }),
    };
    // A pause that the service asks for holds a transport, and would hold all other worlds.
    return this.#create({ transport: waits ? this.#transport('own') : this.#shared, setting, fault: id });
  }

  async close(): Promise<void> {
    await Promise.all(this.#transports.map((transport) => transport.close()));
  }

  #transport(use: keyof typeof concurrency): Transport {
    const transport = transportFor(this.#options, use);
    this.#transports.push(transport);
    return transport;
  }

  #create(world: {
    readonly transport: Transport;
    readonly setting: Setting;
    readonly fault?: string;
  }): World {
    const { transport, setting, fault } = world;
    this.#count += 1;
    const headers = {
      'x-ramp-world': String(this.#count),
      ...(fault === undefined ? {} : { 'x-ramp-fault': fault }),
    };
    return new World({ transport, setting, seed: this.#options.seed, headers });
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
