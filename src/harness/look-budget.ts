// How often a run looks again, and what it has seen when it did: all files of a worker share it.

import type { Reply } from '#evidence';

/** Second looks of a run, those at wrong keys among them. */
export const [maxLooks, maxLooksAtKeys] = [20, 6];

/** Requests that are sent again because their answers came in a disturbance. */
const maxRepeated = 80;

/** How a second look ended: the same again, another answer, or none that shows anything. */
export type Look = { readonly isSame: true } | { readonly isSame: false; readonly second: Reply | undefined };

export class LookBudget {
  /** What a look at a reply has shown. */
  readonly known = new Map<Reply, Look>();
  readonly #tried = new Set<string>();
  #all = maxLooks;
  #atKeys = maxLooksAtKeys;
  #repeated = maxRepeated;

  spend({ isOfWrongKey }: { readonly isOfWrongKey: boolean }): boolean {
    if (this.#all === 0 || (isOfWrongKey && this.#atKeys === 0)) return false;
    this.#all -= 1;
    if (isOfWrongKey) this.#atKeys -= 1;
    return true;
  }

  /** True where one more may be sent again for a disturbance; a wrong key is a look as well. */
  mayRepeat(isOfWrongKey: boolean): boolean {
    if (this.#repeated === 0 || (isOfWrongKey && !this.spend({ isOfWrongKey }))) return false;
    this.#repeated -= 1;
    return true;
  }

  /** True once of each kind of request that may have taken the service down. */
  mayTry(kind: string): boolean {
    if (this.#tried.has(kind)) return false;
    this.#tried.add(kind);
    return true;
  }
}
