// The watch mode of Vitest: an edit runs suites again only on the embedded sandbox.
import type { TestProject } from 'vitest/node';
import { type Environment, labelOf, readSettings, type Settings } from '#target';

const settingsOf = (env: Environment, cwd: string): Settings | undefined => {
  try {
    // A copy, because the keys are taken out of what is read, and the workers need them.
    return readSettings({ env: { ...env }, cwd });
  } catch {
    // Each test says what is wrong with the settings.
    return;
  }
};

/** True where an edit may have suites run again: all that they send goes to the embedded sandbox. */
export const repeatsAfterEdit = (env: Environment, cwd = process.cwd()): boolean => {
  const settings = settingsOf(env, cwd);
  return settings !== undefined && settings.service === undefined;
};

/**
 * Says which service the suites test. Requests and orders to another service than the embedded one are repeated when a key is
 * pressed, and not after an edit.
 */
export default function setup({ vitest, name }: TestProject): void {
  const settings = settingsOf(process.env, process.cwd());
  if (settings !== undefined) vitest.logger.log(`The project ${name} tests ${labelOf(settings)}.`);
  let isTold = false;
  vitest.onFilterWatchedSpecification(({ project }) => {
    if (project.name !== name || repeatsAfterEdit(process.env)) return true;
    if (!isTold) vitest.logger.log(`${name}: an edit sends nothing again to this service; press r to run the suites`);
    isTold = true;
    return false;
  });
}
