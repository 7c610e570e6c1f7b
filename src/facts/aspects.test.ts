import { expect, test } from 'vitest';
import type { AspectName, FactSubject } from '#run';
import { aspects, causeOf, cellTexts, groupOf, kindNames, nameOf, sentenceOf } from './aspects.ts';
import { type ChangeKind, classOf } from './change-kinds.ts';
import { compareFacts } from './compare-facts.ts';
import type { Facts } from './fact.ts';
import { keyOf, readChange, readFacts, writeChange, writeFacts } from './written.ts';

/** A fact that differs: as files hold it, as a value, as a line and as a row of a matrix. */
interface Example extends Omit<FactSubject, 'aspect'> {
  readonly endpoint: string;
  readonly key: string;
  readonly before: string;
  readonly after: string;
  readonly kind: ChangeKind;
  /** What the difference means is not to be seen in two runs alone. */
  readonly isByHand?: true;
  readonly line: string;
  readonly row: readonly [group: string, name: string, before: string, after: string];
}

const onramp = 'onramp.initiate';
const taxonomy = 'taxonomy.list';
const subaccount = 'subaccount.read';
const holder = ['business', 'approved'];

const examples: Readonly<Record<AspectName, Example>> = {
  member: {
    endpoint: 'offramp.read',
    key: '$.status',
    of: ['$.status'],
    before: 'enum:failed|paid req',
    after: 'null or enum:failed|held|paid req',
    kind: 'member-null',
    line: '`status` can be null (never was)',
    row: ['states', '`status`', 'one of failed, paid', 'null or one of failed, held, paid'],
  },
  header: {
    endpoint: 'offramp.read',
    key: '404 header cache-control',
    of: ['cache-control'],
    status: '404',
    before: 'no-store',
    after: 'max-age=60',
    kind: 'header-changed',
    line: 'Cache-Control of a 404: no-store -> max-age=60',
    row: ['members and headers', 'header cache-control of a 404', 'no-store', 'max-age=60'],
  },
  'message kind': {
    endpoint: 'offramp.read',
    key: '404 kind of message',
    of: [],
    status: '404',
    before: 'bank account not found',
    after: 'customer not found',
    kind: 'message-kind-changed',
    line: 'the message of a 404 says: customer not found (bank account not found before)',
    row: ['error kinds', 'what the message of a 404 names', 'bank account not found', 'customer not found'],
  },
  status: {
    endpoint: onramp,
    key: 'status: orders of onramp.initiate, of USDT, of a business',
    of: ['orders of onramp.initiate', 'of USDT, of a business'],
    before: '201',
    after: '201 or 400',
    kind: 'refused-now',
    line: 'an order of USDT by a business: 201 before, now also 400',
    row: ['accepted and refused', 'an order of USDT by a business', '201', '201 or 400'],
  },
  'status with another key': {
    endpoint: onramp,
    key: 'status: onramp.initiate with an invalid key, with another key',
    of: ['onramp.initiate with an invalid key'],
    before: '401',
    after: '201',
    kind: 'key-accepted',
    line: 'a request with an invalid key: 401 before, now 201',
    row: ['accepted and refused', 'a request with an invalid key', '401', '201'],
  },
  observed: {
    endpoint: 'offramp.list',
    key: 'observed: default page and limit',
    of: ['default page and limit'],
    before: '1 and 10',
    after: '1 and 5',
    kind: 'answer-changed',
    line: 'default page and limit: 1 and 10 before, now 1 and 5',
    row: ['limits and pages', 'default page and limit', '1 and 10', '1 and 5'],
  },
  wording: {
    endpoint: 'offramp.read',
    key: 'wording: 404',
    of: [],
    status: '404',
    before: '22fd',
    after: 'b357',
    kind: 'wording-changed',
    line: 'the message of a 404 is worded in another way',
    row: ['error kinds', 'wording of a 404', 'A', 'B'],
  },
  speed: {
    endpoint: 'offramp.read',
    key: 'speed',
    of: [],
    before: '100',
    after: '300',
    kind: 'slower',
    isByHand: true,
    line: 'answers slower: 100 ms -> 300 ms in the median of three runs each',
    row: ['speed', 'speed', '100 ms', '300 ms'],
  },
  methods: {
    endpoint: taxonomy,
    key: 'methods: BRL',
    of: ['BRL'],
    before: 'pix/key or ted',
    after: 'hidden-6f5d or pix/key or ted',
    kind: 'capability-new',
    line: 'a new method whose name is withheld here for BRL',
    row: ['capabilities', 'methods BRL', 'pix/key or ted', 'hidden-6f5d or pix/key or ted'],
  },
  'required fields': {
    endpoint: taxonomy,
    key: 'required fields: BRL ted',
    of: ['BRL', 'ted'],
    before: 'account',
    after: 'account or branch',
    kind: 'field-required',
    line: '`ted` for BRL requires `branch`',
    row: ['capabilities', 'required fields `ted` for BRL', 'account', 'account or branch'],
  },
  'optional fields': {
    endpoint: taxonomy,
    key: 'optional fields: BRL ted',
    of: ['BRL', 'ted'],
    before: 'note',
    after: 'none',
    kind: 'field-gone',
    line: '`ted` for BRL has no `note` any more',
    row: ['capabilities', 'optional fields `ted` for BRL', 'note', 'none'],
  },
  limit: {
    endpoint: taxonomy,
    key: 'limit: BRL hidden-6f5d USDC tx_limit',
    of: ['BRL', 'hidden-6f5d', 'USDC', 'tx_limit'],
    before: '1000',
    after: '500',
    kind: 'limit-tightened',
    line: 'largest order by `(not shown)` for BRL/USDC fell: 1000 -> 500',
    row: ['money', 'limit largest order by `(not shown)` for BRL/USDC', '1000', '500'],
  },
  fee: {
    endpoint: taxonomy,
    key: 'fee: BRL ted USDC',
    of: ['BRL', 'ted', 'USDC'],
    before: '12',
    after: '15',
    kind: 'fee-raised',
    line: 'the fee of `ted` for BRL/USDC rose: 12 -> 15 (its `type` says the unit)',
    row: ['money', 'fee `ted` for BRL/USDC', '12', '15'],
  },
  'fee types': {
    endpoint: taxonomy,
    key: 'fee types: BRL ted USDC',
    of: ['BRL', 'ted', 'USDC'],
    before: 'fixed',
    after: 'percentage',
    kind: 'fee-type-changed',
    line: 'the fee of `ted` for BRL/USDC is of another type: fixed -> percentage',
    row: ['money', 'fee types `ted` for BRL/USDC', 'fixed', 'percentage'],
  },
  'fee rate': {
    endpoint: onramp,
    key: 'fee rate: of USDT, of a business',
    of: ['of USDT, of a business'],
    before: '0.01',
    after: '0.02',
    kind: 'fee-raised',
    line: 'the fees of an order of USDT by a business rose: 1 % -> 2 % of its amount',
    row: ['money', 'fee rate of USDT, of a business', '1 %', '2 %'],
  },
  'fee share': {
    endpoint: onramp,
    key: 'fee share: onramp_fee in BRL, of what is paid',
    of: ['onramp_fee', 'BRL', 'paid'],
    before: '0.02',
    after: '0.01',
    kind: 'fee-lowered',
    line: '`pricing.fees.onramp_fee` fell in BRL: 2 % -> 1 % of the amount',
    row: ['money', 'fee share onramp_fee in BRL, of what is paid', '2 %', '1 %'],
  },
  currencies: {
    endpoint: subaccount,
    key: 'currencies: all, business, approved',
    of: ['all', ...holder],
    before: 'BRL or NGN',
    after: 'BRL',
    kind: 'capability-gone',
    line: 'currency `NGN` (approved business) is gone',
    row: ['capabilities', 'currencies: all, business, approved', 'BRL or NGN', 'BRL'],
  },
  assets: {
    endpoint: subaccount,
    key: 'assets: all, business, approved',
    of: ['all', ...holder],
    before: 'USDC',
    after: 'EURC or USDC',
    kind: 'capability-new',
    line: 'a new asset `EURC` (approved business)',
    row: ['capabilities', 'assets: all, business, approved', 'USDC', 'EURC or USDC'],
  },
  flags: {
    endpoint: subaccount,
    key: 'flags: BRL, business, approved',
    of: ['BRL', ...holder],
    before: 'canDeposit or canOnramp',
    after: 'none',
    kind: 'capability-gone',
    line: 'flags `canDeposit`, `canOnramp` for BRL (approved business) are no longer set',
    row: ['capabilities', 'flags: BRL, business, approved', 'canDeposit or canOnramp', 'none'],
  },
  rails: {
    endpoint: subaccount,
    key: 'rails: USD, business, approved',
    of: ['USD', ...holder],
    before: 'ach or wire',
    after: 'wire',
    kind: 'capability-gone',
    line: 'rail `ach` for USD (approved business) is gone',
    row: ['capabilities', 'rails: USD, business, approved', 'ach or wire', 'wire'],
  },
  networks: {
    endpoint: subaccount,
    key: 'networks: USDC, business, approved',
    of: ['USDC', ...holder],
    before: 'ETH',
    after: 'ETH or SOL',
    kind: 'capability-new',
    line: 'a new network `SOL` for USDC (approved business)',
    row: ['capabilities', 'networks: USDC, business, approved', 'ETH', 'ETH or SOL'],
  },
  order: {
    endpoint: 'offramp.list',
    key: 'order: by creation',
    of: ['by creation'],
    before: 'newest first',
    after: 'oldest first',
    kind: 'order-changed',
    line: 'the order of the listing: newest first -> oldest first',
    row: ['limits and pages', 'order: by creation', 'newest first', 'oldest first'],
  },
  expiry: {
    endpoint: onramp,
    key: 'expiry: $.from.payment_instructions.expires_at',
    of: ['$.from.payment_instructions.expires_at'],
    before: 'from 1 h',
    after: 'from 15 min',
    kind: 'expires-sooner',
    line: '`from.payment_instructions.expires_at` comes sooner: at least 1 h -> at least 15 min after creation',
    row: ['speed', '`from.payment_instructions.expires_at`, after creation', 'at least 1 h', 'at least 15 min'],
  },
  delay: {
    endpoint: 'offramp.read',
    key: 'delay: $.settlement.estimated_at',
    of: ['$.settlement.estimated_at'],
    before: 'from 1 h',
    after: 'from 1 d',
    kind: 'settles-later',
    line: '`settlement.estimated_at` comes later: at least 1 h -> at least 1 d after creation',
    row: ['speed', '`settlement.estimated_at`, after creation', 'at least 1 h', 'at least 1 d'],
  },
  uuid: {
    endpoint: onramp,
    key: 'uuid: $.id',
    of: ['$.id'],
    before: 'version 4',
    after: 'version 7',
    kind: 'id-version-changed',
    line: '`id`: UUID version 4 -> version 7',
    row: ['spelling and places', '`id`, version of the UUID', 'version 4', 'version 7'],
  },
  codes: {
    endpoint: onramp,
    key: 'codes: $.from.payment_instructions.protocol',
    of: ['$.from.payment_instructions.protocol'],
    before: '79f8',
    after: '83e1',
    kind: 'value-replaced',
    line: '`from.payment_instructions.protocol` has another value than before (both are withheld here)',
    row: ['states', '`from.payment_instructions.protocol`, which code', 'A', 'B'],
  },
  rate: {
    endpoint: onramp,
    key: 'rate: $.pricing.fx_rate',
    of: ['$.pricing.fx_rate'],
    before: 'what one unit costs',
    after: 'what comes for one unit',
    kind: 'writing-changed',
    line: '`pricing.fx_rate`: units paid per unit received -> units received per unit paid',
    row: [
      'spelling and places',
      '`pricing.fx_rate`, which way round',
      'units paid per unit received',
      'units received per unit paid',
    ],
  },
  echo: {
    endpoint: onramp,
    key: 'echo: $.to.address',
    of: ['$.to.address'],
    before: 'as it was sent',
    after: 'as it was sent or in another letter case',
    kind: 'writing-changed',
    line: '`to.address` is echoed in another letter case, in some answers (always as sent before)',
    row: [
      'spelling and places',
      '`to.address`, compared with what was sent',
      'as sent',
      'as sent or in another letter case',
    ],
  },
  'fee in': {
    endpoint: onramp,
    key: 'fee in: $.pricing.fees.total_fees_currency',
    of: ['$.pricing.fees.total_fees_currency'],
    before: 'what is paid',
    after: 'something else',
    kind: 'fee-type-changed',
    line: '`pricing.fees.total_fees_currency` names another currency: the currency that the customer pays -> a third currency',
    row: [
      'spelling and places',
      '`pricing.fees.total_fees_currency`, whose currency',
      'the currency that the customer pays',
      'a third currency',
    ],
  },
  counts: {
    endpoint: 'offramp.list',
    key: 'counts: $.count',
    of: ['$.count'],
    before: 'the items of the listing',
    after: 'the items of the page',
    kind: 'answer-changed',
    line: '`count`: the items of the listing -> the items of the page',
    row: ['spelling and places', '`count`, what it counts', 'the items of the listing', 'the items of the page'],
  },
  mask: {
    endpoint: 'withdrawal.read',
    key: 'mask: $.destination_address',
    of: ['$.destination_address'],
    before: '*, 6 first, 4 last',
    after: '*, 1 first, 0 last',
    kind: 'mask-changed',
    line: 'another part of `destination_address` is masked: 6 first and 4 last shown -> 1 first and 0 last shown',
    row: ['spelling and places', '`destination_address`, what is masked', '*, 6 first, 4 last', '*, 1 first, 0 last'],
  },
  places: {
    endpoint: onramp,
    key: 'places: $.to.gross_amount',
    of: ['$.to.gross_amount'],
    before: '8',
    after: '0',
    kind: 'places-fewer',
    line: '`to.gross_amount`: at most 8 decimal places -> whole units',
    row: ['spelling and places', '`to.gross_amount`, decimal places', 'at most 8 decimal places', 'whole units'],
  },
  'zero balances': {
    endpoint: 'balances.read',
    key: 'zero balances',
    of: [],
    before: 'shown',
    after: '(none)',
    kind: 'zero-left-out',
    line: 'balances of zero are left out (were listed)',
    row: ['money', 'zero balances', 'shown', '–'],
  },
  probed: {
    endpoint: 'service',
    key: 'probed: greatest limit',
    of: ['greatest limit'],
    before: '50',
    after: '20',
    kind: 'page-limit-lowered',
    line: 'the greatest page size (`limit`) fell (50 before, now 20)',
    row: ['limits and pages', 'greatest page size (`limit`)', '50', '20'],
  },
  settings: {
    endpoint: 'service',
    key: 'settings: RAMP_AMOUNT',
    of: ['RAMP_AMOUNT'],
    before: '10',
    after: '11',
    kind: 'given-changed',
    line: 'settings: RAMP_AMOUNT: 10 -> 11',
    row: ['spelling and places', 'settings: RAMP_AMOUNT', '10', '11'],
  },
  'kinds of facts': {
    endpoint: 'service',
    key: 'kinds of facts',
    of: [],
    before: 'methods, limit',
    after: 'methods, limit, fee',
    kind: 'facts-changed',
    line: 'this version of the harness notes other facts: accept the baseline again to have them compared',
    row: ['spelling and places', 'kinds of facts', 'methods or limit', 'methods or limit or fee'],
  },
  'not looked at': {
    endpoint: onramp,
    key: '2 facts',
    of: ['2'],
    before: 'observed',
    after: 'not looked at',
    kind: 'not-seen',
    isByHand: true,
    line: '`2 facts`: observed -> not looked at',
    row: ['spelling and places', '2 facts', 'observed', 'not looked at'],
  },
  unknown: {
    endpoint: onramp,
    key: 'latency',
    of: ['latency'],
    before: 'below 1 s',
    after: 'below 10 s',
    kind: 'not-seen',
    isByHand: true,
    line: '`latency`: below 1 s -> below 10 s',
    row: ['spelling and places', 'latency', 'below 1 s', 'below 10 s'],
  },
};

/** What stands around a fact in each run, so that its absence means something. */
const around: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'balances.read': { $: 'object', '$.balances': 'map:brl|usd' },
  'offramp.read': { $: 'object', '404 header content-type': 'none' },
};

const kinds = { 'kinds of facts': kindNames.join(', ') };

const factsWith = (at: string, key: string, text: string): Facts => {
  const shown = text === '(none)' ? {} : { [key]: text };
  const balances = text === '(none)' ? { '$.balances': 'map:usd' } : {};
  const own = { ...around[at], ...(at === 'balances.read' && balances), ...shown };
  return readFacts(at === 'service' ? { service: { ...kinds, ...own } } : { [at]: own, service: kinds });
};

test.each(Object.keys(aspects) as AspectName[])('%s', (aspect) => {
  const { endpoint, key, of, status, before, after, kind, isByHand, line, row } = examples[aspect];
  const [old, now] = [factsWith(endpoint, key, before), factsWith(endpoint, key, after)];

  const fact = old[endpoint]?.get(key);
  expect(fact).toMatchObject({ aspect, of, ...(status !== undefined && { status }) });
  expect(writeFacts(old)[endpoint]?.[key]).toBe(before);
  const subject = { aspect, of, status };
  expect(keyOf(subject)).toBe(key);

  const found = compareFacts(old, now).filter((change) => keyOf(change) === key);
  const written = { class: classOf(kind), kind, endpoint, fact: key, accepted: before, met: after };
  expect(found.map(writeChange)).toEqual(isByHand ? [] : [written]);
  const change = readChange(written);
  expect(writeChange(change)).toEqual(written);

  expect(sentenceOf(change)).toBe(line);
  const values = [old, now].map((facts) => facts[endpoint]?.get(key)?.value);
  expect([groupOf(subject, values), nameOf(subject, endpoint), ...cellTexts(subject, values)]).toEqual(row);
});

test('a text of a refusal counts as part of its message', () => {
  const of = (text: string) => readFacts({ 'offramp.read': { '401 mask: $.message': text } });
  const changes = compareFacts(of('…, 18 first, 8 last'), of('…, 4 first, 8 last'));
  expect(changes.map((change) => [change.kind, nameOf(change, change.endpoint), sentenceOf(change)])).toEqual([
    ['wording-changed', '`message` of a 401', 'the message of a 401 is worded in another way'],
  ]);
});

test.each([
  ['one fee of several methods', 'fee-raised', ['fee: BRL ted USDC', 'fee: MXN spei USDC'], '12', '15', 1],
  ['one value of several members', 'value-new', ['$.status', '$.state'], 'enum:a req', 'enum:a|b req', 1],
  ['one header of several statuses', 'header-new', ['header etag', '404 header etag'], 'none', 'present', 1],
  ['two headers', 'header-new', ['header etag', 'header allow'], 'none', 'present', 2],
  ['one member wherever it stands', 'member-gone', ['$.data[].note', '$.data.note'], 'text req', '(none)', 1],
  ['two fees of an order', 'fee-raised', ['fee share: a in BRL', 'fee share: b in BRL'], '0.01', '0.02', 2],
] as const)('%s', (_name, kind, facts, accepted, met, causes) => {
  const changes = facts.map((fact) => readChange({ class: 'changed', kind, endpoint: onramp, fact, accepted, met }));
  expect(new Set(changes.map(causeOf)).size).toBe(causes);
});
