import { type AuthenticationPolicies, authentication } from './authentication.ts';
import { type BalancesPolicies, balances } from './balances.ts';
import { type BodyPolicies, body } from './body.ts';
import { type BusinessKycPolicies, businessKyc } from './business-kyc.ts';
import { type ConversionPolicies, conversion } from './conversion.ts';
import { type DepositPolicies, deposit } from './deposit.ts';
import { type ErrorPolicies, error } from './error.ts';
import { type CreationPolicies, creation } from './identity.ts';
import { type IndividualKycPolicies, individualKyc } from './individual-kyc.ts';
import { type LightningOfframpPolicies, lightningOfframp } from './lightning-offramp-record.ts';
import { type OfframpPolicies, offramp } from './offramp-record.ts';
import { type OnrampPolicies, onramp } from './onramp-record.ts';
import { type OrderPolicies, order } from './order.ts';
import { type PaginationPolicies, pagination } from './pagination.ts';
import { type RailPolicies, rails } from './rails.ts';
import { type RecipientPolicies, recipient } from './recipient.ts';
import { type SubaccountPolicies, subaccount } from './subaccount.ts';
import { type TaxonomyPolicies, taxonomy } from './taxonomy.ts';
import { type BankAccountPolicies, bankAccount, type KycPolicies, kyc } from './verification.ts';
import { type WithdrawalPolicies, withdrawal } from './withdrawal.ts';

/** Every decision of the sandbox that could be made wrongly. All are pure: records they are given are frozen. */
export interface Policies {
  readonly authentication: AuthenticationPolicies;
  readonly balances: BalancesPolicies;
  readonly bankAccount: BankAccountPolicies;
  readonly body: BodyPolicies;
  readonly businessKyc: BusinessKycPolicies;
  readonly conversion: ConversionPolicies;
  readonly creation: CreationPolicies;
  readonly deposit: DepositPolicies;
  readonly error: ErrorPolicies;
  readonly individualKyc: IndividualKycPolicies;
  readonly kyc: KycPolicies;
  readonly lightningOfframp: LightningOfframpPolicies;
  readonly offramp: OfframpPolicies;
  readonly onramp: OnrampPolicies;
  readonly order: OrderPolicies;
  readonly pagination: PaginationPolicies;
  readonly rails: RailPolicies;
  readonly recipient: RecipientPolicies;
  readonly subaccount: SubaccountPolicies;
  readonly taxonomy: TaxonomyPolicies;
  readonly withdrawal: WithdrawalPolicies;
}

/** Some policies of some groups; the others stay right. */
export type PartialPolicies = { readonly [Group in keyof Policies]?: Partial<Policies[Group]> };

/** The policies of a service that keeps every promise; faults may build on them. */
export const defaultPolicies: Policies = {
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

export function withPolicies(changed: PartialPolicies | undefined): Policies {
  if (changed === undefined) return defaultPolicies;
  const groups = Object.entries(changed).map(([name, group]) => [
    name,
    { ...defaultPolicies[name as keyof Policies], ...group },
  ]);
  return { ...defaultPolicies, ...(Object.fromEntries(groups) as PartialPolicies) } as Policies;
}
