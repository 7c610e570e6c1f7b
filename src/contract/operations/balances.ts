import { balances } from '#schemas';

export const balancesOperations = {
  'balances.read': {
    number: 4,
    heading: 'Get balances',
    method: 'GET',
    path: '/v1/ramp/banking/balances',
    call: 'readBalances',
    purpose: 'read account balances',
    success: balances,
    holds: ['identifiers', 'timestamps', 'lowerCaseCodes'],
    movesMoney: false,
  },
} as const;
