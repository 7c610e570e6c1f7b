import { depositOrder } from '#schemas';

export const depositOperations = {
  'deposit.simulate': {
    number: 5,
    heading: 'Simulate deposit',
    method: 'POST',
    path: '/v1/ramp/{subaccountId}/banking/deposits/simulate',
    call: 'simulateDeposit',
    purpose: 'simulate a deposit (sandbox)',
    success: null,
    request: depositOrder,
    holds: [],
    movesMoney: true,
  },
} as const;

/** The values that the document lists for a deposit; each is accepted, any other is refused by naming them all. */
export const depositCurrencies = [
  'NGN',
  'BRL',
  'USD',
  'EUR',
  'GHS',
  'ZMW',
  'TZS',
  'USDC',
  'USDT',
  'MXN',
  'COP',
  'ARS',
] as const;
