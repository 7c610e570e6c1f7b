import { operationOf, operationsOf, type Profile, requirements, type Target } from '#contract';
import { settingsTable } from '#target';
import type { RunChoices } from './run-choices.ts';

/** What a run may send at most, and how many orders that is likely to hold. */
export interface Budget {
  readonly profile: Profile;
  readonly requests: number;
  readonly orders: number;
}

interface Allowance {
  /** What is shared by many requirements: examples, walks through listings, refusals of keys. */
  readonly shared: number;
  /** For each requirement; those that need less leave it to those that need more. */
  readonly each: number;
  /** Orders of each requirement that speaks of an endpoint which moves money. */
  readonly orders: number;
}

const allowances: Readonly<Record<Profile, Allowance>> = {
  smoke: { shared: 400, each: 4, orders: 3 },
  gate: { shared: 600, each: 10, orders: 8 },
  deep: { shared: 4_000, each: 40, orders: 50 },
};

/** Set by the user, whose word then counts in either direction. */
const isChosen = ({ budgets }: Target): boolean =>
  budgets.maxRequests !== Number(settingsTable.RAMP_MAX_REQUESTS.fallback);

/** Computed from what is selected; a number that the user has set is taken as it is. */
export const budgetFor = (
  target: Target,
  { profile, selected }: Pick<RunChoices, 'profile' | 'selected'>,
): Budget => {
  const { shared, each, orders } = allowances[profile];
  const asked = requirements.filter(({ id }) => selected?.has(id) ?? true);
  const moving = asked.filter(
    (requirement) =>
      requirement.firmness !== 'silent' &&
      requirement.endpoints.length < 6 &&
      operationsOf(requirement).some((id) => operationOf(id).movesMoney),
  );
  const { maxRequests } = target.budgets;
  const requests = isChosen(target) ? maxRequests : Math.min(maxRequests, shared + each * asked.length);
  return { profile, requests, orders: Math.min(requests, orders * moving.length) };
};

/** The target with the budget as its bound: the client sends nothing beyond it. */
export const within = (target: Target, { requests, orders }: Budget): Target => ({
  ...target,
  budgets: {
    ...target.budgets,
    maxRequests: requests,
    // Told as an estimate and bounded by about twice of it, because a service that misbehaves is asked more often.
    maxOrders: isChosen(target) ? requests : 2 * orders + 100,
  },
});

const minutes = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;

/** What the run may send and move, before it does. */
export const describeBudget = (target: Target, { profile, requests, orders }: Budget): string => {
  const { money, order, budgets } = target;
  const { requestsPerSecond: rate } = budgets;
  const longest = rate === undefined ? '' : `, ${minutes(requests / rate)} at the most`;
  const currencies = [
    `deposits in ${order.depositCurrency}`,
    `onramps in ${order.onrampCurrency}`,
    `offramps of ${order.offrampAsset}`,
  ];
  const moved =
    money === true && !target.readOnly
      ? `about ${orders} orders, refused ones included, of ${order.amount} each: ${currencies.join(', ')}`
      : `none moves: ${money === true ? 'the run is read-only' : money}`;
  return [
    `Profile      ${profile}: at most ${requests} requests${longest}`,
    `Money        ${moved}`,
    '',
  ].join('\n');
};
