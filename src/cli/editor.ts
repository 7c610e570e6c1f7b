import { randomInt } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { openTarget, readSettings } from '#target';

/** Lets `vitest` itself, or an editor, run the suites: aims at the target of the settings as `run` does. */
export default async function aim(project: TestProject): Promise<() => Promise<void>> {
  const { target, close } = await openTarget(readSettings());
  project.provide('plan', { target, seed: randomInt(1, 2 ** 31 - 1), profile: 'gate' });
  return close;
}
