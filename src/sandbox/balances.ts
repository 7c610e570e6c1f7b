// The balances of the account, and deposits, which are the only way to raise them.

import { accountId, frozen, seededId } from './identity.ts';
import { type Amount, add } from './money.ts';
import type { Initiation, Reply } from './operation.ts';

type Balances = Readonly<Record<string, Amount>>;

interface Movement {
  readonly operation: Initiation;
  readonly amount: Amount;
  readonly currency: string;
}

export const seededBalances: Balances = frozen({
  usd: '125000.50',
  ngn: '4500000',
  brl: '98765.43',
  eur: '20000.25',
  ghs: '15000',
  tzs: '0',
});

const account = frozen({
  id: accountId,
  email: 'account@example.com',
  businessName: 'Imaginary Payments Limited',
  status: 'created',
  createdAt: '2025-01-10T08:00:00.000Z',
});

export const balancesOfAnother = frozen({
  id: seededId('0acc', 2),
  email: 'other-account@example.com',
  balances: { usd: 10 },
  businessName: 'Another Imaginary Company',
  status: 'created',
  createdAt: '2025-01-12T08:00:00.000Z',
});

export const balances = {
  /** An accepted initiation does not change the balances. */
  effectOfInitiation: (held: Balances, _movement: Movement): Balances => held,
  view: (held: Balances): Readonly<Record<string, unknown>> => {
    const { createdAt, businessName, status, ...who } = account;
    const numbers = Object.entries(held).map(([code, amount]) => [code, Number(amount)] as const);
    return { ...who, balances: Object.fromEntries(numbers), businessName, status, createdAt };
  },
};

export const depositShape = { currency: 'any', amount: 'amount', accountNumber: 'text' } as const;

const currencies = ['NGN', 'BRL', 'USD', 'EUR', 'GHS', 'ZMW', 'TZS', 'USDC', 'USDT', 'MXN', 'COP', 'ARS'];

interface Deposit {
  readonly currency: string;
  readonly amount: Amount;
}

export const deposit = {
  named: currencies as readonly string[],
  allows: (currency: unknown): boolean => typeof currency === 'string' && currencies.includes(currency),
  // Credited if the account has the currency. The document does not say what a simulated deposit does to a balance.
  effect: (balances: Balances, { currency, amount }: Deposit): Balances => {
    const code = currency.toLowerCase();
    const held = balances[code];
    return held === undefined ? balances : { ...balances, [code]: add(held, amount) };
  },
  effectOfRefusal: (balances: Balances, _deposit: Deposit): Balances => balances,
  /** The document shows no body, and leaves the status open. */
  success: (): Reply => ({ status: 204 }),
};
