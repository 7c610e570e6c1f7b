import { balancesOfAnother } from './balances-seed.ts';
import { get, type Route } from './call.ts';

export const balancesRoutes: readonly Route[] = [
  get('balances.read', '/v1/ramp/banking/balances', ({ store, policies, caller }) => ({
    status: 200,
    body: caller === 'other' ? balancesOfAnother : policies.balances.view(store.balances),
  })),
];
