import { businessKyc } from '#schemas';

export const businessKycOperations = {
  'business-kyc.read': {
    number: 3,
    heading: 'Get business KYC',
    method: 'GET',
    path: '/v1/kyc/businesses/{subaccountId}',
    call: 'readBusinessKyc',
    purpose: 'read business KYC',
    success: businessKyc,
    holds: ['timestamps', 'dates', 'sets', 'uris', 'countries'],
    movesMoney: false,
  },
} as const;
