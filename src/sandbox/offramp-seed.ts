import { frozen } from './frozen.ts';
import { type Owned, seededId } from './identity.ts';
import { endToEndId, type Offramp, type OfframpOrder, type OfframpSettlement, offramp } from './offramp-record.ts';
import { recipientIds } from './recipient.ts';
import { subaccounts } from './roles.ts';

export const seededSenderAddress = '0x5eed00000000000000000000000000000000cafe';

const statuses = ['pending', 'paid', 'completed', 'failed'];

/** Every half day from March 2025 on, oldest first. */
export function seededInstant(number: number): string {
  return new Date(Date.UTC(2025, 2, 1) + number * 43_200_000 + number * 137).toISOString();
}

const settledWithdrawal = (offrampId: string): string => offrampId.replace(/^5eed..../, '5eed0d02');

/** Content by status: a withdrawal once money went out, an estimate unless it failed. */
function settlementOf(status: string, id: string, createdAt: string): OfframpSettlement {
  const estimate = new Date(Date.parse(createdAt) + 86_400_000).toISOString();
  const wentOut = status === 'paid' || status === 'completed';
  return {
    withdrawal_id: wentOut ? settledWithdrawal(id) : null,
    estimated_at: status === 'failed' ? null : estimate,
    end_to_end_id: endToEndId(id),
  };
}

function orderOf(number: number, id: string): OfframpOrder {
  const lightning = number % 8 === 7;
  const local = number % 3 === 2;
  return {
    'from.chain': lightning ? 'LIGHTNING' : 'ETH',
    'from.asset': lightning ? 'BTC' : number % 2 === 0 ? 'USDC' : 'USDT',
    'from.amount': lightning ? '0.00125' : `${100 + number * 25}.5`,
    'from.sender_address': lightning ? `lnbc1250u1p${id.replaceAll('-', '')}` : seededSenderAddress,
    'to.recipient_id': local ? recipientIds.local : recipientIds.usd,
    'to.currency': local ? 'BRL' : 'USD',
    'to.payment_rail': undefined,
    client_offramp_reference: `seeded-reference-${number}`,
  };
}

function seeded(owner: string, family: string, number: number): Owned<Offramp> {
  const id = seededId(family, number);
  const createdAt = seededInstant(number);
  const status = statuses[number % statuses.length] ?? 'pending';
  const order = orderOf(number, id);
  const quote = offramp.quote(order, offramp.rate(order['from.asset'], order['to.currency']));
  const settlement = settlementOf(status, id, createdAt);
  const record = offramp.record(order, quote, { id, status, createdAt, subaccountId: owner, settlement });
  return { owner, origin: 'seeded', record };
}

/** Newest last, as the store keeps them. */
export const seededOfframps: readonly Owned<Offramp>[] = frozen([
  ...Array.from({ length: 24 }, (_, number) => seeded(subaccounts.individual, '0e01', number)),
  ...Array.from({ length: 3 }, (_, number) => seeded(subaccounts.business, '0e02', 100 + number)),
]);
