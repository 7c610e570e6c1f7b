// The limits of a run (requests, orders), and its seed.
import { valuesShownIn } from '#baseline';
import { type OperationId, operationIds, operationOf, type Requirement, requirements } from '#contract';
import { type Plan, type PlanBounds, type Profile, smokeRequests, type Target } from '#run';
import { isOwnMaxRequests } from '#target';
import { earlierDepositsAt, ledgerPlaceIn } from '../orders/recorded-orders.ts';
import type { Config } from '../settings/config.ts';
import { catalogueSeed } from '../settings/selection.ts';
import { type Effort, withoutValues } from './trial.ts';

interface Allowance {
  /**
   * Round numbers: requests of a whole run to a conforming service. The embedded service gets more, because it locks
   * nobody out.
   */
  readonly expected: { readonly own: number; readonly others: number };
  /** Requests that many requirements share, and requests of each requirement: they limit a narrowed run. */
  readonly shared: number;
  readonly each: number;
  /** The share above the expected number. A service with defects gets more requests, for smaller cases. */
  readonly reserve: number;
  /** Round numbers: orders of a whole run that a conforming service accepts, and the most that any service accepts. */
  readonly accepted: number;
  readonly acceptedByAny: number;
  /** Orders of one operation: shared by requirements, for each requirement, and at most. */
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
    // Sequences draw different orders each time: 230 to 405 in fifty runs.
    accepted: 500,
    acceptedByAny: 1_000,
    orders: { shared: 700, each: 500, all: 4_000 },
  },
};

const placing = (asked: readonly Requirement[], operation: OperationId): number =>
  asked.filter(({ anyOrder, operations }) => anyOrder || operations.includes(operation)).length;

const moving = operationIds.filter((id) => operationOf(id).movesMoney);

/** The most orders that any conforming service may accept. */
const acceptedBy = ({ orders, openOrders }: Effort): number =>
  Object.values(orders).reduce((sum, { accepted }) => sum + accepted, openOrders.acceptable - openOrders.accepted);

/** Limits computed from the selection. A number that the user set is not changed. */
export const boundsFor = (
  target: Target,
  { profile, selected }: Pick<Config, 'profile' | 'selected'>,
  effort?: Effort,
): PlanBounds => {
  const { expected: wholes, shared, each, reserve, accepted, acceptedByAny, orders } = allowances[profile];
  const whole = target.embedded ? wholes.own : wholes.others;
  const chosen = requirements.filter(({ id }) => selected?.has(id) ?? true);
  const { maxRequests } = target.budgets;
  const isChosen = isOwnMaxRequests(maxRequests);
  const most = Math.min(maxRequests, whole, shared + each * chosen.length);
  const requests = isChosen ? maxRequests : Math.min(maxRequests, reserve * most);
  const maxOrders = (operation: OperationId): number => {
    const { accepted = 0, refused = 0 } = effort?.orders[operation] ?? {};
    // A requirement may need an order of a kind that it does not name.
    const places = placing(chosen, operation);
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

/** Sets the checks and the limits of a run. The client sends nothing beyond them. */
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
    turn: seed === catalogueSeed() || profile === 'smoke' ? 0 : Math.abs(seed),
    profile,
    bounds,
    ...(baseline ? { shownValues: valuesShownIn(baseline.facts) } : {}),
    ...(selected ? { only: [...selected] } : {}),
    ...(alongside ? { alongside: [...alongside] } : {}),
    ...(ledger ? { ledger, earlierDeposits: earlierDepositsAt(ledger) } : {}),
  };
};
