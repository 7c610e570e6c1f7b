import { lightningOfframp, lightningOfframpOrder } from '#schemas';
import type { Operation } from '../operation.ts';

export const operations = [
  {
    id: 'lightning-offramp.initiate',
    number: 10,
    heading: 'Initiate lightning offramp (version 1)',
    group: 'Offramp',
    method: 'POST',
    path: '/v1/ramp/{subaccountId}/banking/offramp/initiate',
    call: 'initiateLightningOfframp',
    purpose: 'start a lightning offramp',
    success: lightningOfframp,
    request: lightningOfframpOrder,
    values: ['identifiers', 'timestamps'],
    movesMoney: true,
    amountsIn: 'Resources: Lightning offramp invoice',
    order: { noun: 'lightning offramp', unit: null, codes: [], free: [] },
    absence: {
      of: 'bank account',
      claim: 'refuses-an-unknown-recipient',
      by: 'recipient',
      body: 'absent-bank-account',
    },
    literals: { '$.data.status': 'begins-pending' },
    personal: true,
    texts: [
      'data.lightningInvoice',
      'data.targetCurrency',
      'data.lightningCurrency',
      'data.bankAccount.currency',
      'data.bankAccount.accountId',
    ],
  },
] as const satisfies readonly Operation[];
