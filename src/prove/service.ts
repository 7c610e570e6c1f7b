// The embedded sandbox with every fault, in its own thread: the service and the client have a core each.

import { parentPort } from 'node:worker_threads';
import { faultFinder } from '#faults';
import { startSandbox } from '#sandbox';

const { baseUrl, settings } = await startSandbox({ faults: faultFinder });
parentPort?.postMessage({ baseUrl, settings });
