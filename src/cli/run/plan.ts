import { valuesShownIn } from '#baseline';
import {
  type OperationId,
  operationIds,
  operationOf,
  type Requirement,
  type RequirementId,
  requirements,
} from '#contract';
import { openSession, runChecks, type World } from '#harness';
import {
  isSuccess,
  type Plan,
  type PlanBounds,
  type Profile,
  type Reason,
  type RoleIds,
  reported,
  smokeRequests,
  type Target,
} from '#run';
import { memorySandbox } from '#sandbox';
import { isOwnMaxRequests, openTarget, type Settings } from '#target';
import { ledgerPlaceIn } from '../orders/recorded-orders.ts';
import type { Config } from '../settings/config.ts';
import { seedFor } from '../settings/selection.ts';

/** The requests and orders that a run takes at a service that conforms. */
export interface Effort {
  readonly requests: number;
  readonly orders: Readonly<Partial<Record<OperationId, { readonly accepted: number; readonly refused: number }>>>;
  /** Of those accepted and refused, such as another service that conforms may accept too. */
  readonly openOrders: { readonly accepted: number; readonly acceptable: number };
}

/** The end of a run with the settings of a target, on a service that conforms. */
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
  /** Without it, all requirements. */
  readonly only?: ReadonlySet<RequirementId> | undefined;
  readonly signal: AbortSignal;
}

/** One sandbox id for each kind that the target lists. */
const rolesLike = ({ roles }: Target, own: RoleIds): RoleIds => {
  const ids: Readonly<Record<string, RoleIds[keyof RoleIds]>> = { ...roles };
  const kept = Object.entries(own).filter(([role]) => [ids[role] ?? []].flat().length > 0);
  const lists = { unverified: [], incompleteNamedRecipients: [], offramps: [], conversions: [] };
  // A person first, then a business.
  const unverified = own.unverified.slice(0, roles.unverified.length);
  return { ...lists, ...Object.fromEntries(kept), unverified };
};

const keysLike = ({ keys }: Target, { full, restricted, other }: Target['keys']): Target['keys'] => ({
  full,
  ...(keys.restricted && restricted && { restricted }),
  ...(keys.other && other && { other }),
});

/** The sandbox with no more roles, keys and permissions than the target has. */
const likened = (target: Target, sandbox: Target): Target => ({
  ...sandbox,
  // The service of another company is sent fewer wrong keys.
  embedded: target.embedded,
  money: target.money,
  readOnly: target.readOnly,
  quiet: target.quiet,
  probed: target.probed ?? 0,
  roles: rolesLike(target, sandbox.roles),
  keys: keysLike(target, sandbox.keys),
});

/** No valid order is of a value that the user leaves out. */
const withoutValues = (target: Target, values: Config['values']): Target =>
  values === undefined ? target : { ...target, order: { ...target.order, leftOut: values } };

const ordersIn = ({ replies }: World): Effort['orders'] =>
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
 * Runs the checks against the embedded sandbox with the roles, keys and permissions of the target. What they lack and how much
 * they send follows from the probes and is listed nowhere.
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
    const { openOrders } = session.world.run;
    return { untested, effort: { requests: session.traffic().sent, orders: ordersIn(session.world), openOrders } };
  } finally {
    await sandbox.close();
  }
}

interface Allowance {
  /** Requests of a whole run to a service that conforms, in round numbers; our own locks nobody out, and is sent more. */
  readonly expected: { readonly own: number; readonly others: number };
  /** Requests that many requirements share, and those of each; a narrowed run is expected to send no more. */
  readonly shared: number;
  readonly each: number;
  /** The bound over what is expected: a service that misbehaves is asked again for smaller cases. */
  readonly reserve: number;
  /** Orders that a service which conforms accepts of a whole run, in round numbers, and those that any may have accepted. */
  readonly accepted: number;
  readonly acceptedByAny: number;
  /** The orders of one operation: what is shared, for each requirement, and what all of them may come to. */
  readonly orders: { readonly shared: number; readonly each: number; readonly all: number };
}

const allowances: Readonly<Record<Profile, Allowance>> = {
  smoke: {
    expected: { own: smokeRequests, others: smokeRequests },
    shared: 50,
    each: 10,
    reserve: 2,
    accepted: 25,
    acceptedByAny: 50,
    orders: { shared: 20, each: 5, all: 60 },
  },
  gate: {
    expected: { own: 930, others: 800 },
    shared: 130,
    each: 20,
    reserve: 3,
    accepted: 80,
    acceptedByAny: 160,
    orders: { shared: 60, each: 20, all: 300 },
  },
  deep: {
    expected: { own: 6_000, others: 5_000 },
    shared: 1_000,
    each: 300,
    reserve: 2,
    // What sequences order is drawn anew each time: 230 to 405 in fifty runs.
    accepted: 500,
    acceptedByAny: 1_000,
    orders: { shared: 700, each: 500, all: 4_000 },
  },
};

/** Requirements that may place orders of an operation. */
const placing = (asked: readonly Requirement[], operation: OperationId): number =>
  asked.filter(({ anyOrder, operations }) => anyOrder || operations.includes(operation)).length;

const moving = operationIds.filter((id) => operationOf(id).movesMoney);

/** Orders that any service which conforms may accept. */
const acceptedBy = ({ orders, openOrders }: Effort): number =>
  Object.values(orders).reduce((sum, { accepted }) => sum + accepted, openOrders.acceptable - openOrders.accepted);

/** Computed from what is selected; a number that the user has set is taken as it is. */
export const boundsFor = (
  target: Target,
  { profile, selected }: Pick<Config, 'profile' | 'selected'>,
  effort?: Effort,
): PlanBounds => {
  const { expected: wholes, shared, each, reserve, accepted, acceptedByAny, orders } = allowances[profile];
  const whole = target.embedded ? wholes.own : wholes.others;
  const asked = requirements.filter(({ id }) => selected?.has(id) ?? true);
  const { maxRequests } = target.budgets;
  const isChosen = isOwnMaxRequests(maxRequests);
  const most = Math.min(maxRequests, whole, shared + each * asked.length);
  const requests = isChosen ? maxRequests : Math.min(maxRequests, reserve * most);
  const maxOrders = (operation: OperationId): number => {
    const { accepted = 0, refused = 0 } = effort?.orders[operation] ?? {};
    // An order may be needed by a requirement that does not name its kind.
    const places = placing(asked, operation);
    if (places + accepted + refused === 0) return 0;
    const needed = Math.min(orders.all, orders.shared + orders.each * places);
    return isChosen ? requests : Math.min(requests, needed);
  };
  const bounds = moving.map((id) => [id, maxOrders(id)] as const);
  return {
    expected: Math.min(maxRequests, effort?.requests ?? most),
    requests,
    accepted: effort ? acceptedBy(effort) : selected === undefined && whole <= maxRequests ? accepted : undefined,
    acceptedByAny: bounds.reduce((sum, [, max]) => Math.min(sum + max, acceptedByAny), 0),
    orders: Object.fromEntries(bounds),
  };
};

type PlanConfig = Pick<Config, 'seed' | 'profile' | 'directory'> &
  Partial<Pick<Config, 'selected' | 'alongside' | 'baseline' | 'values'>>;

/** Settles the checks and the bounds of a run; the client sends nothing beyond them. */
export const planFor = (
  target: Target,
  config: PlanConfig,
  effort?: Effort,
): Plan & { readonly bounds: PlanBounds } => {
  const { seed, profile, selected, alongside, baseline, directory } = config;
  const bounds = boundsFor(target, { profile, selected }, effort);
  const ledger = ledgerPlaceIn(directory, target);
  const budgets = {
    ...target.budgets,
    maxRequests: Math.max(0, bounds.requests - (target.probed ?? 0)),
    maxOrders: bounds.orders,
    maxAccepted: bounds.acceptedByAny,
  };
  return {
    target: withoutValues({ ...target, budgets }, config.values),
    seed,
    profile,
    bounds,
    ...(baseline ? { shownValues: valuesShownIn(baseline.facts) } : {}),
    ...(selected ? { only: [...selected] } : {}),
    ...(alongside ? { alongside: [...alongside] } : {}),
    ...(ledger ? { ledger } : {}),
  };
};
