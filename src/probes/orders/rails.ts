import { unnamedRails } from '#contract';
import type { Setting } from '#evidence';
import { isNonsenseRail, isUnlistedRail, nonsenseRail, offrampOrder, unlistedRail } from '#generators';
import { drawn, enumerated } from '../drawn.ts';
import type { Service } from '../service.ts';
import { dollarOfframp } from './valid-orders.ts';

interface RailOrder {
  readonly recipient: 'named' | 'incomplete' | 'local';
  /** Index among several recipients of one kind. */
  readonly which?: number;
  readonly currency: string;
  readonly rail?: string;
  readonly asset?: string;
  readonly role?: 'business';
  readonly smoke?: true;
}

const named = (currency: string, rail?: string): RailOrder => ({
  recipient: 'named',
  currency,
  ...(rail === undefined ? {} : { rail }),
});

const needed = (order: RailOrder): RailOrder => ({ ...order, smoke: true });

const toIncomplete = ({ roles }: Setting): readonly RailOrder[] => {
  const recipients = roles.has('incompleteNamedRecipients') ? roles.incompleteNamedRecipients : [];
  return recipients.flatMap((_id, which): readonly RailOrder[] => {
    const order = { recipient: 'incomplete', which, currency: 'USD' } as const;
    const wire: RailOrder = { ...order, rail: 'WIRE' };
    const businessOrders: readonly RailOrder[] =
      which === 0 && roles.has('business') ? [{ ...wire, role: 'business' }] : [];
    // The rule also applies without a rail.
    const others: readonly RailOrder[] = [{ ...order, rail: 'SWIFT' }, order];
    const isFirst = which === 0;
    return [
      isFirst ? needed(wire) : wire,
      ...(isFirst ? others : others.slice(which % 2, (which % 2) + 1)),
      ...businessOrders,
    ];
  });
};

const inOtherCurrencies = (local: string): readonly RailOrder[] => [
  needed(named(local, 'WIRE')),
  // The other rails are refused in dollars too.
  named(local, 'SWIFT'),
  named(local),
  ...['EUR', 'BRL'].filter((currency) => currency !== local).map((currency) => named(currency, 'WIRE')),
];

/** The rules apply to both kinds of subaccounts. */
const businessRailOrders = [...unnamedRails.map((rail) => named('USD', rail)), named('EUR', 'WIRE')].map((order) => ({
  ...order,
  role: 'business' as const,
}));

const railOrders = (setting: Setting): readonly RailOrder[] => {
  const { localCurrency, offrampAsset } = setting.order;
  return [
    ...unnamedRails.map((rail) => needed(named('USD', rail))),
    ...['SEPA', 'CARRIER_PIGEON', 'ach'].map((rail) => named('USD', rail)),
    { ...named('USD', 'ACH'), asset: offrampAsset === 'USDT' ? 'USDC' : 'USDT' },
    ...(setting.roles.has('business') ? businessRailOrders : []),
    ...inOtherCurrencies(localCurrency),
    named('usd', 'ACH'),
    named('USD'),
    ...['WIRE', ...unnamedRails].map((rail): RailOrder => ({ recipient: 'local', currency: localCurrency, rail })),
  ];
};

const recipientOf = (setting: Setting, { recipient, which = 0 }: RailOrder): string => {
  const { roles } = setting;
  if (recipient === 'named') return roles.namedRecipient;
  return recipient === 'local' ? roles.localRecipient : (roles.incompleteNamedRecipients[which] ?? '');
};

const initiate = (
  { api, roles }: Pick<Service, 'api' | 'roles'>,
  body: unknown,
  role: 'subaccount' | 'business' = 'subaccount',
) => api.call('offramp.initiate', { subaccountId: roles[role], body });

const ordersOfOwners = (service: Service, orders: readonly RailOrder[]): readonly RailOrder[] => {
  const { roles } = service;
  const owned = orders.map(({ role, ...order }): RailOrder => {
    // A recipient that lacks a field is never accepted; the settings have it beside the complete recipient.
    const like = order.recipient === 'local' ? 'localRecipient' : 'namedRecipient';
    const owner = roles.has(like) ? service.run.owners.get(roles[like]) : undefined;
    const isOfBusiness = owner === undefined ? role === 'business' : roles.has('business') && owner === roles.business;
    return isOfBusiness ? { ...order, role: 'business' } : order;
  });
  const byOrder = new Map(owned.map((order) => [JSON.stringify({ ...order, smoke: undefined }), order]));
  return [...byOrder.values()];
};

const isInLowerCase = (code: string): boolean => code === code.toLowerCase();

/** No rule covers a rail in another currency, an unknown rail, or codes in lower case. */
const isOpenRail = ({ recipient, currency, rail }: RailOrder): boolean =>
  recipient === 'local' ||
  (rail === undefined ? recipient !== 'incomplete' : isInLowerCase(rail)) ||
  isInLowerCase(currency);

const railProbe = (id: string, orders: (setting: Setting) => readonly RailOrder[]) =>
  enumerated(id, {
    mode: 'orders',
    cases: (service) =>
      ordersOfOwners(
        service,
        orders(service).filter(({ smoke }) => smoke || service.profile !== 'smoke'),
      ),
    describe: ({ recipient, currency, rail, role, asset }) =>
      [
        recipient,
        currency,
        rail ?? 'no rail',
        ...(role ? [`of the ${role}`] : []),
        ...(asset ? [`of ${asset}`] : []),
      ].join(', '),
    isApart: ({ role, asset }) => role !== undefined || asset !== undefined,
    isOpen: isOpenRail,
    ask: (service, { asset, ...order }) => {
      const body = offrampOrder(service, { ...order, recipient: recipientOf(service, order) });
      return initiate(service, { ...body, from: { ...body.from, ...(asset && { asset }) } }, order.role);
    },
  });

/** The valid orders include the combinations that the rules accept. */
export const ordersAgainstRails = railProbe('offramps against the rules for rails', railOrders);

export const ordersToIncomplete = railProbe('offramps to incomplete recipients', toIncomplete);

const plainOver = (service: Service, rail: string) => initiate(service, dollarOfframp(service, rail));

export const nonsenseRails = drawn('offramps over nonsense', {
  mode: 'orders',
  minProfile: 'gate',
  arbitrary: nonsenseRail,
  ask: plainOver,
  isCase: ({ request }) => isNonsenseRail(request.sentBody),
  examples: 3,
  isOpen: () => true,
});

export const unlistedRails = drawn('offramps over unlisted rails', {
  mode: 'orders',
  minProfile: 'gate',
  arbitrary: unlistedRail,
  ask: plainOver,
  isCase: ({ request }) => isUnlistedRail(request.sentBody),
  oddity: () => undefined,
  examples: 2,
  isOpen: () => true,
});
