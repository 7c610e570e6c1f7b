import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Plan, Target } from '#contract';
import { openTarget, readSettings } from '#target';
import { catalogueSeed } from '../settings/config.ts';
import { planFor } from './plan.ts';

/** Orders are as bounded here as in a run, and written down in the same ledger; the embedded sandbox moves no money. */
export function editorPlan(target: Target, directory: string): Plan {
  const { ledger, ...plan } = planFor(target, { profile: 'gate', seed: catalogueSeed(), directory });
  if (ledger === undefined || target.embedded) return plan;
  mkdirSync(directory, { recursive: true });
  return { ...plan, ledger };
}

/** Lets `vitest` itself, or an editor, run the suites against the target of the settings, as `run` does. */
export default async function runAgainstSettings(project: TestProject): Promise<() => Promise<void>> {
  const { target, close } = await openTarget(readSettings());
  project.provide('plan', editorPlan(target, resolve('reports')));
  return close;
}
