import { frozen, type Owned, ownRecord, pendingWithdrawalId, seededId, subaccounts } from './identity.ts';
import { add, multiply, withPlaces } from './money.ts';
import { seededInstant, seededOfframps } from './offramp.ts';

const rate = '5.4321';
const fee = '1.5';

function outgoing(id: string, amount: string, createdAt: string) {
  return {
    id,
    amount: withPlaces(amount, 8),
    currency: 'USDC',
    status: 'completed',
    created_at: createdAt,
    protocol: 'ERC20',
    description: 'Fictional payout',
    chain: 'ETH',
    local_currency: 'BRL',
    local_amount: multiply(amount, rate),
    destinationAddress: '0x5eed00000000000000000000000000000000beef',
    tx_hash: `0x${id.replaceAll('-', '').repeat(2)}`,
    destination_tag: '1001',
    fee_amount: fee,
    fee_currency: 'USDC',
    rate: Number(rate),
    gross_amount: Number(add(amount, fee)),
  };
}

function pending(id: string, amount: string, createdAt: string) {
  return {
    ...outgoing(id, amount, createdAt),
    status: 'pending',
    description: null,
    tx_hash: null,
    destination_tag: null,
  };
}

/** A stored withdrawal. The address is masked only when it is shown. */
type Withdrawal = ReturnType<typeof outgoing> | ReturnType<typeof pending>;

const settled = seededOfframps.flatMap(({ owner, record }): Owned<Withdrawal>[] => {
  const id = record.settlement.withdrawal_id;
  if (id === null) return [];
  return [{ owner, origin: 'seeded', record: outgoing(id, record.from.amount, record.created_at) }];
});

export const seededWithdrawals: readonly Owned<Withdrawal>[] = frozen([
  {
    owner: subaccounts.individual,
    origin: 'seeded',
    record: pending(pendingWithdrawalId, '250.75', seededInstant(30)),
  },
  {
    owner: subaccounts.business,
    origin: 'seeded',
    record: pending(seededId('0d03', 1), '4000', seededInstant(31)),
  },
  ...settled,
]);

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
