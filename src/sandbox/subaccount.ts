import { get, parameter, type Route } from './call.ts';
import { seededSubaccounts } from './subaccount-seed.ts';

export const subaccountRoutes: readonly Route[] = [
  get('subaccount.read', '/v1/ramp/subaccount/:subaccountId', (call) => {
    const found = call.policies.subaccount.find(seededSubaccounts, parameter(call, 'subaccountId'));
    return found ? { status: 200, body: found } : call.refuse('subaccountNotFound');
  }),
];
