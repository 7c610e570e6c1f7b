import { depositCurrencies, depositOrder } from '#schemas';
import type { Operation } from '../operation.ts';

export const operations = [
  {
    id: 'deposit.simulate',
    number: 5,
    heading: 'Simulate deposit',
    group: 'Deposits',
    method: 'POST',
    path: '/v1/ramp/{subaccountId}/banking/deposits/simulate',
    call: 'simulateDeposit',
    purpose: 'simulate a deposit (sandbox)',
    success: null,
    request: depositOrder,
    values: [],
    movesMoney: true,
    order: {
      noun: 'deposit',
      unit: 'depositCurrency',
      codes: ['currency'],
      listed: {
        path: 'currency',
        values: depositCurrencies,
        unlisted: 'JPY',
        claim: 'refuses-an-unlisted-currency',
      },
      free: ['amount', 'accountNumber'],
    },
    absence: {
      of: 'subaccount',
      claim: 'refuses-an-absent-subaccount',
      by: 'id',
      body: 'short-error',
      error: 'Not Found',
    },
    personal: true,
    texts: [],
  },
] as const satisfies readonly Operation[];
