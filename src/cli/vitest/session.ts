// The session of a worker of Vitest, for suites that run outside `run`.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { LookBudget, openSession, type TargetSession } from '#harness';
import type { Plan, Target } from '#run';
import { openTarget, readSettings } from '#target';
import { demandOurFiles } from '../output/own-folder.ts';
import { planFor } from '../run/plan.ts';
import { catalogueSeed } from '../settings/selection.ts';

/** Orders are as bounded here as in a run, and written down in the same ledger; the embedded sandbox moves no money. */
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
  /** The second looks of a worker. */
  readonly budget: LookBudget;
}

/** Rejects without a stack of ours, which would hide what is wrong with the settings or the target. */
async function open(): Promise<Opened> {
  try {
    // It serves until the worker ends, where it is the embedded sandbox.
    const { target } = await openTarget(readSettings());
    const plan = suitePlan(target, resolve('reports'));
    return { plan, session: openSession(plan), budget: new LookBudget() };
  } catch (error) {
    if (error instanceof Error) error.stack = `${error.name}: ${error.message}`;
    throw error;
  }
}

let opened: Promise<Opened> | undefined;

/** Aims at the service of the settings when the first test asks for it; all files of a worker share what it answers. */
export const openOnce = (): Promise<Opened> => {
  opened ??= open();
  return opened;
};
