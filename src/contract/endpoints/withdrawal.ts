import { withdrawal } from '#schemas';
import type { Operation } from '../operation.ts';

export const operations = [
  {
    id: 'withdrawal.read',
    number: 11,
    heading: 'Get withdrawal',
    group: 'Withdrawals',
    method: 'GET',
    path: '/v1/ramp/{subaccountId}/banking/withdrawals/{withdrawalId}',
    call: 'readWithdrawal',
    purpose: 'read a withdrawal',
    success: withdrawal,
    values: ['identifiers', 'timestamps', 'amounts'],
    movesMoney: false,
    varying: {
      always: ['$.status', '$.tx_hash', '$.description'],
      untilSettled: ['$.fee_amount', '$.local_amount', '$.rate', '$.gross_amount'],
    },
    amountsIn: 'Resources: Withdrawal',
    absence: {
      of: 'withdrawal',
      claim: 'refuses-an-absent-withdrawal',
      by: 'id',
      body: 'short-error',
      error: 'Not Found',
    },
    personal: true,
    texts: ['currency', 'local_currency', 'fee_currency', 'destinationAddress', 'destination_address'],
  },
] as const satisfies readonly Operation[];
