// An example of each aspect: a difference in the form of the files.
import type { AspectName } from '#run';
import { kindNames } from './aspects.ts';
import type { ChangeKind } from './change-kinds.ts';
import type { Facts } from './fact.ts';
import { readFacts } from './written.ts';

/** A difference in the form of a file. */
export interface Example {
  readonly endpoint: string;
  readonly key: string;
  readonly before: string;
  readonly after: string;
  readonly kind: ChangeKind;
  /** True if two runs alone do not show the meaning of the difference. */
  readonly isByHand: boolean;
}

const byHand = true;

type Row = readonly [endpoint: string, key: string, before: string, after: string, kind: ChangeKind, isByHand?: true];

const rows: Readonly<Record<AspectName, Row>> = {
  member: ['offramp.read', '$.status', 'enum:failed|paid req', 'null or enum:failed|paid req', 'member-null'],
  header: ['offramp.read', '404 header cache-control', 'no-store', 'max-age=60', 'header-changed'],
  'message kind': [
    'offramp.read',
    '404 kind of message',
    'bank account not found',
    'customer not found',
    'message-kind-changed',
  ],
  status: [
    'onramp.initiate',
    'status: orders of onramp.initiate, of USDT, of a business',
    '201',
    '201 or 400',
    'refused-now',
  ],
  'status with another key': [
    'onramp.initiate',
    'status: onramp.initiate with an invalid key, with another key',
    '401',
    '201',
    'key-accepted',
  ],
  observed: ['offramp.list', 'observed: default page and limit', '1 and 10', '1 and 5', 'answer-changed'],
  wording: ['offramp.read', 'wording: 404', '22fd', 'b357', 'wording-changed'],
  times: ['offramp.list', 'times: $.data[].status, failed', '3', '5', 'value-gone', byHand],
  speed: ['offramp.read', 'speed', '100', '300', 'slower', byHand],
  methods: ['taxonomy.list', 'methods: BRL', 'pix/key or ted', 'hidden-6f5d or pix/key or ted', 'capability-new'],
  'required fields': ['taxonomy.list', 'required fields: BRL ted', 'account', 'account or branch', 'field-required'],
  'optional fields': ['taxonomy.list', 'optional fields: BRL ted', 'note', 'none', 'field-gone'],
  limit: ['taxonomy.list', 'limit: BRL hidden-6f5d USDC tx_limit', '1000', '500', 'limit-tightened'],
  fee: ['taxonomy.list', 'fee: BRL ted USDC', '12', '15', 'fee-raised'],
  'fee types': ['taxonomy.list', 'fee types: BRL ted USDC', 'fixed', 'percentage', 'fee-type-changed'],
  'fee rate': ['onramp.initiate', 'fee rate: of USDT, of a business', '0.01', '0.02', 'fee-raised'],
  'fee share': [
    'onramp.initiate',
    'fee share: onramp_fee in BRL, of what is paid',
    '0.02 (0.20 of 10)',
    '0.01 (0.10 of 10)',
    'fee-lowered',
  ],
  currencies: ['subaccount.read', 'currencies: all, business, approved', 'BRL or NGN', 'BRL', 'capability-gone'],
  assets: ['subaccount.read', 'assets: all, business, approved', 'USDC', 'EURC or USDC', 'capability-new'],
  flags: ['subaccount.read', 'flags: BRL, business, approved', 'canDeposit or canOnramp', 'none', 'capability-gone'],
  rails: ['subaccount.read', 'rails: USD, business, approved', 'ach or wire', 'wire', 'capability-gone'],
  networks: ['subaccount.read', 'networks: USDC, business, approved', 'ETH', 'ETH or SOL', 'capability-new'],
  order: ['offramp.list', 'order: by creation', 'newest first', 'oldest first', 'order-reversed'],
  expiry: ['onramp.initiate', 'expiry: $.from.payment_instructions.expires_at', 'from 1 h', '8 min', 'expires-sooner'],
  delay: ['offramp.read', 'delay: $.settlement.estimated_at, new records', 'from 1 h', '5 to 9 d', 'settles-later'],
  length: ['offramp.read', 'length: $.settlement.end_to_end_id', '27', '35', 'id-longer'],
  link: ['individual-kyc.read', 'link: $.documents[].file', '79f8', '83e1', 'link-moved'],
  uuid: ['onramp.initiate', 'uuid: $.id', 'version 4', 'version 7', 'id-version-changed'],
  codes: ['onramp.initiate', 'codes: $.from.payment_instructions.protocol', '79f8', '83e1', 'value-replaced'],
  rate: [
    'onramp.initiate',
    'rate: $.pricing.fx_rate',
    'what one unit costs',
    'what comes for one unit',
    'writing-changed',
  ],
  echo: [
    'onramp.initiate',
    'echo: $.to.address',
    'as it was sent',
    'as it was sent or in another letter case',
    'writing-changed',
  ],
  'fee in': [
    'onramp.initiate',
    'fee in: $.pricing.fees.total_fees_currency',
    'what is paid',
    'something else',
    'fee-type-changed',
  ],
  counts: ['offramp.list', 'counts: $.count', 'the items of the listing', 'the items of the page', 'answer-changed'],
  mask: ['withdrawal.read', 'mask: $.destination_address', '*, 6 first, 4 last', '*, 1 first, 0 last', 'mask-changed'],
  places: ['onramp.initiate', 'places: $.to.gross_amount', '8', '0', 'places-fewer'],
  'held at times': ['balances.read', 'held at times', 'zmw', 'tzs or zmw', 'not-seen', byHand],
  'withdrawal fee': [
    'withdrawal.read',
    'withdrawal fee: $.fee_amount, USDC',
    '1.5 USDC (0.015 of paid)',
    '8.15 BRL (0.016 of received)',
    'fee-type-changed',
  ],
  'delay by currency': [
    'offramp.read',
    'delay by currency: $.settlement.estimated_at, BRL',
    '1 d from Mon',
    '3 d from Mon',
    'settles-later',
  ],
  state: ['business-kyc.read', 'state: $.vendorStatus', '79f8', '83e1', 'value-replaced'],
  'folded code': ['business-kyc.read', 'folded code: $.vendorStatus', '79f8', '83e1', 'value-replaced', byHand],
  'zero balances': ['balances.read', 'zero balances', 'shown', '(none)', 'zero-left-out'],
  probed: ['service', 'probed: greatest limit', '50', '20', 'page-limit-lowered'],
  settings: ['service', 'settings: RAMP_AMOUNT', '10', '11', 'given-changed'],
  'kinds of facts': ['service', 'kinds of facts', 'methods, limit', 'methods, limit, fee', 'facts-changed'],
  'not looked at': ['onramp.initiate', '2 facts', 'observed', 'not looked at', 'not-seen', byHand],
  unknown: ['onramp.initiate', 'latency', 'below 1 s', 'below 10 s', 'not-seen', byHand],
};

export const examples = Object.fromEntries(
  Object.entries(rows).map(([aspect, [endpoint, key, before, after, kind, isByHand = false]]) => [
    aspect,
    { endpoint, key, before, after, kind, isByHand },
  ]),
) as Readonly<Record<AspectName, Example>>;

const around: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'balances.read': { $: 'object', '$.balances': 'map:brl|usd' },
  'offramp.read': { $: 'object', '404 header content-type': 'none' },
};

export const kinds = { 'kinds of facts': kindNames.join(', ') };

export const factsWith = (at: string, key: string, text: string): Facts => {
  const shown = text === '(none)' ? {} : { [key]: text };
  const balances = text === '(none)' ? { '$.balances': 'map:usd' } : {};
  const own = { ...around[at], ...(at === 'balances.read' && balances), ...shown };
  return readFacts(at === 'service' ? { service: { ...kinds, ...own } } : { [at]: own, service: kinds });
};
