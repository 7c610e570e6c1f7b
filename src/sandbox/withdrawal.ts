import { get, parameter, type Route } from './call.ts';
import { ownRecord } from './identity.ts';
import { seededWithdrawals, type Withdrawal } from './withdrawal-seed.ts';

export const withdrawal = {
  find: ownRecord<Withdrawal>,
  /** The first six and the last four characters stay visible. */
  mask: (address: string): string => `${address.slice(0, 6)}****${address.slice(-4)}`,
  view: ({ destinationAddress, tx_hash, ...rest }: Withdrawal, masked: string): unknown => ({
    ...rest,
    destinationAddress,
    destination_address: masked,
    tx_hash,
  }),
};

export const withdrawalRoutes: readonly Route[] = [
  get('withdrawal.read', '/v1/ramp/:subaccountId/banking/withdrawals/:withdrawalId', (call) => {
    const rules = call.policies.withdrawal;
    const wanted = { subaccountId: parameter(call, 'subaccountId'), id: parameter(call, 'withdrawalId') };
    const found = rules.find(seededWithdrawals, wanted);
    if (found === undefined) return call.refuse('withdrawalNotFound');
    return { status: 200, body: rules.view(found, rules.mask(found.destinationAddress)) };
  }),
];
