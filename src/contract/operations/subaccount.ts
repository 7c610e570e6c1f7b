import { subaccount } from '#schemas';

export const subaccountOperations = {
  'subaccount.read': {
    number: 1,
    heading: 'Get subaccount',
    method: 'GET',
    path: '/v1/ramp/subaccount/{subaccountId}',
    call: 'readSubaccount',
    purpose: 'read a subaccount',
    success: subaccount,
    holds: ['identifiers', 'timestamps', 'sets', 'uris', 'countries'],
    movesMoney: false,
  },
} as const;
