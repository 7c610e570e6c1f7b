// The session of a Vitest worker, for suites that run outside `run`.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { LookBudget, openSession, type TargetSession } from '#harness';
import type { Plan, Target } from '#run';
import { openTarget, readSettings } from '#target';
import { demandOurFiles } from '../output/own-folder.ts';
import { planFor } from '../run/plan.ts';
import { catalogueSeed } from '../settings/selection.ts';

/** Orders have the same limits and the same ledger as in a run. The embedded sandbox moves no money. */
export function suitePlan(target: Target, directory: string): Plan {
  const { ledger, ...plan } = planFor(target, { profile: 'gate', seed: catalogueSeed(), directory });
  if (ledger === undefined || target.embedded) return plan;
  demandOurFiles(directory);
  mkdirSync(directory, { recursive: true });
  return { ...plan, ledger };
}

interface Opened {
  readonly plan: Plan;
  readonly session: TargetSession;
  /** The second looks that a worker may take. */
  readonly budget: LookBudget;
}

/** Rejects without a stack trace, which would hide what is wrong with the settings or the target. */
async function open(): Promise<Opened> {
  try {
    // An embedded sandbox serves until the worker ends.
    const { target } = await openTarget(readSettings());
    const plan = suitePlan(target, resolve('reports'));
    return { plan, session: openSession(plan), budget: new LookBudget() };
  } catch (error) {
    if (error instanceof Error) error.stack = `${error.name}: ${error.message}`;
    throw error;
  }
}

let opened: Promise<Opened> | undefined;

/** Opens the target at the first test. All files of a worker share its answers. */
export const openOnce = (): Promise<Opened> => {
  opened ??= open();
  return opened;
};
