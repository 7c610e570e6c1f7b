// The watch mode of Vitest: after an edit, suites run again only on the embedded sandbox.
import type { TestProject } from 'vitest/node';
import { type Environment, labelOf, readSettings, type Settings } from '#target';

const settingsOf = (env: Environment, cwd: string): Settings | undefined => {
  try {
    // A copy, because reading removes the keys, and the workers need them.
    return readSettings({ env: { ...env }, cwd });
  } catch {
    // Each test reports what is wrong with the settings.
    return;
  }
};

/** True if suites may run again after an edit, because all requests go to the embedded sandbox. */
export const repeatsAfterEdit = (env: Environment, cwd = process.cwd()): boolean => {
  const settings = settingsOf(env, cwd);
  return settings !== undefined && settings.service === undefined;
};

/**
 * Says which service the suites test. Requests and orders to another service are repeated only after a key press, not
 * after an edit.
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
