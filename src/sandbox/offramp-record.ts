import { offrampRate } from './exchange-rate.ts';
import { type Owned, ownedBy, ownRecord, type Wanted } from './identity.ts';
import { type Amount, add, multiply, subtract, trimmed } from './money.ts';
import type { Onramp } from './onramp-record.ts';
import type { Order } from './order.ts';
import type { Reply } from './reply.ts';

export const offrampShape = {
  'from.chain': 'text',
  'from.asset': 'text',
  'from.amount': 'amount',
  'from.sender_address': 'text',
  'to.recipient_id': 'identifier',
  'to.currency': 'text',
  'to.payment_rail': 'optional text',
  client_offramp_reference: 'text',
} as const;

export type OfframpOrder = Order<typeof offrampShape>;

export interface OfframpSettlement {
  readonly withdrawal_id: string | null;
  readonly estimated_at: string | null;
  readonly end_to_end_id: string;
}

type Quote = ReturnType<typeof quote>;

/** All that is known of an offramp; creation and retrieval each show a part. */
export type Offramp = ReturnType<typeof record>;

interface Origin {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly subaccountId: string;
  readonly settlement: OfframpSettlement;
}

/** The ramps that the store keeps. A service that looks for an offramp may take an onramp for one. */
interface Ramps {
  readonly offramps: readonly Owned<Offramp>[];
  readonly onramps: readonly Owned<Onramp>[];
}

const assets = ['USDC', 'USDT', 'EURC', 'BTC'];

function quote(order: OfframpOrder, rate: Amount) {
  const gross = multiply(order['from.amount'], rate);
  const offrampFee = multiply(gross, '0.01');
  const networkFee = multiply(gross, '0.002');
  const total = trimmed(add(offrampFee, networkFee));
  // All fees are in the fiat currency, so that they can be summed and taken from the gross amount.
  const code = order['to.currency'];
  return {
    rate,
    gross,
    net: trimmed(subtract(gross, total)),
    fees: {
      offramp_fee: offrampFee,
      offramp_fee_currency: code,
      network_fee: networkFee,
      network_fee_asset: code,
      total_fees: total,
      total_fees_currency: code,
    },
  };
}

/** A new offramp is pending: no withdrawal yet, and an estimate a day ahead. */
function settlement(_status: string, { id, createdAt }: { id: string; createdAt: string }): OfframpSettlement {
  return {
    withdrawal_id: null,
    estimated_at: new Date(Date.parse(createdAt) + 86_400_000).toISOString(),
    end_to_end_id: endToEndId(id),
  };
}

export function endToEndId(id: string): string {
  return `E2E${id.replaceAll('-', '').slice(0, 24).toUpperCase()}`;
}

function record(order: OfframpOrder, { rate, gross, net, fees }: Quote, origin: Origin) {
  return {
    id: origin.id,
    type: 'offramp',
    status: origin.status,
    created_at: origin.createdAt,
    account_id: origin.subaccountId,
    client_offramp_reference: order.client_offramp_reference,
    from: {
      amount: trimmed(order['from.amount']),
      asset: order['from.asset'],
      network: order['from.chain'],
      address: order['from.sender_address'],
    },
    to: {
      currency: order['to.currency'],
      gross_amount: gross,
      net_amount: net,
      recipient_id: order['to.recipient_id'],
    },
    pricing: { fx_rate: rate, fees },
    settlement: origin.settlement,
  };
}

/** The answer of the initiation: all fees, no settlement. */
function created({ settlement: _later, ...shown }: Offramp): unknown {
  return shown;
}

/** The network fee and the total are shown on creation only. */
function retrieved({ pricing: { fx_rate, fees }, settlement: last, ...shown }: Offramp): unknown {
  const { offramp_fee, offramp_fee_currency } = fees;
  return { ...shown, pricing: { fx_rate, fees: { offramp_fee, offramp_fee_currency } }, settlement: last };
}

export const offramp = {
  allowsAsset: (asset: string): boolean => assets.includes(asset),
  rate: offrampRate,
  quote,
  settlement,
  record,
  /** The record to keep of a new offramp: itself; undefined keeps nothing. */
  stored: (kept: Offramp): Offramp | undefined => kept,
  /** True where a refused order leaves an offramp behind all the same. */
  keepsRefused: (_refusal: Reply): boolean => false,
  created,
  listed: retrieved,
  retrieved,
  /** The listing of a subaccount in its order: newest first. */
  listing: (all: readonly Owned<Offramp>[], subaccountId: string): readonly Owned<Offramp>[] =>
    ownedBy(all, subaccountId).toReversed(),
  find: ({ offramps }: Ramps, wanted: Wanted): Offramp | undefined => ownRecord(offramps, wanted),
};
