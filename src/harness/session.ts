import { inject } from 'vitest';
import { createTransport, type Transport } from '#client';
import type { RunPlan } from '#contract';

declare module 'vitest' {
  interface ProvidedContext {
    /** Target, seed and selection of the run, from the process that started Vitest. */
    plan: RunPlan;
  }
}

/** What all tests of a worker share: the plan and one way to the service, so that its limits hold for all. */
export interface Session {
  readonly plan: RunPlan;
  readonly transport: Transport;
  /** Replies that several tests judge, fetched once. */
  readonly recalled: Map<string, Promise<unknown>>;
}

let opened: Session | undefined;

export const session = (): Session => {
  opened ??= open(inject('plan'));
  return opened;
};

const open = (plan: RunPlan): Session => {
  const { baseUrl, budgets, readOnly, money } = plan.target;
  return {
    plan,
    transport: createTransport({ baseUrl, ...budgets, readOnly, money }),
    recalled: new Map(),
  };
};
