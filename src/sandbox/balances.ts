import type { Route } from './call.ts';
import { frozen } from './frozen.ts';
import type { Amount } from './money.ts';
import type { Initiation } from './operation.ts';
import { accountId } from './roles.ts';

export type Balances = Readonly<Record<string, Amount>>;

/** The amount that an initiation would take or bring, were it to touch a balance. */
export interface Movement {
  readonly operation: Initiation;
  readonly amount: Amount;
  readonly currency: string;
}

interface BalancesPolicies {
  /** The balances after an accepted initiation: the same ones. */
  readonly effectOfInitiation: (balances: Balances, movement: Movement) => Balances;
  readonly view: (balances: Balances) => Readonly<Record<string, unknown>>;
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

export const balances: BalancesPolicies = {
  effectOfInitiation: (held) => held,
  view: (held) => {
    const { createdAt, businessName, status, ...who } = account;
    const numbers = Object.entries(held).map(([code, amount]) => [code, Number(amount)] as const);
    return { ...who, balances: Object.fromEntries(numbers), businessName, status, createdAt };
  },
};

export const balancesRoutes: readonly Route[] = [
  {
    operation: 'balances.read',
    method: 'GET',
    paths: ['/v1/ramp/banking/balances'],
    handle: ({ store, policies }) => ({ status: 200, body: policies.balances.view(store.balances) }),
  },
];
