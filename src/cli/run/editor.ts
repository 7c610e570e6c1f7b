import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { RunPlan, Target } from '#contract';
import { openTarget, readSettings } from '#target';
import { ledgerPlaceIn } from '../orders/orders.ts';
import { catalogueSeed } from '../settings/seed.ts';
import { budgetFor, within } from './budget.ts';

/** Orders are as bounded here as in a run, and written down in the same ledger; the embedded sandbox moves no money. */
export function editorPlan(target: Target, directory: string): RunPlan {
  const profile = 'gate';
  const bounded = within(target, budgetFor(target, { profile }));
  const ledger = bounded.embedded ? undefined : ledgerPlaceIn(directory, bounded);
  if (ledger) mkdirSync(directory, { recursive: true });
  return { target: bounded, seed: catalogueSeed(), profile, ...(ledger ? { ledger } : {}) };
}

/** Lets `vitest` itself, or an editor, run the suites: aims at the target of the settings as `run` does. */
export default async function aim(project: TestProject): Promise<() => Promise<void>> {
  const { target, close } = await openTarget(readSettings());
  project.provide('plan', editorPlan(target, resolve('reports')));
  return close;
}
