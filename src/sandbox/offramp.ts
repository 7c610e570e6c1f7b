import { frozen, type Owned, ownedBy, ownRecord, seededId, subaccounts, type Wanted } from './identity.ts';
import { type Amount, add, multiply, offrampRate, subtract, trimmed } from './money.ts';
import type { Onramp } from './onramp.ts';
import type { Reply } from './operation.ts';
import { type IdentifyingField, identifyingFields, type Order, type Recipient, recipientIds } from './order.ts';

interface RailTerms {
  readonly named: boolean;
  readonly lacks: readonly IdentifyingField[];
  readonly currency: string;
  readonly recipientCurrency: string;
  readonly rail: string | undefined;
}

const railsOfUsd = ['ACH', 'WIRE', 'SWIFT', 'RTP', 'SAME_DAY_ACH'];
const railsOfNamed = ['WIRE', 'SWIFT'];

function judgeNamed({ lacks, currency, rail }: RailTerms): string | undefined {
  if (currency !== 'USD') return 'Named withdrawals support USD only';
  if (lacks.length > 0) return `Named withdrawals need a business recipient with ${lacks.join(', ')}`;
  // Without a rail, a named withdrawal uses WIRE: the document leaves this open.
  if (rail !== undefined && !railsOfNamed.includes(rail)) return 'Named withdrawals support WIRE and SWIFT only';
  return undefined;
}

function judgePlain({ currency, recipientCurrency, rail }: RailTerms): string | undefined {
  if (currency !== recipientCurrency) return `The recipient takes ${recipientCurrency}`;
  if (rail === undefined) return undefined;
  if (currency !== 'USD') return 'to.payment_rail is for USD offramps only';
  return undefined;
}

export const rails = {
  /** One of the four identifying fields makes a withdrawal named; all four make it complete. */
  isNamed: (recipient: Recipient): boolean => identifyingFields.some((field) => recipient[field] !== undefined),
  lacks: (recipient: Recipient): readonly IdentifyingField[] =>
    identifyingFields.filter((field) => recipient[field] === undefined),
  /** The reason of the refusal; undefined if the rails accept the withdrawal. */
  judge: (terms: RailTerms): string | undefined => {
    const { rail, named } = terms;
    if (rail !== undefined && !railsOfUsd.includes(rail)) {
      return `to.payment_rail must be one of: ${railsOfUsd.join(', ')}`;
    }
    return named ? judgeNamed(terms) : judgePlain(terms);
  },
};

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

interface OfframpSettlement {
  readonly withdrawal_id: string | null;
  readonly estimated_at: string | null;
  readonly end_to_end_id: string;
}

type Quote = ReturnType<typeof quote>;

export type Offramp = ReturnType<typeof record>;

interface Origin {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly subaccountId: string;
  readonly settlement: OfframpSettlement;
}

/** A service with a fault may treat an onramp as an offramp. */
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
  // All fees are in the fiat currency, so that they can be added and subtracted from the gross amount.
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

function settlement(_status: string, { id, createdAt }: { id: string; createdAt: string }): OfframpSettlement {
  return {
    withdrawal_id: null,
    estimated_at: new Date(Date.parse(createdAt) + 86_400_000).toISOString(),
    end_to_end_id: endToEndId(id),
  };
}

function endToEndId(id: string): string {
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

function created({ settlement: _later, ...shown }: Offramp): unknown {
  return shown;
}

/** Only the creation shows the network fee and the total. */
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
  stored: (kept: Offramp): Offramp | undefined => kept,
  /** True if a refused order still creates an offramp. */
  keepsRefused: (_refusal: Reply): boolean => false,
  created,
  listed: retrieved,
  retrieved,
  listing: (all: readonly Owned<Offramp>[], subaccountId: string): readonly Owned<Offramp>[] =>
    ownedBy(all, subaccountId).toReversed(),
  find: ({ offramps }: Ramps, wanted: Wanted): Offramp | undefined => ownRecord(offramps, wanted),
};

export const seededSenderAddress = '0x5eed00000000000000000000000000000000cafe';

const statuses = ['pending', 'paid', 'completed', 'failed'];

export function seededInstant(number: number): string {
  return new Date(Date.UTC(2025, 2, 1) + number * 43_200_000 + number * 137).toISOString();
}

const settledWithdrawal = (offrampId: string): string => offrampId.replace(/^5eed..../, '5eed0d02');

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

/** The newest last. */
export const seededOfframps: readonly Owned<Offramp>[] = frozen([
  ...Array.from({ length: 24 }, (_, number) => seeded(subaccounts.individual, '0e01', number)),
  ...Array.from({ length: 3 }, (_, number) => seeded(subaccounts.business, '0e02', 100 + number)),
]);
