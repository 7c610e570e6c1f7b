import { get, parameter, type Route } from './call.ts';
import { ownRecord } from './identity.ts';
import type { Amount } from './money.ts';
import { seededWithdrawals } from './withdrawal-seed.ts';

/** A withdrawal as it is kept: the masked address is made when it is shown. */
export interface Withdrawal {
  readonly id: string;
  readonly amount: Amount;
  readonly currency: string;
  readonly status: string;
  readonly created_at: string;
  readonly protocol: string;
  readonly description: string | null;
  readonly chain: string;
  readonly local_currency: string;
  readonly local_amount: Amount;
  readonly destinationAddress: string;
  readonly tx_hash: string | null;
  readonly destination_tag: string | null;
  readonly fee_amount: Amount;
  readonly fee_currency: string;
  readonly rate: number;
  readonly gross_amount: number;
}

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
