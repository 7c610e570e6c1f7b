import { individualKyc } from '#schemas';

export const individualKycOperations = {
  'individual-kyc.read': {
    number: 2,
    heading: 'Get individual KYC',
    method: 'GET',
    path: '/v1/kyc/customers/{subaccountId}',
    call: 'readIndividualKyc',
    purpose: 'read individual KYC',
    success: individualKyc,
    holds: ['timestamps', 'dates', 'sets', 'uris', 'countries'],
    movesMoney: false,
  },
} as const;
