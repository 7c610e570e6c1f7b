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
 * Every decision that a service could make wrongly, as a service makes it that keeps every promise. All are pure; their
 * records are frozen.
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

/** The policies of a fault; all other policies stay correct. */
export type PartialPolicies = { readonly [Group in keyof Policies]?: Partial<Policies[Group]> };

export function withPolicies(changed: PartialPolicies | undefined): Policies {
  if (changed === undefined) return defaultPolicies;
  const groups = Object.entries(changed).map(([name, group]) => [
    name,
    { ...defaultPolicies[name as keyof Policies], ...group },
  ]);
  return { ...defaultPolicies, ...(Object.fromEntries(groups) as PartialPolicies) } as Policies;
}
