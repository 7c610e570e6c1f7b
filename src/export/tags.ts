import type { OperationId } from '#contract';

/** The document's groups of operations. It puts the taxonomy into none. */
export const tags: Readonly<Record<OperationId, string>> = {
  'subaccount.read': 'Subaccounts',
  'individual-kyc.read': 'Verification',
  'business-kyc.read': 'Verification',
  'balances.read': 'Balances',
  'deposit.simulate': 'Deposits',
  'onramp.initiate': 'Onramp',
  'offramp.initiate': 'Offramp',
  'offramp.list': 'Offramp',
  'offramp.read': 'Offramp',
  'lightning-offramp.initiate': 'Offramp',
  'withdrawal.read': 'Withdrawals',
  'conversion.list': 'Conversions',
  'conversion.read': 'Conversions',
  'taxonomy.list': 'Taxonomy',
};
