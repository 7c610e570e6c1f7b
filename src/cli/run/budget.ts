import {
  amountFor,
  isSequence,
  lightningCode,
  type OperationId,
  operationIds,
  operationOf,
  type Profile,
  type Requirement,
  rails,
  requirements,
  type Target,
} from '#contract';
import { plural } from '#reporting';
import { settingsTable } from '#target';
import type { RunChoices } from './run-choices.ts';

type Orders = Readonly<Partial<Record<OperationId, number>>>;

/** The bounds of a run. */
export interface Budget {
  readonly profile: Profile;
  /** Requests to a service that conforms. */
  readonly expected: number;
  readonly requests: number;
  /** Orders that a service which conforms accepts of a whole run with all roles; undefined of a part of one. */
  readonly accepted: number | undefined;
  /** Orders of each operation that moves money; refused ones count, because a service may have kept them. */
  readonly orders: Orders;
}

interface Allowance {
  /** Requests of a whole run to a service that conforms, in round numbers; our own locks nobody out, and is sent more. */
  readonly expected: { readonly own: number; readonly others: number };
  /** What is shared by many requirements, and for each requirement; a narrowed run is expected to send no more. */
  readonly shared: number;
  readonly each: number;
  /** The bound over what is expected: a service that misbehaves is asked again for smaller cases. */
  readonly reserve: number;
  /** Orders that a service which conforms accepts of a whole run, in round numbers. */
  readonly accepted: number;
  /** The orders of one operation: what is shared, for each requirement, and what all of them may come to. */
  readonly orders: { readonly shared: number; readonly each: number; readonly all: number };
}

const allowances: Readonly<Record<Profile, Allowance>> = {
  smoke: {
    expected: { own: 170, others: 170 },
    shared: 50,
    each: 10,
    reserve: 2,
    accepted: 25,
    orders: { shared: 20, each: 5, all: 60 },
  },
  gate: {
    expected: { own: 800, others: 700 },
    shared: 130,
    each: 20,
    reserve: 3,
    accepted: 60,
    orders: { shared: 60, each: 20, all: 300 },
  },
  deep: {
    expected: { own: 6_000, others: 5_000 },
    shared: 1_000,
    each: 300,
    reserve: 2,
    // What sequences order is drawn anew each time: 230 to 405 in fifty runs.
    accepted: 500,
    orders: { shared: 700, each: 500, all: 4_000 },
  },
};

/** Set by the user, whose word then counts in either direction. */
const isChosen = ({ budgets }: Target): boolean =>
  budgets.maxRequests !== Number(settingsTable.RAMP_MAX_REQUESTS.fallback);

/**
 * Requirements that may place orders of an operation: between the steps of a sequence, orders of every kind may come,
 * whatever its claim speaks of.
 */
const placing = (asked: readonly Requirement[], operation: OperationId): number =>
  asked.filter((requirement) => isSequence(requirement) || requirement.operations.includes(operation)).length;

const moving = operationIds.filter((id) => operationOf(id).movesMoney);

/** Computed from what is selected; a number that the user has set is taken as it is. */
export const budgetFor = (
  target: Target,
  { profile, selected }: Pick<RunChoices, 'profile' | 'selected'>,
): Budget => {
  const { expected: wholes, shared, each, reserve, accepted, orders } = allowances[profile];
  const whole = target.embedded ? wholes.own : wholes.others;
  const asked = requirements.filter(({ id }) => selected?.has(id) ?? true);
  const { maxRequests } = target.budgets;
  const expected = Math.min(maxRequests, whole, shared + each * asked.length);
  const requests = isChosen(target) ? maxRequests : Math.min(maxRequests, reserve * expected);
  const most = (operation: OperationId): number => {
    const places = placing(asked, operation);
    if (places === 0) return 0;
    const needed = Math.min(orders.all, orders.shared + orders.each * places);
    return isChosen(target) ? requests : Math.min(requests, needed);
  };
  return {
    profile,
    expected,
    requests,
    accepted: selected === undefined && whole <= maxRequests ? accepted : undefined,
    orders: Object.fromEntries(moving.map((id) => [id, most(id)])),
  };
};

/** The target with the budget as its bound: the client sends nothing beyond it. */
export const within = (target: Target, { requests, orders }: Budget): Target => ({
  ...target,
  budgets: {
    ...target.budgets,
    maxRequests: Math.max(0, requests - (target.probed ?? 0)),
    maxOrders: orders,
  },
});

const minutes = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;

type OrderSettings = Target['order'];

interface Kind {
  readonly operation: OperationId;
  readonly noun: string;
  readonly unit: (order: OrderSettings) => string;
  /** By which the user may have set other amounts. */
  readonly codes: (order: OrderSettings) => readonly string[];
}

const kinds: readonly Kind[] = [
  {
    operation: 'deposit.simulate',
    noun: 'deposit',
    unit: ({ depositCurrency }) => `${depositCurrency} and others`,
    codes: ({ depositCurrency }) => [depositCurrency],
  },
  {
    operation: 'onramp.initiate',
    noun: 'onramp',
    unit: ({ onrampCurrency }) => onrampCurrency,
    codes: ({ onrampCurrency }) => [onrampCurrency],
  },
  {
    operation: 'offramp.initiate',
    noun: 'offramp',
    unit: ({ offrampAsset }) => offrampAsset,
    codes: ({ offrampAsset }) => [offrampAsset, ...rails],
  },
  {
    operation: 'lightning-offramp.initiate',
    noun: 'lightning offramp',
    unit: () => "the recipient's currency",
    codes: () => [lightningCode],
  },
];

/** Without the digits that floats add. */
const totalOf = (most: number, amount: number): number => Number((most * amount).toFixed(8));

const otherAmounts = ({ amounts = {} }: OrderSettings): string => {
  const parts = Object.entries(amounts).map(([code, amount]) => `${code} ${amount}`);
  return parts.length === 0 ? '' : ` (RAMP_AMOUNTS: ${parts.join(', ')})`;
};

/** How many orders there may be, and what they may come to in their currency: each is of one currency. */
const ordersText = ({ order }: Target, { requests, accepted, orders }: Budget): string => {
  const parts = kinds.flatMap(({ operation, noun, unit, codes }) => {
    const { [operation]: most = 0 } = orders;
    const largest = Math.max(...codes(order).map((code) => amountFor(order, code)));
    const total = totalOf(most, largest);
    return most > 0 ? [`${plural(most, noun)} (${total} in ${unit(order)})`] : [];
  });
  const all = Object.values(orders).reduce((sum, most) => sum + most, 0);
  if (parts.length === 0) return 'no orders';
  const usual =
    accepted === undefined ? '' : `up to ${accepted} orders accepted by a service that conforms, `;
  return `${usual}at most ${plural(Math.min(requests, all), 'order')} of ${order.amount}${otherAmounts(order)}, refused ones included:\n             ${parts.join(', ')}`;
};

/** Announces how much the run may send and move. */
export const describeBudget = (target: Target, budget: Budget): string => {
  const { money, budgets, readOnly, deadline } = target;
  const { profile, expected, requests } = budget;
  const { requestsPerSecond: rate } = budgets;
  const time = rate === undefined ? '' : ` in about ${minutes(expected / rate)}`;
  const barred = `none moves: ${money === true ? 'the run is read-only' : money}`;
  return [
    `Profile      ${profile}: about ${plural(expected, 'request')}${time}, at most ${requests}`,
    ...(deadline
      ? [`Deadline     nothing is sent after ${minutes(deadline.seconds)} (RAMP_DEADLINE_S)`]
      : []),
    `Money        ${money === true && !readOnly ? ordersText(target, budget) : barred}`,
    '',
  ].join('\n');
};
