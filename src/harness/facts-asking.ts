import { AsyncLocalStorage } from 'node:async_hooks';

/** Under which stable name a request is sent, whatever test happens to send it first. */
export interface Asking {
  readonly name: string;
  /** One of many cases drawn by a seed: only its kind of status is the same in another run. */
  readonly generated: boolean;
}

/** Follows a request through promises: what is recalled by many tests belongs to none of them. */
export const asking = new AsyncLocalStorage<Asking>();

const recalledBeginning = 'for many: ';

export const isRecalled = (name: string): boolean => name.startsWith(recalledBeginning);

/** Name of what many tests recall. Sizes of pages follow what was probed, and are no part of it. */
export const stableName = (recalled: string): string =>
  `${recalledBeginning}${recalled.replace(/\d+/g, 'n')}`;
