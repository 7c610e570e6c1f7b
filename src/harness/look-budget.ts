// The number and the results of a run's second looks. All files of a worker share them.

import type { Reply } from '#evidence';

/** Most second looks of a run, and most of them with a wrong key. */
export const [maxLooks, maxLooksAtKeys] = [20, 6];

export const maxLooksOfKind = 2;

/** Most repeats of requests that were answered during a disturbance. */
const maxRepeated = 80;

/** The result of a second look: the same answer, another answer, or no usable answer. */
export type Look = { readonly isSame: true } | { readonly isSame: false; readonly second: Reply | undefined };

export class LookBudget {
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

  /** True while one more request may be repeated. A wrong key also counts as a second look. */
  mayRepeat(isOfWrongKey: boolean): boolean {
    if (this.#repeated === 0 || (isOfWrongKey && !this.spend({ isOfWrongKey }))) return false;
    this.#repeated -= 1;
    return true;
  }

  /** True once for each kind of request that may have taken the service down. */
  mayTry(kind: string): boolean {
    if (this.#tried.has(kind)) return false;
    this.#tried.add(kind);
    return true;
  }
}
