import type { Balances } from './balances-seed.ts';
import { type Amount, add } from './money.ts';
import type { Reply } from './reply.ts';

export const depositShape = { currency: 'any', amount: 'amount', accountNumber: 'text' } as const;

const currencies = ['NGN', 'BRL', 'USD', 'EUR', 'GHS', 'ZMW', 'TZS', 'USDC', 'USDT', 'MXN', 'COP', 'ARS'];

interface Deposit {
  readonly currency: string;
  readonly amount: Amount;
}

export const deposit = {
  /** The currencies that the refusal names. */
  named: currencies as readonly string[],
  allows: (currency: unknown): boolean => typeof currency === 'string' && currencies.includes(currency),
  // Credited where the account holds the currency; what a simulated deposit does to a balance is open.
  effect: (balances: Balances, { currency, amount }: Deposit): Balances => {
    const code = currency.toLowerCase();
    const held = balances[code];
    return held === undefined ? balances : { ...balances, [code]: add(held, amount) };
  },
  effectOfRefusal: (balances: Balances, _deposit: Deposit): Balances => balances,
  /** The document shows no body and leaves the status open. */
  success: (): Reply => ({ status: 204 }),
};
