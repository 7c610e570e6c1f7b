// Every noun of the sandbox: what it decides, and its routes.

import { authentication, body } from './admission.ts';
import { balances, balancesRoutes, deposit, depositRoutes } from './balances.ts';
import { businessKyc, businessKycRoutes } from './business-kyc.ts';
import type { Route } from './call.ts';
import { conversion, conversionRoutes } from './conversion.ts';
import { error } from './error.ts';
import { creation } from './identity.ts';
import { individualKyc, individualKycRoutes } from './individual-kyc.ts';
import { lightningOfframp, lightningOfframpRoutes } from './lightning-offramp.ts';
import { offramp, offrampRoutes, rails } from './offramp.ts';
import { onramp, onrampRoutes } from './onramp.ts';
import { order, recipient } from './order.ts';
import { pagination } from './pagination.ts';
import { bankAccount, kyc, subaccount, subaccountRoutes } from './subaccount.ts';
import { taxonomy, taxonomyRoutes } from './taxonomy.ts';
import { withdrawal, withdrawalRoutes } from './withdrawal.ts';

/**
 * Every decision of the sandbox that could be made wrongly, as a service makes it that keeps every promise. All are pure:
 * the records that they are given are frozen.
 */
export const defaultPolicies = {
  authentication,
  balances,
  bankAccount,
  body,
  businessKyc,
  conversion,
  creation,
  deposit,
  error,
  individualKyc,
  kyc,
  lightningOfframp,
  offramp,
  onramp,
  order,
  pagination,
  rails,
  recipient,
  subaccount,
  taxonomy,
  withdrawal,
};

export type Policies = Readonly<typeof defaultPolicies>;

/** Some policies of some groups; the others stay right. */
export type PartialPolicies = { readonly [Group in keyof Policies]?: Partial<Policies[Group]> };

export function withPolicies(changed: PartialPolicies | undefined): Policies {
  if (changed === undefined) return defaultPolicies;
  const groups = Object.entries(changed).map(([name, group]) => [
    name,
    { ...defaultPolicies[name as keyof Policies], ...group },
  ]);
  return { ...defaultPolicies, ...(Object.fromEntries(groups) as PartialPolicies) } as Policies;
}

/** Every endpoint of the document, one line a noun. */
export const routes: readonly Route[] = [
  ...balancesRoutes,
  ...businessKycRoutes,
  ...conversionRoutes,
  ...depositRoutes,
  ...individualKycRoutes,
  ...lightningOfframpRoutes,
  ...offrampRoutes,
  ...onrampRoutes,
  ...subaccountRoutes,
  ...taxonomyRoutes,
  ...withdrawalRoutes,
];
