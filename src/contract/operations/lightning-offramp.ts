import { lightningOfframp, lightningOfframpOrder } from '#schemas';

export const lightningOfframpOperations = {
  'lightning-offramp.initiate': {
    number: 10,
    heading: 'Initiate lightning offramp (version 1)',
    method: 'POST',
    path: '/v1/ramp/{subaccountId}/banking/offramp/initiate',
    call: 'initiateLightningOfframp',
    purpose: 'start a lightning offramp',
    success: lightningOfframp,
    request: lightningOfframpOrder,
    holds: ['identifiers', 'timestamps'],
    movesMoney: true,
  },
} as const;
