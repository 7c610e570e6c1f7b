import { onramp, onrampOrder } from '#schemas';

export const onrampOperations = {
  'onramp.initiate': {
    number: 6,
    heading: 'Initiate onramp',
    method: 'POST',
    path: '/v2/ramp/{subaccountId}/banking/onramp/initiate',
    call: 'initiateOnramp',
    purpose: 'start an onramp',
    success: onramp,
    request: onrampOrder,
    holds: ['identifiers', 'timestamps', 'amounts', 'lowerCaseCodes'],
    movesMoney: true,
  },
} as const;

/** The assets that the document lists for an onramp. */
export const onrampAssets = ['USDT', 'USDC', 'BTC_LIGHTNING'] as const;
