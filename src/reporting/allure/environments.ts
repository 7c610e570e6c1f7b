import type { FileText } from '../files.ts';
import { sanitise } from '../sanitise.ts';
import { targetsIn } from './other-runs.ts';

const byTarget = (target: string) => ({
  name: sanitise(target).slice(0, 60),
  matcher: ({ labels }: { readonly labels: readonly { readonly name: string; readonly value?: string }[] }) =>
    labels.some(({ name, value }) => name === 'target' && value === target),
});

/** An environment for each target, where the results are of several; a single one needs none. */
export const environmentsOf = (results: readonly FileText[]) => {
  const targets = targetsIn(results).sort();
  if (targets.length < 2) return {};
  return Object.fromEntries(targets.map((target, index) => [`target-${index + 1}`, byTarget(target)]));
};
