import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Sandbox } from '#sandbox';

/** Far more than it needs: without a bound the engine lets both heaps grow before it clears either. */
export const resourceLimits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 24 };

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
