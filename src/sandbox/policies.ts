// The decisions of every noun of the sandbox.

import { authentication, body } from './admission.ts';
import { balances, deposit } from './balances.ts';
import { businessKyc } from './business-kyc.ts';
import { conversion } from './conversion.ts';
import { error } from './error.ts';
import { creation } from './identity.ts';
import { individualKyc } from './individual-kyc.ts';
import { lightningOfframp } from './lightning-offramp.ts';
import { offramp, rails } from './offramp.ts';
import { onramp } from './onramp.ts';
import { order, recipient } from './order.ts';
import { pagination } from './pagination.ts';
import { bankAccount, kyc, subaccount } from './subaccount.ts';
import { taxonomy } from './taxonomy.ts';
import { withdrawal } from './withdrawal.ts';

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

/** Policies of a fault; the others stay right. */
export type PartialPolicies = { readonly [Group in keyof Policies]?: Partial<Policies[Group]> };

export function withPolicies(changed: PartialPolicies | undefined): Policies {
  if (changed === undefined) return defaultPolicies;
  const groups = Object.entries(changed).map(([name, group]) => [
    name,
    { ...defaultPolicies[name as keyof Policies], ...group },
  ]);
  return { ...defaultPolicies, ...(Object.fromEntries(groups) as PartialPolicies) } as Policies;
}
