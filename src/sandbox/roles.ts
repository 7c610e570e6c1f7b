import { seededId } from './identity.ts';

export const subaccounts = {
  individual: seededId('0a01', 1),
  business: seededId('0a02', 1),
  /** No approved KYC. */
  unverified: seededId('0a03', 1),
  unverifiedBusiness: seededId('0a05', 1),
  /** Approved, without a bank account. */
  unbanked: seededId('0a04', 1),
} as const;

export const accountId = seededId('0acc', 1);

/** The first withdrawal of the individual subaccount, still pending. */
export const pendingWithdrawalId = seededId('0d01', 0);
