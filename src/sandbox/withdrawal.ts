import { parameter, type Route } from './call.ts';
import { type Owned, ownRecord, type Wanted } from './identity.ts';
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

interface WithdrawalPolicies {
  readonly find: (all: readonly Owned<Withdrawal>[], wanted: Wanted) => Withdrawal | undefined;
  /** The first six and the last four characters stay visible. */
  readonly mask: (address: string) => string;
  readonly view: (withdrawal: Withdrawal, masked: string) => unknown;
}

export const withdrawal: WithdrawalPolicies = {
  find: ownRecord,
  mask: (address) => `${address.slice(0, 6)}****${address.slice(-4)}`,
  view: ({ destinationAddress, tx_hash, ...rest }, masked) => ({
    ...rest,
    destinationAddress,
    destination_address: masked,
    tx_hash,
  }),
};

export const withdrawalRoutes: readonly Route[] = [
  {
    operation: 'withdrawal.read',
    method: 'GET',
    paths: ['/v1/ramp/:subaccountId/banking/withdrawals/:withdrawalId'],
    handle: (call) => {
      const rules = call.policies.withdrawal;
      const wanted = { subaccountId: parameter(call, 'subaccountId'), id: parameter(call, 'withdrawalId') };
      const found = rules.find(seededWithdrawals, wanted);
      if (found === undefined) return call.refuse('withdrawalNotFound');
      return { status: 200, body: rules.view(found, rules.mask(found.destinationAddress)) };
    },
  },
];
