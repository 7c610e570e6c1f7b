import { withdrawal } from '#schemas';

export const withdrawalOperations = {
  'withdrawal.read': {
    number: 11,
    heading: 'Get withdrawal',
    method: 'GET',
    path: '/v1/ramp/{subaccountId}/banking/withdrawals/{withdrawalId}',
    call: 'readWithdrawal',
    purpose: 'read a withdrawal',
    success: withdrawal,
    holds: ['identifiers', 'timestamps', 'amounts'],
    movesMoney: false,
  },
} as const;
