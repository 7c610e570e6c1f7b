import { offrampCreated, offrampListing, offrampOrder, offrampRetrieved, rails } from '#schemas';
import type { Operation } from '../operation.ts';

const offrampTexts = ['from.asset', 'from.network', 'to.currency', 'pricing.fees.offramp_fee_currency'] as const;

export const operations = [
  {
    id: 'offramp.initiate',
    number: 7,
    heading: 'Initiate offramp (version 2)',
    group: 'Offramp',
    method: 'POST',
    path: '/v2/ramp/{subaccountId}/banking/offramp/initiate',
    call: 'initiateOfframp',
    purpose: 'start an offramp',
    success: offrampCreated,
    record: 'offramp-created',
    request: offrampOrder,
    values: ['identifiers', 'timestamps', 'amounts'],
    movesMoney: true,
    amountsIn: 'Resources: Offramp (version 2)',
    order: {
      noun: 'offramp',
      unit: 'offrampAsset',
      codes: ['payment_rail', 'asset'],
      listed: { path: 'to.payment_rail', values: rails },
      free: ['from.chain', 'from.amount', 'from.sender_address', 'client_offramp_reference'],
    },
    absence: {
      of: 'bank account',
      claim: 'refuses-an-unknown-recipient',
      by: 'recipient',
      body: 'bank-account-error',
    },
    creates: 'offramp.read',
    literals: { '$.status': 'begins-pending', '$.type': 'calls-itself-an-offramp' },
    personal: true,
    texts: [...offrampTexts, 'pricing.fees.network_fee_asset', 'pricing.fees.total_fees_currency'],
  },
  {
    id: 'offramp.list',
    number: 8,
    heading: 'List offramps',
    group: 'Offramp',
    method: 'GET',
    path: '/v2/ramp/{subaccountId}/banking/offramp/',
    call: 'listOfframps',
    purpose: 'list offramps',
    success: offrampListing,
    values: ['identifiers', 'timestamps', 'amounts', 'sets'],
    movesMoney: false,
    page: { reads: 'offramp.read', counts: 'count' },
    personal: true,
    texts: offrampTexts.map((path) => `data.${path}`),
  },
  {
    id: 'offramp.read',
    number: 9,
    heading: 'Get offramp',
    group: 'Offramp',
    method: 'GET',
    path: '/v2/ramp/{subaccountId}/banking/offramp/{offrampId}',
    call: 'readOfframp',
    purpose: 'read an offramp',
    success: offrampRetrieved,
    record: 'offramp-retrieved',
    values: ['identifiers', 'timestamps', 'amounts', 'sets'],
    movesMoney: false,
    amountsIn: 'Resources: Offramp (version 2)',
    personal: true,
    texts: offrampTexts,
  },
] as const satisfies readonly Operation[];

export const namedRails = ['WIRE', 'SWIFT'] as const;
export const unnamedRails = ['ACH', 'RTP', 'SAME_DAY_ACH'] as const;
