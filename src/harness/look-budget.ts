// How often a run looks again.

/** Second looks of a run, those at wrong keys among them. */
export const maxLooks = 20;
const maxLooksAtKeys = 6;

/** Counts the looks of a run. */
export class LookBudget {
  #all = maxLooks;
  #atKeys = maxLooksAtKeys;

  spend({ isOfWrongKey }: { readonly isOfWrongKey: boolean }): boolean {
    if (this.#all === 0 || (isOfWrongKey && this.#atKeys === 0)) return false;
    this.#all -= 1;
    if (isOfWrongKey) this.#atKeys -= 1;
    return true;
  }
}
