import { z } from 'zod';
import { amountNumber, closedSet, text } from './formats.ts';

/** Each is accepted; any other is refused by naming them all. */
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

/** Body of a simulated deposit; its success has no body to describe. */
export const depositOrder = z.object({
  currency: closedSet(depositCurrencies),
  amount: amountNumber(),
  accountNumber: text(),
});

export type DepositOrder = z.infer<typeof depositOrder>;
