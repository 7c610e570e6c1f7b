// A trial run on the embedded sandbox with the roles, keys and permissions of a target. It shows how much a run sends
// and what it lacks.
import { type OperationId, operationIds, operationOf, type RequirementId } from '#contract';
import { openSession, type RunState, runChecks } from '#harness';
import { isSuccess, type Profile, type Reason, type RoleIds, reported, type Target } from '#run';
import { memorySandbox } from '#sandbox';
import { openTarget, type Settings } from '#target';
import type { Config } from '../settings/config.ts';
import { seedFor } from '../settings/selection.ts';

/** The requests and orders of a run at a conforming service. */
export interface Effort {
  readonly requests: number;
  readonly orders: Readonly<Partial<Record<OperationId, { readonly accepted: number; readonly refused: number }>>>;
  /** Orders that the document neither allows nor forbids. Another conforming service may accept more of them. */
  readonly openOrders: { readonly accepted: number; readonly acceptable: number };
}

interface Trial {
  readonly untested: ReadonlyMap<RequirementId, Reason>;
  readonly effort: Effort;
}

interface TrialOptions {
  readonly settings: Settings;
  /** The target with the facts that its probes found. */
  readonly target: Target;
  readonly profile: Profile;
  readonly values?: Config['values'];
  /** All requirements if undefined. */
  readonly only?: ReadonlySet<RequirementId> | undefined;
  readonly signal: AbortSignal;
}

const rolesLike = ({ roles }: Target, own: RoleIds): RoleIds => {
  const ids: Readonly<Record<string, RoleIds[keyof RoleIds]>> = { ...roles };
  const kept = Object.entries(own).filter(([role]) => [ids[role] ?? []].flat().length > 0);
  const lists = { unverified: [], incompleteNamedRecipients: [], offramps: [], conversions: [] };
  // The individual subaccount first, then the business subaccount.
  const unverified = own.unverified.slice(0, roles.unverified.length);
  return { ...lists, ...Object.fromEntries(kept), unverified };
};

const keysLike = ({ keys }: Target, { full, restricted, other }: Target['keys']): Target['keys'] => ({
  full,
  ...(keys.restricted && restricted && { restricted }),
  ...(keys.other && other && { other }),
});

const likened = (target: Target, sandbox: Target): Target => ({
  ...sandbox,
  // The service of another company gets fewer wrong keys.
  embedded: target.embedded,
  money: target.money,
  readOnly: target.readOnly,
  quiet: target.quiet,
  probed: target.probed ?? 0,
  roles: rolesLike(target, sandbox.roles),
  keys: keysLike(target, sandbox.keys),
});

/** Without orders of the values that the user leaves out. */
export const withoutValues = (target: Target, values: Config['values']): Target =>
  values === undefined ? target : { ...target, order: { ...target.order, leftOut: values } };

const ordersIn = ({ replies }: RunState): Effort['orders'] =>
  Object.fromEntries(
    operationIds
      .filter((id) => operationOf(id).movesMoney)
      .map((id) => {
        const placed = replies.filter(({ operation }) => operation === id);
        const accepted = placed.filter(isSuccess).length;
        return [id, { accepted, refused: placed.length - accepted }];
      }),
  );

/**
 * Runs the checks against the embedded sandbox with the roles, keys and permissions of the target. The result shows
 * what they lack and how much they send; no list has to be kept.
 */
export async function tryOut({ settings, target, profile, only, values, signal }: TrialOptions): Promise<Trial> {
  await import('#suites');
  const { service: _elsewhere, ...here } = settings;
  const budgets = { concurrency: 16, maxRequests: 1_000_000, timeoutMs: 20_000 };
  const { embedded } = target;
  const sandbox = await openTarget(
    { ...here, budgets },
    { signal, sandbox: async () => memorySandbox(), asOfOthers: !embedded },
  );
  const plan = {
    target: withoutValues(likened(target, sandbox.target), values),
    profile,
    seed: seedFor(undefined, profile),
    ...(only && { only: [...only] }),
  };
  const session = openSession(plan, { signal, prompt: true });
  try {
    const { reports } = await runChecks(plan, { session });
    signal.throwIfAborted();
    const untested = new Map(
      reports.flatMap(({ requirement, reasons = [] }) => {
        const why = reported(reasons);
        return why === undefined || why.failed ? [] : [[requirement, why] as const];
      }),
    );
    const { openOrders } = session.runState.run;
    // The number of controls depends on the speed of a service.
    const { sent, controls = 0 } = session.traffic();
    return { untested, effort: { requests: sent - controls, orders: ordersIn(session.runState), openOrders } };
  } finally {
    await sandbox.close();
  }
}
