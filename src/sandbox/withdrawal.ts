import { get, parameter, type Route } from './call.ts';
import { seededWithdrawals } from './withdrawal-seed.ts';

export const withdrawalRoutes: readonly Route[] = [
  get('withdrawal.read', '/v1/ramp/:subaccountId/banking/withdrawals/:withdrawalId', (call) => {
    const rules = call.policies.withdrawal;
    const wanted = { subaccountId: parameter(call, 'subaccountId'), id: parameter(call, 'withdrawalId') };
    const found = rules.find(seededWithdrawals, wanted);
    if (found === undefined) return call.refuse('withdrawalNotFound');
    return { status: 200, body: rules.view(found, rules.mask(found.destinationAddress)) };
  }),
];
