import { get, type Initiation, type Route } from './call.ts';
import { accountId, frozen, seededId } from './identity.ts';
import type { Amount } from './money.ts';

export type Balances = Readonly<Record<string, Amount>>;

/** The amount that an initiation would take or bring, were it to touch a balance. */
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

/** The record of the account that the other key belongs to. */
const balancesOfAnother = frozen({
  id: seededId('0acc', 2),
  email: 'other-account@example.com',
  balances: { usd: 10 },
  businessName: 'Another Imaginary Company',
  status: 'created',
  createdAt: '2025-01-12T08:00:00.000Z',
});

export const balances = {
  /** The balances after an accepted initiation: the same ones. */
  effectOfInitiation: (held: Balances, _movement: Movement): Balances => held,
  view: (held: Balances): Readonly<Record<string, unknown>> => {
    const { createdAt, businessName, status, ...who } = account;
    const numbers = Object.entries(held).map(([code, amount]) => [code, Number(amount)] as const);
    return { ...who, balances: Object.fromEntries(numbers), businessName, status, createdAt };
  },
};

export const balancesRoutes: readonly Route[] = [
  get('balances.read', '/v1/ramp/banking/balances', ({ store, policies, caller }) => ({
    status: 200,
    body: caller === 'other' ? balancesOfAnother : policies.balances.view(store.balances),
  })),
];
