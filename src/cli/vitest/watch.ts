import type { TestProject } from 'vitest/node';
import { type Environment, readSettings } from '#target';

/** True where an edit may have suites run again: all that they send goes to the embedded sandbox. */
export const repeatsAfterEdit = (env: Environment, cwd = process.cwd()): boolean => {
  try {
    // A copy, because the keys are taken out of what is read, and the workers need them.
    return readSettings({ env: { ...env }, cwd }).service === undefined;
  } catch {
    return false;
  }
};

/** Requests and orders to another service are repeated when a key is pressed, and not after an edit. */
export default function setup({ vitest, name }: TestProject): void {
  let isTold = false;
  vitest.onFilterWatchedSpecification(({ project }) => {
    if (project.name !== name || repeatsAfterEdit(process.env)) return true;
    if (!isTold) vitest.logger.log(`${name}: an edit sends nothing again to this service; press r to run the suites`);
    isTold = true;
    return false;
  });
}
