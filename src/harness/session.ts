import { BroadcastChannel } from 'node:worker_threads';
import { inject } from 'vitest';
import { createTransport, listenForStop, openLedger, type Transport } from '#client';
import type { RequirementId, RunPlan, Traffic } from '#contract';
import type { Conformance } from './conformance.ts';
import { Met } from './met.ts';
import { createRoles, type Roles } from './roles.ts';
import { Untested } from './verdicts.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Target, seed and selection of the run, from the process that started Vitest. */
    plan?: RunPlan;
    /** Where the plan will come from, when the worker was started before there was one. */
    planChannel?: string;
  }
}

/** A test as a suite writes it. */
export type Body = (conformance: Conformance) => Promise<void>;

export interface Registered {
  readonly requirement: RequirementId;
  readonly body: Body;
  /** It shares a balance or a listing with others. */
  readonly alone: boolean;
}

/** What a stage has registered. */
export interface RegisteredStage {
  readonly tests: Registered[];
  readonly walksListings: boolean;
}

/** What all tests of a worker share: the plan and one way to the service, so that its limits hold for all. */
export interface Session {
  readonly plan: RunPlan;
  /** The way to the service; a variation that makes a client wait has one of its own, so that no other waits with it. */
  readonly transportFor: (fault: string | undefined) => Transport;
  /** What was sent on all ways until now. */
  readonly traffic: () => Traffic;
  readonly roles: Roles;
  readonly keys: Conformance['keys'];
  /** Replies that several tests judge, fetched once, by the world that they come from. */
  readonly recalled: Map<string, Map<string, Promise<unknown>>>;
  /** Those that have registered their tests, or do so now. */
  readonly stages: RegisteredStage[];
  /** In a proof, what the tests have met without a fault. */
  readonly met: Met;
}

let opened: Session | undefined;

/** Asks for the plan, which may be there already, and waits for it; there is none where nothing can be tested. */
const heardOn = async (name: string): Promise<RunPlan> => {
  const channel = new BroadcastChannel(name);
  const answered = new Promise<{ readonly plan?: RunPlan }>((resolve) => {
    channel.onmessage = ({ data }: { data: unknown }) => resolve(data as { plan?: RunPlan });
  });
  channel.postMessage('ready');
  const { plan = missing() } = await answered.finally(() => channel.close());
  return plan;
};

/** Waits for the plan where the worker was started before there was one. */
export const planned = async (): Promise<void> => {
  const channel = inject('planChannel');
  if (opened === undefined && channel !== undefined) opened = open(await heardOn(channel));
};

export const session = (): Session => {
  opened ??= open(inject('plan') ?? missing());
  return opened;
};

const missing = (): never => {
  throw new Error('there is no plan, so that nothing is tested');
};

const keysOf = ({ full, restricted }: RunPlan['target']['keys']): Conformance['keys'] => ({
  full,
  others: restricted === undefined ? [] : [restricted],
  get restricted() {
    if (restricted === undefined) throw new Untested('RAMP_RESTRICTED_API_KEY is not set');
    return restricted;
  },
});

const open = (plan: RunPlan): Session => {
  const { baseUrl, budgets, readOnly, money, rawProbe = false, order } = plan.target;
  const safety = {
    largestAmount: order.amount,
    ...(plan.ledger ? { ledger: openLedger(plan.ledger) } : {}),
    ...(plan.stop === undefined ? {} : { stop: listenForStop(plan.stop) }),
  };
  const add = () => createTransport({ baseUrl, ...budgets, readOnly, money, rawProbe, ...safety });
  const common = add();
  const apart = new Map((plan.proof?.apart ?? []).map((fault) => [fault, add()]));
  const ways = [common, ...apart.values()];
  const sum = (name: keyof Traffic) => ways.reduce((total, { counts }) => total + counts[name], 0);
  return {
    plan,
    transportFor: (fault) => apart.get(fault ?? '') ?? common,
    traffic: () => ({ sent: sum('sent'), retried: sum('retried'), rateLimited: sum('rateLimited') }),
    roles: createRoles(plan.target.roles),
    keys: keysOf(plan.target.keys),
    recalled: new Map(),
    stages: [],
    met: new Met(),
  };
};
