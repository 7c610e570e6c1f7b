import { get, type Route } from './call.ts';

export const balancesRoutes: readonly Route[] = [
  get('balances.read', '/v1/ramp/banking/balances', ({ store, policies }) => ({
    status: 200,
    body: policies.balances.view(store.balances),
  })),
];
