import { authentication } from './authentication.ts';
import { balances } from './balances-seed.ts';
import { body } from './body.ts';
import { businessKyc } from './business-kyc-seed.ts';
import { conversion } from './conversion-seed.ts';
import { deposit } from './deposit-record.ts';
import { error } from './error.ts';
import { creation } from './identity.ts';
import { individualKyc } from './individual-kyc-seed.ts';
import { lightningOfframp } from './lightning-offramp-record.ts';
import { offramp } from './offramp-record.ts';
import { onramp } from './onramp-record.ts';
import { order } from './order.ts';
import { pagination } from './pagination.ts';
import { rails } from './rails.ts';
import { recipient } from './recipient.ts';
import { bankAccount, kyc, subaccount } from './subaccount-seed.ts';
import { taxonomy } from './taxonomy-seed.ts';
import { withdrawal } from './withdrawal-seed.ts';

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
