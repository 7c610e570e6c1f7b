import { randomUUID } from 'node:crypto';
import { BroadcastChannel } from 'node:worker_threads';
import type { RunPlan } from '#contract';

/** The way on which a worker that is started early is given its plan. */
export interface PlanChannel {
  readonly name: string;
  /** Gives the plan to the worker, which may have asked for it already or will ask later. */
  readonly send: (plan: RunPlan) => void;
  /** There will be none. */
  readonly cancel: () => void;
  readonly close: () => void;
}

export function openPlanChannel(): PlanChannel {
  const name = `ramp-conformance plan ${randomUUID()}`;
  const channel = new BroadcastChannel(name);
  let known: { readonly plan?: RunPlan } | undefined;
  let closed = false;
  const answer = () => {
    if (known && !closed) channel.postMessage(known);
  };
  const tell = (told: { readonly plan?: RunPlan }) => {
    known = told;
    answer();
  };
  channel.onmessage = answer;
  channel.unref();
  return {
    name,
    send: (plan) => tell({ plan }),
    cancel: () => tell({}),
    close: () => {
      closed = true;
      channel.close();
    },
  };
}
