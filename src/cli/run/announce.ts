import {
  amountFor,
  lightningCode,
  type OperationId,
  type Plan,
  type PlanBounds,
  rails,
  type Target,
} from '#contract';
import { plural } from '#reporting';

const yes = (reason: true | string): string => (reason === true ? 'yes' : `no: ${reason}`);

/** Sums up settings and probes. */
export function describeTarget(target: Target, notes: readonly string[]): string {
  const { label, embedded, environment, money, readOnly, quiet, facts, budgets, roles, keys } = target;
  const rate = budgets.requestsPerSecond === undefined ? 'unlimited' : `${budgets.requestsPerSecond}/s`;
  const refusal = facts.restrictedKeyRefused ? 'refused with 403' : 'not refused with 403';
  const probed = [
    ...(facts.assumed?.includes('firstPage') ? [] : [`first page ${facts.firstPage}`]),
    ...(facts.assumed?.includes('greatestLimit') ? [] : [`greatest limit ${facts.greatestLimit}`]),
    `restricted key ${keys.restricted === undefined ? 'not set' : refusal}`,
  ];
  return [
    `Target       ${label}${embedded ? '' : ` (${environment})`}`,
    `Permissions  money ${yes(money)}; ${readOnly ? 'GET only' : 'GET and POST'}; quiet account ${quiet ? 'yes' : 'no'}`,
    `Probed       ${probed.join(', ')}`,
    `Records      ${plural(roles.offramps.length, 'offramp')}, ${plural(roles.conversions.length, 'conversion')} to read`,
    `Budgets      ${budgets.concurrency} at a time, ${rate}, ${budgets.timeoutMs} ms each`,
    ...notes.map((note) => `Note         ${note}`),
    '',
  ].join('\n');
}

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
const totalOf = (count: number, amount: number): number => Number((count * amount).toFixed(8));

const otherAmounts = ({ amounts = {} }: OrderSettings): string => {
  const parts = Object.entries(amounts).map(([code, amount]) => `${code} ${amount}`);
  return parts.length === 0 ? '' : ` (RAMP_AMOUNTS: ${parts.join(', ')})`;
};

/** How many orders there may be, and what they may come to in their currency: each is of one currency. */
const ordersText = ({ order }: Target, { requests, accepted, orders }: PlanBounds): string => {
  const parts = kinds.flatMap(({ operation, noun, unit, codes }) => {
    const { [operation]: count = 0 } = orders;
    const largest = Math.max(...codes(order).map((code) => amountFor(order, code)));
    return count > 0 ? [`${plural(count, noun)} (${totalOf(count, largest)} in ${unit(order)})`] : [];
  });
  const all = Object.values(orders).reduce((sum, count) => sum + count, 0);
  if (parts.length === 0) return 'no orders';
  const usual =
    accepted === undefined ? '' : `up to ${accepted} orders accepted by a service that conforms, `;
  return `${usual}at most ${plural(Math.min(requests, all), 'order')} of ${order.amount}${otherAmounts(order)}, refused ones included:\n             ${parts.join(', ')}`;
};

/** Announces how much a run may send and move. */
export const describeBounds = ({
  target,
  profile,
  bounds,
}: Pick<Plan, 'target' | 'profile'> & { readonly bounds: PlanBounds }): string => {
  const { money, budgets, readOnly, deadlineSeconds } = target;
  const { requestsPerSecond: rate } = budgets;
  const time = rate === undefined ? '' : ` in about ${minutes(bounds.expected / rate)}`;
  const barred = `none moves: ${money === true ? 'the run is read-only' : money}`;
  return [
    `Profile      ${profile}: about ${plural(bounds.expected, 'request')}${time}, at most ${bounds.requests}`,
    ...(deadlineSeconds === undefined
      ? []
      : [`Deadline     nothing is sent after ${minutes(deadlineSeconds)} (RAMP_DEADLINE_S)`]),
    `Money        ${money === true && !readOnly ? ordersText(target, bounds) : barred}`,
    '',
  ].join('\n');
};
