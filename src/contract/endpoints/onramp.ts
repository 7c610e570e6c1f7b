import { onramp, onrampAssets, onrampOrder } from '#schemas';
import type { Operation } from '../operation.ts';

export const operations = [
  {
    id: 'onramp.initiate',
    number: 6,
    heading: 'Initiate onramp',
    group: 'Onramp',
    method: 'POST',
    path: '/v2/ramp/{subaccountId}/banking/onramp/initiate',
    call: 'initiateOnramp',
    purpose: 'start an onramp',
    success: onramp,
    request: onrampOrder,
    values: ['identifiers', 'timestamps', 'amounts', 'lowerCaseCodes'],
    movesMoney: true,
    amountsIn: 'Resources: Onramp',
    order: {
      noun: 'onramp',
      unit: 'onrampCurrency',
      codes: ['currency'],
      listed: {
        path: 'to.asset',
        values: onrampAssets,
        unlisted: 'EURC',
        claim: 'refuses-an-unlisted-asset',
      },
      free: ['from.amount', 'to.chain', 'to.destination_address', 'client_onramp_reference'],
    },
    absence: {
      of: 'bank account',
      claim: 'refuses-an-absent-bank-account',
      by: 'unbanked subaccount',
      body: 'absent-bank-account',
    },
    literals: { '$.status': 'begins-pending', '$.type': 'calls-itself-an-onramp' },
    personal: true,
    emptyTexts: ['from.payment_instructions.qr_code'],
    texts: [
      'from.currency',
      'from.payment_instructions.method',
      'from.payment_instructions.qr_code',
      'to.asset',
      'to.address',
      'pricing.fees.onramp_fee_currency',
      'pricing.fees.network_fee_asset',
      'pricing.fees.total_fees_currency',
    ],
  },
] as const satisfies readonly Operation[];
