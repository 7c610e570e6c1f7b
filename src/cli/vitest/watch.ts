import type { TestProject } from 'vitest/node';
import { readSettings } from '#target';

/** Reads a copy, because the keys are taken out of what is read and the workers need them. */
const aimsAtSandbox = (): boolean => {
  try {
    return readSettings({ env: { ...process.env } }).service === undefined;
  } catch {
    return false;
  }
};

/** An edit runs suites again only on the embedded sandbox; requests and orders to another service are repeated at a key. */
export default function setup({ vitest, name }: TestProject): void {
  vitest.onFilterWatchedSpecification(({ project }) => project.name !== name || aimsAtSandbox());
}
