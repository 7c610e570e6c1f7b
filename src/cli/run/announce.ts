// The lines before the first test: target, limits, and orders that the run may place.
import { type OrderFacts, operationOf, orderIds } from '#contract';
import { longestTryWaitMs } from '#harness';
import { plural } from '#reporting';
import { amountFor, lightningCode, type OrderMaterial, type Plan, type PlanBounds, type Target } from '#run';
import { timeText } from './progress.ts';

const yes = (reason: true | string): string => (reason === true ? 'yes' : `no (${reason})`);

const networkLines = ({
  network: { certificate, authorities, proxy, headers = {} } = {},
}: Target): readonly string[] => {
  const used = [
    ...(certificate ? ['with a client certificate'] : []),
    ...(authorities ? ['trusting RAMP_CA_CERT'] : []),
    ...(proxy ? [`through the proxy ${new URL(proxy).host}`] : []),
    ...(Object.keys(headers).length > 0 ? [`with the headers ${Object.keys(headers).join(', ')}`] : []),
  ];
  return used.length === 0 ? [] : [`Network      ${used.join(', ')}`];
};

export function describeTarget(target: Target, notes: readonly string[]): string {
  const { label, embedded, environment, money, readOnly, quiet, facts, budgets, roles, keys } = target;
  const rate =
    budgets.requestsPerSecond === undefined ? 'no limit per second' : `${budgets.requestsPerSecond} per second`;
  const refusal = facts.restrictedKeyRefused ? 'gets 403, as it should' : 'does not get 403';
  const probed = [
    ...(facts.assumed?.includes('firstPage') ? [] : [`pages count from ${facts.firstPage}`]),
    ...(facts.assumed?.includes('greatestLimit') ? [] : [`at most ${facts.greatestLimit} items on a page`]),
    keys.restricted === undefined ? 'no restricted key is set' : `the restricted key ${refusal}`,
  ];
  const sole = quiet ? 'only this run uses the account' : 'others may use the account too';
  return [
    `Target       ${label}${embedded ? '' : ` (${environment})`}`,
    `Permissions  may send orders: ${yes(money)}; methods: ${readOnly ? 'GET only' : 'GET and POST'}; ${sole}${embedded ? '' : ' (RAMP_QUIET_ACCOUNT)'}`,
    `Found        ${probed.join(', ')}`,
    `Records      ${plural(roles.offramps.length, 'offramp')} and ${plural(roles.conversions.length, 'conversion')} of the account, to read by id`,
    ...networkLines(target),
    `Limits       ${plural(budgets.concurrency, 'request')} at once, ${rate}, ${budgets.timeoutMs} ms for an answer`,
    ...notes.map((note) => `Note         ${note}`),
    '',
  ].join('\n');
}

const unitOf = ({ unit, codes, listed }: OrderFacts, order: OrderMaterial) => {
  if (unit === null) return { text: "in the recipient's currency", codes: [lightningCode] };
  const member = codes.find((code) => code === listed?.path.split('.').at(-1));
  const { [unit]: own } = order;
  if (member === undefined) return { text: own, codes: [own] };
  // Orders use all values of the member that decides the unit of the amount.
  return member === codes.at(-1)
    ? { text: 'in each currency', codes: [own] }
    : { text: own, codes: [own, ...(listed?.values ?? [])] };
};

/** Without the extra digits of floating point numbers. */
const totalOf = (count: number, amount: number): number => Number((count * amount).toFixed(8));

const otherAmounts = ({ amounts = {} }: OrderMaterial): string => {
  const parts = Object.entries(amounts).map(([code, amount]) => `${code} ${amount}`);
  return parts.length === 0 ? '' : ` (RAMP_AMOUNTS: ${parts.join(', ')})`;
};

const ordersText = ({ order }: Target, { requests, accepted, acceptedByAny, orders }: PlanBounds): string => {
  const parts = orderIds.flatMap((operation) => {
    const { [operation]: count = 0 } = orders;
    const { order: facts } = operationOf(operation);
    if (count === 0 || facts === undefined) return [];
    const { text, codes } = unitOf(facts, order);
    const largest = Math.max(...codes.map((code) => amountFor(order, code)));
    return [
      `${plural(count, facts.noun)} (the accepted ones together at most ${totalOf(Math.min(count, acceptedByAny), largest)} ${text})`,
    ];
  });
  const all = Object.values(orders).reduce((sum, count) => sum + count, 0);
  if (parts.length === 0) return 'no orders';
  const usual = accepted === 0 ? 'no orders' : `up to ${plural(accepted ?? 0, 'order')}`;
  const most =
    accepted === undefined
      ? `no service can accept more than ${plural(acceptedByAny, 'order')}`
      : `a conforming service accepts ${usual}, a faulty one at most ${acceptedByAny}`;
  return [
    most,
    '(an order without an answer counts as accepted);',
    `the run sends at most ${plural(Math.min(requests, all), 'order')} (refused ones included), none above the amount ${order.amount} in its own currency${otherAmounts(order)}:`,
    ...parts,
  ].join('\n             ');
};

export const describeBounds = ({
  target,
  profile,
  alongside,
  bounds,
}: Pick<Plan, 'target' | 'profile' | 'alongside'> & { readonly bounds: PlanBounds }): string => {
  const { money, budgets, readOnly, deadlineSeconds } = target;
  const { requestsPerSecond: rate } = budgets;
  const time = rate === undefined ? '' : ` in about ${timeText(bounds.expected / rate)}`;
  const barred = `no money moves: ${money === true ? 'the run is read-only' : money}`;
  return [
    `Profile      ${profile}: about ${plural(bounds.expected, 'request')}${time}, at most ${bounds.requests}`,
    ...(alongside === undefined
      ? []
      : ['Rules        the rules of the whole service are judged too, by the same requests']),
    ...(deadlineSeconds === undefined
      ? []
      : [`Deadline     nothing is sent after ${timeText(deadlineSeconds)} (RAMP_DEADLINE_S)`]),
    `Waits        at most ${timeText(longestTryWaitMs / 1_000)} in all, for a service that refuses orders for a while; then the run sends the refused order again`,
    `Money        ${money === true && !readOnly ? ordersText(target, bounds) : barred}`,
    '',
  ].join('\n');
};
