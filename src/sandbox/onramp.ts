import { type Amount, add, multiply, onrampRate, subtract, trimmed } from './money.ts';
import type { Order } from './order.ts';

export const onrampShape = {
  'from.amount': 'amount',
  'from.currency': 'text',
  'to.asset': 'any',
  'to.chain': 'text',
  'to.destination_address': 'text',
  client_onramp_reference: 'text',
} as const;

export type OnrampOrder = Order<typeof onrampShape>;

type Quote = ReturnType<typeof quote>;

export type Onramp = ReturnType<typeof record>;

interface Origin {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly method: string;
  readonly subaccountId: string;
}

const assets = ['USDT', 'USDC', 'BTC_LIGHTNING'];

function quote(order: OnrampOrder, rate: Amount) {
  const gross = multiply(order['from.amount'], rate);
  const onrampFee = multiply(gross, '0.01');
  const networkFee = multiply(gross, '0.001');
  const total = trimmed(add(onrampFee, networkFee));
  // All fees are in the asset, so that they can be added and subtracted from the gross amount. Lower case as in the
  // document's Onramp table.
  const code = order['to.asset'] === 'BTC_LIGHTNING' ? 'btc' : String(order['to.asset']).toLowerCase();
  return {
    rate,
    gross,
    net: trimmed(subtract(gross, total)),
    fees: {
      onramp_fee: onrampFee,
      onramp_fee_currency: code,
      network_fee: networkFee,
      network_fee_asset: code,
      total_fees: total,
      total_fees_currency: code,
    },
  };
}

function record(order: OnrampOrder, { rate, gross, net, fees }: Quote, origin: Origin) {
  return {
    id: origin.id,
    status: origin.status,
    type: 'onramp',
    created_at: origin.createdAt,
    account_id: origin.subaccountId,
    client_onramp_reference: order.client_onramp_reference,
    from: {
      amount: trimmed(order['from.amount']),
      currency: order['from.currency'].toLowerCase(),
      payment_instructions: {
        method: origin.method,
        qr_code: `00020126360014EXAMPLE.PAY${origin.id.replaceAll('-', '').toUpperCase()}`,
        expires_at: origin.expiresAt,
      },
    },
    to: {
      asset: String(order['to.asset']),
      gross_amount: gross,
      net_amount: net,
      address: order['to.destination_address'],
    },
    pricing: { fx_rate: rate, fees },
  };
}

export const onramp = {
  named: assets as readonly string[],
  allowsAsset: (asset: unknown): boolean => typeof asset === 'string' && assets.includes(asset),
  rate: onrampRate,
  quote,
  expiresAt: (createdAt: string): string => new Date(Date.parse(createdAt) + 30 * 60_000).toISOString(),
  paymentMethod: (currency: string): string => (currency === 'BRL' ? 'pix' : 'banktransfer'),
  record,
};
