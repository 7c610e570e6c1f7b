import { type RoleIds, roleVariables, type TargetSettings } from '#contract';

/** Grouped, because a long number reads like that of an account. */
const grouped = (amount: number): string => amount.toLocaleString('en', { maximumFractionDigits: 8 });

const isSet = (ids: RoleIds[keyof RoleIds]): boolean => [ids ?? []].flat().length > 0;

const rolesIn = (roles: RoleIds): Readonly<Record<string, string>> => {
  const ids: Readonly<Record<string, RoleIds[keyof RoleIds]>> = { ...roles };
  const set = Object.entries(roleVariables).filter(([role]) => isSet(ids[role]));
  return Object.fromEntries(set.map(([, variable]) => [variable, 'set']));
};

/** Names what a run may look at and order: with other settings it observes other facts of the same service. */
export const providedBy = ({
  roles,
  order,
}: Pick<TargetSettings, 'roles' | 'order'>): Readonly<Record<string, string>> => ({
  ...rolesIn(roles),
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
