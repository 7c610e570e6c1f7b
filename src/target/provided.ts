import { type OrderMaterial, type RoleIds, roleVariables, type Target } from '#contract';

/** Grouped, because a long number reads like that of an account. */
const grouped = (amount: number): string => amount.toLocaleString('en', { maximumFractionDigits: 8 });

const ofOrders = (order: OrderMaterial): Readonly<Record<string, string>> => ({
  RAMP_LOCAL_RECIPIENT_CURRENCY: order.localCurrency,
  RAMP_ONRAMP_CURRENCY: order.onrampCurrency,
  RAMP_ONRAMP_CHAIN: order.onrampChain,
  RAMP_OFFRAMP_CHAIN: order.offrampChain,
  RAMP_OFFRAMP_ASSET: order.offrampAsset,
  RAMP_AMOUNT: grouped(order.amount),
  RAMP_TAXONOMY_CURRENCIES: order.taxonomyCurrencies.join(', '),
  ...(order.amounts && {
    RAMP_AMOUNTS: Object.entries(order.amounts)
      .map(([code, amount]) => `${code} ${grouped(amount)}`)
      .join(', '),
  }),
});

const isSet = (ids: RoleIds[keyof RoleIds]): boolean => [ids ?? []].flat().length > 0;

/** Names what a run may look at and order: with other settings it observes other facts of the same service. */
export const providedBy = ({
  roles,
  order,
}: Pick<Target, 'roles' | 'order'>): Readonly<Record<string, string>> => {
  const names = (Object.keys(roleVariables) as (keyof RoleIds)[]).filter((name) => isSet(roles[name]));
  return {
    ...Object.fromEntries(names.map((name) => [roleVariables[name], 'set'])),
    ...ofOrders(order),
  };
};
