import { createTransport } from '#client';
import {
  type OperationId,
  operationIds,
  operationOf,
  type Profile,
  type RequirementId,
  type RoleIds,
  type Target,
} from '#contract';
import { judgeCheck, settingOf, stagesOf, World } from '#harness';
import { openTarget, type Settings } from '#target';
import { registerChecks } from './register-checks.ts';
import { seedFor } from './seed.ts';

/** Orders of one operation, on a service that conforms. */
export interface RehearsedOrders {
  readonly accepted: number;
  readonly refused: number;
}

/** What a run with the settings of a target comes to on a service that conforms. */
export interface Rehearsal {
  /** Why a requirement stays untested; one that is tested is not among them. */
  readonly untested: ReadonlyMap<RequirementId, string>;
  readonly requests: number;
  readonly orders: Readonly<Partial<Record<OperationId, RehearsedOrders>>>;
  readonly seconds: number;
}

/** Of each kind the sandbox's own, where the target has any. */
const rolesLike = ({ roles }: Target, own: RoleIds): RoleIds => {
  const has = (name: string): boolean => {
    const ids = roles[name as keyof RoleIds];
    return Array.isArray(ids) ? ids.length > 0 : ids !== undefined;
  };
  const kept = Object.fromEntries(Object.entries(own).filter(([name]) => has(name)));
  return { incompleteNamedRecipients: [], offramps: [], conversions: [], ...kept };
};

/** The sandbox with no more roles, keys and permissions than the target has. */
const likened = (target: Target, sandbox: Target): Target => ({
  ...sandbox,
  money: target.money,
  readOnly: target.readOnly,
  quiet: target.quiet,
  rawProbe: target.rawProbe ?? false,
  roles: rolesLike(target, sandbox.roles),
  keys: {
    full: sandbox.keys.full,
    ...(target.keys.restricted !== undefined && sandbox.keys.restricted !== undefined
      ? { restricted: sandbox.keys.restricted }
      : {}),
  },
});

const transportTo = ({ baseUrl, budgets, readOnly, money, rawProbe = false, order }: Target) =>
  createTransport({ baseUrl, ...budgets, readOnly, money, rawProbe, largestAmount: order.amount });

const judgeAll = async (world: World, seed: number): Promise<ReadonlyMap<RequirementId, string>> => {
  const untested = new Map<RequirementId, string>();
  const { requirements, everyExchange } = stagesOf({ seed });
  for (const stage of [requirements, everyExchange])
    await Promise.all(
      stage.map(async (check) => {
        const outcome = await judgeCheck(check, world);
        if (outcome.untested !== undefined) untested.set(check.requirement, outcome.untested.reason);
      }),
    );
  return untested;
};

const ordersIn = ({ replies }: World): Rehearsal['orders'] =>
  Object.fromEntries(
    operationIds
      .filter((id) => operationOf(id).movesMoney)
      .map((id) => {
        const placed = replies.filter(({ operation }) => operation === id);
        const accepted = placed.filter(({ status }) => status >= 200 && status <= 299).length;
        return [id, { accepted, refused: placed.length - accepted }];
      }),
  );

export interface RehearsalOptions {
  readonly settings: Settings;
  /** As it was probed. */
  readonly target: Target;
  readonly profile: Profile;
  readonly signal: AbortSignal;
}

/**
 * Runs every check against the embedded sandbox with the roles, keys and permissions of the target: which of them can be
 * put to it, and how many requests they take, follows from probes and checks, and is listed nowhere.
 */
export async function rehearse({ settings, target, profile, signal }: RehearsalOptions): Promise<Rehearsal> {
  const { service: _elsewhere, ...here } = settings;
  const budgets = { concurrency: 16, maxRequests: 1_000_000, timeoutMs: 20_000 };
  const [sandbox] = await Promise.all([openTarget({ ...here, budgets }, { signal }), registerChecks()]);
  const seed = seedFor(undefined, profile);
  const rehearsed = likened(target, sandbox.target);
  const transport = transportTo(rehearsed);
  const world = new World({ transport, setting: settingOf({ target: rehearsed, profile }), seed });
  const start = performance.now();
  try {
    const untested = await judgeAll(world, seed);
    const seconds = (performance.now() - start) / 1_000;
    return { untested, requests: transport.counts.sent, orders: ordersIn(world), seconds };
  } finally {
    await transport.close();
    await sandbox.close();
  }
}
