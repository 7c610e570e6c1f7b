import { offrampCreated, offrampListing, offrampOrder, offrampRetrieved } from '#schemas';

export const offrampOperations = {
  'offramp.initiate': {
    number: 7,
    heading: 'Initiate offramp (version 2)',
    method: 'POST',
    path: '/v2/ramp/{subaccountId}/banking/offramp/initiate',
    call: 'initiateOfframp',
    purpose: 'start an offramp',
    success: offrampCreated,
    request: offrampOrder,
    holds: ['identifiers', 'timestamps', 'amounts'],
    movesMoney: true,
  },
  'offramp.list': {
    number: 8,
    heading: 'List offramps',
    method: 'GET',
    path: '/v2/ramp/{subaccountId}/banking/offramp/',
    call: 'listOfframps',
    purpose: 'list offramps',
    success: offrampListing,
    holds: ['identifiers', 'timestamps', 'amounts', 'sets'],
    movesMoney: false,
  },
  'offramp.read': {
    number: 9,
    heading: 'Get offramp',
    method: 'GET',
    path: '/v2/ramp/{subaccountId}/banking/offramp/{offrampId}',
    call: 'readOfframp',
    purpose: 'read an offramp',
    success: offrampRetrieved,
    holds: ['identifiers', 'timestamps', 'amounts', 'sets'],
    movesMoney: false,
  },
} as const;

/** The rails that the document shows for offramps in US dollars. */
export const rails = ['ACH', 'WIRE', 'SWIFT', 'RTP', 'SAME_DAY_ACH'] as const;
/** Those that a named withdrawal may take, and those that it may not. */
export const namedRails = ['WIRE', 'SWIFT'] as const;
export const unnamedRails = ['ACH', 'RTP', 'SAME_DAY_ACH'] as const;
