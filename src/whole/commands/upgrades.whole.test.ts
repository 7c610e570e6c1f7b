import { tmpdir } from 'node:os';
import { beforeAll, expect, test } from 'vitest';
import { failsOnDrift } from '#baseline';
import { type OperationId, type RequirementId, requirements } from '#contract';
import { isRecord, type Reply, sentQuery } from '#evidence';
import { compareFacts, type Facts, factsOf, readFacts, writeChange, writeFacts } from '#facts';
import { gatherAll, openSession, plannedChecks } from '#harness';
import { compareRuns, comparisonView, groupChanges, groupText, type Verdict } from '#reporting';
import type { ProbedFacts, Profile, TestReport } from '#run';
import { memorySandbox } from '#sandbox';
import { openTarget, readSettings } from '#target';
import { planFor } from '../../cli/run/plan.ts';
import { catalogueSeed } from '../../cli/settings/selection.ts';
import { createFacts } from '../../harness/fact-collector.ts';
import { placeText } from '../../reporting/comparison/change-groups.ts';
import { planted, runOnSandbox, severalAtOnce } from '../../testing/in-process.test.support.ts';

/** All that a run saw of the sandbox, so that another version of it is a change of these replies. */
const record = async (profile: Profile) => {
  const { settings, dispatcher } = memorySandbox({});
  const env = { ...settings, RAMP_QUIET_ACCOUNT: 'true', RAMP_TIMEOUT_MS: '60000' };
  const { target, close } = await openTarget(readSettings({ options: {}, cwd: tmpdir(), env }), { dispatcher });
  const { ledger: _ledger, ...plan } = planFor(target, { profile, seed: catalogueSeed(), directory: '' });
  const { runState } = openSession(plan, { prompt: true });
  await Promise.allSettled(gatherAll(plannedChecks(plan), runState).values());
  await close();
  return { replies: runState.replies, probed: target.facts, full: target.keys.full };
};

let recorded: Awaited<ReturnType<typeof record>>;

interface Version {
  /** The one operation whose replies are others; undefined where all are. */
  readonly of?: OperationId;
  readonly show: (reply: Reply) => Reply;
  /** Bounds of pages. */
  readonly probed?: ProbedFacts;
}

/** `of` leaves out what other operations show. */
const factsUnder = (version: Version, of?: OperationId): Facts => {
  const facts = createFacts({ key: recorded.full });
  for (const reply of recorded.replies) {
    if (of !== undefined && reply.operation !== of) continue;
    facts.add(version.show(reply));
  }
  const report: TestReport = {
    requirement: 'conversion.read/answers-with-its-record',
    findings: [],
    observations: [],
    observedFacts: facts.take('conversion.read/answers-with-its-record', { hasEnded: () => true }),
    observedTerms: facts.terms(),
    exchanges: [],
    judgements: 1,
  };
  return factsOf([report], version.probed ?? recorded.probed);
};

const asItIs = (reply: Reply): Reply => ({ ...reply, elapsedMs: 20 });

const unchanged: Version = { show: asItIs };

const changing = (of: OperationId, show: Version['show']): Version => ({
  of,
  show: (reply) => (reply.operation === of ? show(reply) : asItIs(reply)),
});

beforeAll(async () => {
  recorded = await record('gate');
});

type Change = (record: unknown) => void;

const recordsOf = (body: unknown): readonly Record<string, unknown>[] => {
  const data = isRecord(body) ? (body.data ?? body) : body;
  return [data].flat().filter(isRecord);
};

/** Changes each record in the successes of an operation. */
const inEach = (
  operation: OperationId,
  change: Change,
  when: (reply: Reply) => boolean = ({ status }) => status < 300,
): Version =>
  changing(operation, (reply) => {
    if (!when(reply)) return asItIs(reply);
    const copy = structuredClone(reply.body);
    for (const record of recordsOf(copy)) change(record);
    return { ...asItIs(reply), body: copy };
  });

/** A member by its dotted path, changed in every item of a list on the way. */
const at = (record: unknown, path: string, change: (holder: Record<string, unknown>, name: string) => void): void => {
  const [name = '', ...rest] = path.split('.');
  for (const each of [record].flat()) {
    if (!isRecord(each)) continue;
    const holder = each as Record<string, unknown>;
    if (rest.length === 0) change(holder, name);
    else at(holder[name], rest.join('.'), change);
  }
};

const set =
  (path: string, value: unknown): Change =>
  (record) =>
    at(record, path, (holder, name) => {
      holder[name] = typeof value === 'function' ? value(holder[name]) : value;
    });

const drop =
  (path: string): Change =>
  (record) =>
    at(record, path, (holder, name) => delete holder[name]);

const times = (factor: number) => (text: unknown) => (Number(text) * factor).toFixed(8);

/** Before the upgrade, where it takes away or renames what the reference does not have. */
const before = {
  hidden: inEach('onramp.initiate', set('zahlungsweg', 'x')),
  settling: inEach('withdrawal.read', set('settled_at', '2026-01-01T00:00:00.000Z')),
  hiddenInListing: inEach('conversion.list', set('wechselkursart', 'x')),
} as const;

const later = (minutes: number) => (text: unknown) =>
  new Date(Date.parse(String(text)) + minutes * 60_000).toISOString();

/** Changes the methods of one currency. */
const listedIn = (currency: string, change: (entries: unknown[]) => unknown): Version =>
  changing('taxonomy.list', (reply) => {
    const { body, request } = reply;
    if (request.input.currency !== currency || !Array.isArray(body)) return asItIs(reply);
    const copy = structuredClone(body);
    return { ...asItIs(reply), body: change(copy) ?? copy };
  });

const turned = changing('offramp.list', (reply) => {
  const { body } = reply;
  if (!isRecord(body) || !Array.isArray(body.data)) return asItIs(reply);
  return { ...asItIs(reply), body: { ...body, data: body.data.toReversed() } };
});

const withHeader = (value: string): Version => ({
  of: 'offramp.list',
  show: (reply) => ({ ...asItIs(reply), headers: { ...reply.headers, 'cache-control': value } }),
});

const sunset = changing('conversion.list', (reply) => ({
  ...asItIs(reply),
  headers: { ...reply.headers, sunset: 'Thu, 31 Dec 2026 23:59:59 GMT' },
}));

const refusing = (of: OperationId, status: number, instead: number): Version =>
  changing(of, (reply) => (reply.status === status ? { ...asItIs(reply), status: instead } : asItIs(reply)));

const refused = (reply: Reply): Reply => ({
  ...asItIs(reply),
  status: 422,
  body: {
    statusCode: 422,
    message: 'Not served',
    timestamp: '2026-01-01T00:00:00.000Z',
    error: 'Unprocessable Entity',
  },
});

const withZero: Change = (record) =>
  at(record, 'balances', (holder) => Object.assign(holder.balances as object, { ghs: 0 }));
const withoutZero: Change = (record) =>
  at(record, 'balances', (holder) => {
    const held = Object.entries(holder.balances as object).filter(
      ([code, each]) => code !== 'ghs' && Number(each) !== 0,
    );
    holder.balances = Object.fromEntries(held);
  });

const settlingSoon = inEach('offramp.read', (record) => {
  const { created_at: created } = record as { created_at: string };
  set('settlement.estimated_at', later(20)(created))(record);
});

const written = (path: string, change: (text: string) => string): Change =>
  set(path, (value: unknown) => (typeof value === 'string' ? change(value) : value));

const items = (change: (all: readonly unknown[]) => readonly unknown[]): Version =>
  changing('offramp.list', (reply) => {
    const { body } = reply;
    return isRecord(body) && Array.isArray(body.data)
      ? { ...asItIs(reply), body: { ...body, data: change(body.data) } }
      : asItIs(reply);
  });

const turnedRound = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turnedRound);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, each]) => [name, turnedRound(each)]),
  );
};

const capability = 'capabilities.currencies.USD';

/** A line of the comparison: its class, where, and what. */
type Lines = readonly string[];

/** Where a fault or variation of the sandbox shows. */
type Planted = readonly [fault: string, endpoints: readonly string[], lines: Lines];

/** Promises that break, each with the lines that tell them and no other. */
const breaks: readonly Planted[] = [
  [
    'subaccount.read/email/missing',
    ['subaccount.read'],
    [
      'broken: subaccount.read: `email`: before an email address, now missing. The document promises "The record has every documented field with its documented type. Null appears only where the interface document allows it."',
    ],
  ],
  [
    'subaccount.read/email/as-number',
    ['subaccount.read'],
    [
      'broken: subaccount.read: `email`: before an email address, now a number. The document promises "The record has every documented field with its documented type. Null appears only where the interface document allows it."',
    ],
  ],
  [
    'business-kyc.read/legal_name/null',
    ['business-kyc.read'],
    [
      'broken: business-kyc.read: `legal_name`: before a string, now null. The document promises "The record has every documented field with its documented type. Null appears only where the interface document allows it."',
    ],
  ],
  [
    'business-kyc.read/created_at/date-only',
    ['business-kyc.read'],
    [
      'broken: business-kyc.read: `created_at`: before a UTC date-time with milliseconds, now a date. The document promises "Points in time are ISO 8601 date-times in UTC with milliseconds."',
    ],
  ],
  [
    'subaccount.read/a-401-has-no-message',
    ['subaccount.read'],
    [
      'broken: subaccount.read: field `message` in the body of a 401: before a string, now missing. The status (401) is still as promised. The document requires this field in each 401.',
    ],
  ],
  [
    'subaccount.read/a-request-without-a-key-is-served',
    ['subaccount.read'],
    [
      'broken: subaccount.read: Security: a request with no key is not refused any more: before refused (401), now answered (200). The document promises "A request without a key, or with an empty one, gets 401 Unauthorized."',
    ],
  ],
  [
    'balances.read/a-key-without-permission-is-served',
    ['balances.read'],
    [
      'broken: balances.read: Security: a request with the restricted key is not refused any more: before refused (403), now answered (200). The document promises "A valid key without permission for the resource gets 403 Forbidden."',
    ],
  ],
  [
    'subaccount.read/a-401-is-sent-as-403',
    ['subaccount.read'],
    [
      'broken: subaccount.read: a request without a key: before 401, now 403. The document promises "A request without a key, or with an empty one, gets 401 Unauthorized."',
    ],
  ],
  [
    'offramp.list/no-path-of-version-2-leads-anywhere',
    ['offramp.list'],
    [
      'broken: offramp.list, offramp.read: the endpoints are gone, and their paths lead nowhere; n promises cannot be tested. The document promises "A valid request succeeds, and the JSON body of its answer is the documented object or array."',
      'changed: onramp.initiate, offramp.initiate: orders among other calls, in random order: before 201 or 400, now 404',
    ],
  ],
  [
    'deposit/other-real-codes-are-accepted',
    ['deposit.simulate'],
    [
      'broken: deposit.simulate: a deposit (currency: JPY): before refused (400), now accepted (204). The document promises "A currency that is not listed gets 400 Bad Request with statusCode, message, timestamp and error."',
    ],
  ],
  [
    'deposit/brl-is-refused-as-if-it-were-not-listed',
    ['deposit.simulate'],
    [
      'broken: deposit.simulate: a deposit of BRL: before accepted, now refused (400). The document promises "The service accepts each of the twelve listed currencies as a valid value."',
    ],
  ],
  [
    'rails/a-named-withdrawal-is-accepted-over-ach',
    ['rails'],
    [
      'broken: offramp.initiate: an order (named withdrawal, USD, ACH): before refused, now accepted (201). The document promises "A named withdrawal (to an identified business) over ACH is refused."',
    ],
  ],
  [
    'withdrawal.read/the-masked-address-is-the-full-one',
    ['withdrawal.read'],
    [
      'broken: withdrawal.read: Security: customer data shows in `destination_address`: before a masked string, now a string without a mask. The document promises "The masked address hides more than two characters of the full address."',
    ],
  ],
  [
    'withdrawal.read/amount/places-lost',
    ['withdrawal.read'],
    [
      'broken: withdrawal.read: `amount`: before 8 decimal places, now 7. The document promises "Amounts in strings are plain decimals. Where the document gives a number of decimal places, they have exactly that number."',
    ],
  ],
  [
    'conversion.read/rate/places-trimmed',
    ['conversion.read'],
    [
      'broken: conversion.read: `rate`: before 12 decimal places, now 2 to 6. The document promises "Amounts in strings are plain decimals. Where the document gives a number of decimal places, they have exactly that number."',
    ],
  ],
  [
    'onramp/the-order-takes-its-amount-from-a-balance',
    ['onramp.initiate'],
    [
      'broken: balances.read: `balances`: before no balance moved, now a balance moved. The document promises "Initiating an onramp changes no balance."',
    ],
  ],
  [
    'conversion.list/total/as-text',
    ['conversion.list'],
    [
      'broken: conversion.list: `total`: before an integer, now a whole number as a string. The document promises "The record has every documented field with its documented type. Null appears only where the interface document allows it."',
    ],
  ],
  [
    'deposit/a-deposit-is-answered-with-a-record',
    ['deposit.simulate'],
    [
      'broken: deposit.simulate: the body: before no body, now an object. The document promises "The answer to an accepted deposit has no body."',
      'changed: deposit.simulate: all valid deposits (18 kinds tried): before 204, now 201',
    ],
  ],
  [
    'http/json-is-called-html',
    ['http', 'balances.read'],
    [
      'broken: withdrawal.read: header `Content-Type`: before `application/json`, now `text/html`. The document promises "A body is JSON and says so in its content type."',
    ],
  ],
  [
    'onramp/no-verification-is-asked-for',
    ['onramp.initiate'],
    [
      'broken: onramp.initiate: an order: before refused, now accepted (201). The document promises "An onramp for a business subaccount without approved KYC is refused."',
    ],
  ],
];

/** What was never promised: the same replies as another release would give them. */
const changes: readonly (readonly [upgrade: string, to: Version, lines: Lines, from?: Version | undefined])[] = [
  [
    'a method is gone',
    listedIn('BRL', (all) => all.slice(0, 1)),
    ['breaks: taxonomy.list: method `ted` for BRL is gone'],
  ],
  [
    'a method is new',
    listedIn('BRL', (all) => [...all, { ...(all[0] as object), method: 'wire' }]),
    ['more: taxonomy.list: new method `wire/key` for BRL'],
  ],
  [
    'a field more is required',
    listedIn(
      'BRL',
      set('required_fields', (own: unknown) => [own, 'phone'].flat()),
    ),
    ['breaks: taxonomy.list: `ted` for BRL: new required field `phone`. The same for 1 more method: `pix/key` for BRL'],
  ],
  [
    'a greatest amount is lowered',
    inEach('taxonomy.list', set('currency_configurations.limits.tx_limit', '25000.00000000')),
    [
      'changed: taxonomy.list: largest order (`tx_limit`) by `cbu` for ARS/USDC fell: before 50000, now 25000. The same for 15 more methods: `cbu` for ARS/USDT; `cvu/wallet` for ARS/USDC; `cvu/wallet` for ARS/USDT; and 12 more',
    ],
  ],
  [
    'a second factor is asked for sooner',
    inEach(
      'taxonomy.list',
      set('security.modes.to_amount', (amount: unknown) => Number(amount) / 2),
    ),
    [
      'changed: taxonomy.list: `to_amount` of the security mode `otp` of `cbu` for ARS fell: before 50000, now 25000. Also changed: 15 more: `to_amount` of the security mode `pin` of `cbu` for ARS; `to_amount` of the security mode `otp` of `cvu/wallet` for ARS; `to_amount` of the security mode `pin` of `cvu/wallet` for ARS; and 12 more',
    ],
  ],
  [
    'a fee of a method is raised',
    inEach('taxonomy.list', set('currency_configurations.fee.amount', '15.00')),
    [
      'changed: taxonomy.list: fee of `cbu` for ARS/USDC rose: before 1.5, now 15 (`fee.type` says the unit). Also changed: 15 more methods: `cbu` for ARS/USDT; `cvu/wallet` for ARS/USDC; `cvu/wallet` for ARS/USDT; and 12 more',
    ],
  ],
  [
    'a flag is taken',
    inEach('subaccount.read', set(`${capability}.canOnramp`, false)),
    [
      'breaks: subaccount.read: flag `canOnramp` for USD (business with status `approved`): before true, now false. The same for 1 more: USD (individual with status `approved`)',
    ],
  ],
  [
    'a network of an asset is gone',
    inEach('subaccount.read', set('capabilities.assets.USDC.networks', ['SOL'])),
    [
      'breaks: subaccount.read: networks `CELO`, `ETH`, `POLY` for USDC (business with status `approved`) are gone. The same for 1 more: USDC (individual with status `approved`)',
    ],
  ],
  [
    'a member with a hidden name is renamed',
    inEach('onramp.initiate', set('zahlungsart', 'x')),
    [
      'changed: onramp.initiate: `zahlungsweg` (not in the document): before always there, now missing',
      'more: onramp.initiate: new field `zahlungsart`: a string',
    ],
    before.hidden,
  ],
  [
    'a member that nobody named is gone',
    unchanged,
    ['changed: withdrawal.read: `settled_at` (not in the document): before always there, now missing'],
    before.settling,
  ],
  [
    'listings turn round',
    turned,
    ['changed: offramp.list: order of the listing: before newest first, now oldest first'],
  ],
  [
    'an order expires sooner',
    inEach('onramp.initiate', set('from.payment_instructions.expires_at', later(-20))),
    [
      'changed: onramp.initiate: `from.payment_instructions.expires_at` comes sooner: before 30 min after creation, now 10 min',
    ],
  ],
  [
    'fees of orders are raised',
    inEach(
      'onramp.initiate',
      set('to.net_amount', (text: unknown) => (Number(text) * 0.98).toFixed(14)),
    ),
    [
      'changed: onramp.initiate: the fees of a plain order rose: before 1.1 % of the amount (0.2025 on 18.41), now 3.08 % (0.5666 on 18.41). The same for 9 more orders: an order in GHS; an order in NGN; an order in USD; and 6 more',
    ],
  ],
  [
    'the fee of the service is raised in every currency',
    inEach('onramp.initiate', (record) => {
      set('pricing.fees.onramp_fee', (fee: unknown) => (Number(fee) * 2.5).toFixed(8))(record);
      at(record, 'to.net_amount', (to, name) => {
        to[name] = (Number(to[name]) - 0.015 * Number(to.gross_amount)).toFixed(14);
      });
    }),
    [
      'changed: onramp.initiate: `pricing.fees.onramp_fee` rose in BRL, GHS, NGN and USD: before 1 % of the amount, now 2.5 % (example in BRL: before 0.1763 on 17.63, now 0.4406 on 17.63)',
    ],
  ],
  [
    'a code to pay becomes a link',
    inEach('onramp.initiate', set('from.payment_instructions.qr_code', 'https://pay.example/x')),
    ['changed: onramp.initiate: `from.payment_instructions.qr_code`: before a string that is not a URL, now a URL'],
  ],
  [
    'the header of caches is another',
    withHeader('public, max-age=60'),
    [
      'breaks: offramp.list: header `Cache-Control`: before `no-store`, now `public, max-age=60`, so that shared caches may keep customer data',
    ],
    withHeader('no-store'),
  ],
  [
    'the header of caches is gone',
    unchanged,
    ['changed: offramp.list: header `Cache-Control`: before `no-store`, now missing'],
    withHeader('no-store'),
  ],
  [
    'an endpoint announces its end',
    sunset,
    [
      'changed: conversion.list: the vendor announces the end of this endpoint for 31 Dec 2026, 23:59 UTC (header `Sunset`)',
    ],
  ],
  [
    'an absent offramp is gone for good',
    refusing('offramp.read', 404, 410),
    [
      'changed: offramp.read: a request for an offrampId that does not exist: before 404, now 410. The same for 4 more requests: a request for a new offramp under another subaccount; a request for the offramp of another subaccount; a request whose `offrampId` is no UUID; and 1 more',
    ],
  ],
  [
    'an absence is worded in another way, with words of other kinds of messages',
    inEach(
      'subaccount.read',
      set('message', 'No subaccount has this identifier, verification is required'),
      ({ status }) => status === 404,
    ),
    ['least: subaccount.read: the message of a 404 is worded differently'],
  ],
  [
    'balances of zero are left out',
    inEach('balances.read', (record) => withoutZero(record)),
    ['changed: balances.read: balances of zero: before listed, now left out'],
    inEach('balances.read', (record) => withZero(record)),
  ],
  [
    'a protocol has another code',
    inEach('withdrawal.read', set('protocol', 'x9')),
    ['changed: withdrawal.read: `protocol`: the value changed (this report hides both values)'],
  ],
  [
    'a mask hides another part',
    inEach('withdrawal.read', set('destination_address', 'ab****yz')),
    [
      'changed: withdrawal.read: `destination_address` shows another part: before the first 6 and the last 4 characters, now the first 2 and the last 2 characters',
    ],
  ],
  [
    'a settlement is estimated later',
    unchanged,
    [
      'changed: offramp.read: `settlement.estimated_at` comes later: before 20 to 30 min after creation, now at least 1 day',
    ],
    settlingSoon,
  ],
  [
    'instants are written with another zone',
    inEach(
      'conversion.read',
      set('createdAt', (text: unknown) => String(text).replace('Z', '+00:00')),
    ),
    [
      'changed: conversion.read: `createdAt`: before a date-time with milliseconds, in UTC (`Z`), now a date-time with milliseconds, in UTC (`+00:00`) (the same instant, written in another way)',
    ],
  ],
  [
    'amounts lose their cents',
    inEach(
      'offramp.initiate',
      set('to.net_amount', (text: unknown) => String(Math.round(Number(text)))),
    ),
    ['changed: offramp.initiate: `to.net_amount`: before at most 13 decimal places, now whole amounts, zeros aside'],
  ],
  [
    'a business may not deposit any more',
    changing('deposit.simulate', (reply) =>
      /^of \w+, of a business$/.test(reply.request.purpose.case ?? '') ? refused(reply) : asItIs(reply),
    ),
    [
      'changed: deposit.simulate: a deposit of ARS by a business: before 204, now 422. The same for 3 more requests: a deposit of BRL by a business; a deposit of USDT by a business; a deposit of ZMW by a business',
    ],
  ],
  [
    'a member that may be null is gone, with text and without',
    inEach('withdrawal.read', drop('tx_hash')),
    ['changed: withdrawal.read: `tx_hash` (optional in the document): before always there, now missing'],
  ],
  [
    'no order of an asset is accepted',
    changing('onramp.initiate', (reply) =>
      reply.request.purpose.case?.startsWith('of USDT') && reply.status < 300 ? refused(reply) : asItIs(reply),
    ),
    [
      'changed: onramp.initiate: an order of USDT: before 201, now 422. The same for 1 more request: an order of USDT by a business',
    ],
  ],
  [
    'a rate is told the other way round',
    inEach(
      'onramp.initiate',
      set('pricing.fx_rate', (rate: unknown) => (1 / Number(rate)).toFixed(10)),
    ),
    [
      'changed: onramp.initiate: `pricing.fx_rate`: before units received per unit paid, now units paid per unit received. Example for 100 paid and 20 received: before 0.2, now 5',
    ],
  ],
  [
    'a fee is charged in the fiat currency',
    inEach('offramp.initiate', set('pricing.fees.offramp_fee_currency', 'USDC')),
    [
      'changed: offramp.initiate: `pricing.fees.offramp_fee_currency` names another currency: before the currency that the customer receives, now the currency that the customer pays',
    ],
  ],
  [
    'conversions cost more',
    inEach(
      'conversion.list',
      set('feeAmount', (fee: unknown) => (Number(fee) * 3).toFixed(12)),
    ),
    ['changed: conversion.list: the fees of a conversion rose: before 0.4 % of the amount, now 1.2 %'],
  ],
  [
    'an asset comes back by another name',
    inEach(
      'onramp.initiate',
      set('to.asset', (asset: unknown) => (asset === 'BTC_LIGHTNING' ? 'BTC' : asset)),
    ),
    [
      'changed: onramp.initiate: `to.asset` repeats the order: before always as sent, now otherwise than sent, in some answers',
    ],
  ],
  [
    'the count of a listing is that of the page',
    changing('offramp.list', (reply) =>
      isRecord(reply.body) && Array.isArray(reply.body.data)
        ? { ...asItIs(reply), body: { ...reply.body, count: reply.body.data.length } }
        : asItIs(reply),
    ),
    ['changed: offramp.list: `count`: before the items of the listing, now the items of the page'],
  ],
  [
    'links to documents carry a signature',
    inEach(
      'business-kyc.read',
      set('identification.image_front', (uri: unknown) => `${uri}?signature=1`),
    ),
    [
      'changed: business-kyc.read: `identification[].image_front`: before a URL, now a URL with query parameters, so the link may expire',
    ],
  ],
  [
    'ids are written in upper case',
    inEach(
      'withdrawal.read',
      set('id', (id: unknown) => String(id).toUpperCase()),
    ),
    ['changed: withdrawal.read: `id`: before a UUID, now a UUID in upper case'],
  ],
  [
    'an invoice no longer says when it ends',
    inEach('lightning-offramp.initiate', set('expiresAt', null)),
    ['changed: lightning-offramp.initiate: `data.expiresAt` (optional in the document): before never null, now null'],
  ],
  [
    'other records are in other states that the document knows',
    items((all) => all.map((each) => ({ ...(each as object), status: 'paid' }))),
    ['least: offramp.list: `data[].status`: `failed` before in 54 of 54 records, now in none of 54'],
    items((all) => all.map((each) => ({ ...(each as object), status: 'failed' }))),
  ],
  [
    'fees of methods move a little',
    inEach('taxonomy.list', set('currency_configurations.fee.amount', '1.53')),
    [
      'least: taxonomy.list: fee of `cbu` for ARS/USDC rose: before 1.48, now 1.53 (`fee.type` says the unit). The same for 15 more methods: `cbu` for ARS/USDT; `cvu/wallet` for ARS/USDC; `cvu/wallet` for ARS/USDT; and 12 more',
    ],
    inEach('taxonomy.list', set('currency_configurations.fee.amount', '1.48')),
  ],
  [
    'the limit of a page fell',
    {
      ...unchanged,
      of: 'offramp.list',
      probed: { firstPage: 1, greatestLimit: 20, pageLimits: { 'offramp.list': 20, 'conversion.list': 50 } },
    },
    ['breaks: offramp.list: largest page size (`limit`) fell: before 50, now 20'],
  ],
];

/** What changes nothing that matters. */
const nothing: readonly (readonly [upgrade: string, to: Version, from?: Version])[] = [
  [
    'amounts end in zeros',
    inEach(
      'offramp.initiate',
      written('from.amount', (text) => `${text}000`),
    ),
  ],
  [
    'a rate moved',
    inEach(
      'offramp.initiate',
      written('pricing.fx_rate', (text) => times(1.04)(text)),
    ),
  ],
  [
    'limits of methods follow a rate',
    inEach('taxonomy.list', set('currency_configurations.limits.tx_limit', times(1.031))),
  ],
  ['a listing has more records', items((all) => all.flatMap((each) => [each, each]))],
  ['a listing has fewer records', items((all) => all.slice(0, 1))],
  [
    'null is left out where the document allows both',
    inEach('withdrawal.read', (record) =>
      at(record, 'tx_hash', (holder, name) => holder[name] === null && delete holder[name]),
    ),
  ],
  [
    'members stand in another order',
    changing('subaccount.read', (reply) => ({ ...asItIs(reply), body: turnedRound(reply.body) })),
  ],
  ['answers take longer for one run', changing('balances.read', (reply) => ({ ...reply, elapsedMs: 700 }))],
];

const linesOf = (before: Verdict, after: Verdict): Lines =>
  comparisonView(compareRuns(before, after)).lines.map(
    ({ word, endpoints, text }) =>
      `${word}: ${placeText(endpoints)}: ${text.replace(/\d+ promises cannot/, 'n promises cannot')}`,
  );

const idsOf = (subjects: readonly string[]): readonly RequirementId[] =>
  requirements.filter(({ subject }) => subjects.includes(subject)).map(({ id }) => id);

test('twenty promises that break are each told by their own lines and no other', async () => {
  expect(breaks).toHaveLength(20);
  const sound = new Map<string, Promise<Verdict>>();
  const told = await severalAtOnce(breaks, async ([fault, endpoints]) => {
    const only = idsOf(endpoints);
    const run = async (id?: string) =>
      (
        await runOnSandbox(id === undefined ? undefined : planted(id), {
          profile: 'gate',
          seed: catalogueSeed(),
          prompt: true,
          only,
        })
      ).verdict;
    const key = endpoints.join();
    const before = sound.get(key) ?? run();
    sound.set(key, before);
    return [fault, endpoints, linesOf(await before, await run(fault))];
  });
  expect(told).toEqual(breaks);
});

for (const [upgrade, to, lines, from = unchanged] of changes)
  test(upgrade, () => {
    // Of the other operations both versions show the same replies.
    const of = to.of ?? from.of;
    const all = compareFacts(factsUnder(from, of), factsUnder(to, of)).filter((change) => change.class !== 'unseen');
    expect(groupChanges(all).map(groupText)).toEqual(lines);
    expect(failsOnDrift(all)).toBe(lines.some((line) => line.startsWith('breaks')));
  });

for (const [upgrade, to, from = unchanged] of nothing)
  test(`${upgrade}: no line`, () => {
    const of = to.of ?? from.of;
    const changed = compareFacts(factsUnder(from, of), factsUnder(to, of)).filter(({ kind }) => kind !== 'not-seen');
    expect(changed).toEqual([]);
  });

/** A deterministic stream of numbers from 0 to 1. */
const numbersFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
};

/** Another day with other data: amounts, instants, ids, places in a listing, speeds and texts in messages. */
const anotherDay = (seed: number): Version => {
  const random = numbersFrom(seed);
  const digit = () => Math.floor(random() * 16).toString(16);
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, moved(each)]));
    if (typeof value !== 'string') return value;
    if (/^[\da-f]{8}-/.test(value))
      return value.replace(/^[\da-f]{8}/, () => Array.from({ length: 8 }, digit).join(''));
    return value;
  };
  const shift = random() * 1e9;
  const show = (reply: Reply): Reply => {
    const body = moved(reply.body);
    for (const each of recordsOf(body)) {
      // What an item of a listing may have depends on its state.
      if (/list$/.test(reply.operation) && reply.status < 300 && random() < 0.5) each.zufall = 'x';
      for (const path of ['created_at', 'createdAt', 'from.payment_instructions.expires_at', 'expiresAt'])
        at(each, path, (holder, name) => {
          if (typeof holder[name] === 'string') holder[name] = new Date(Date.parse(holder[name]) - shift).toISOString();
        });
      at(each, 'currency_configurations.limits.tx_limit', (holder, name) => {
        holder[name] = times(0.98 + 0.04 * random())(holder[name]);
      });
      at(each, 'amount', (holder, name) => {
        if (typeof holder[name] === 'string') holder[name] = (random() * 1000).toFixed(12);
      });
      if (typeof each.message === 'string') each.message = `${each.message} (${Math.floor(random() * 1e6)})`;
    }
    return { ...reply, body, elapsedMs: 5 + random() * 60 };
  };
  return { show };
};

test('thirty runs against an unchanged service whose data move show no drift', () => {
  const seeds = Array.from({ length: 30 }, (_, index) => 1 + index * 7_919);
  const first = factsUnder(anotherDay(999));
  for (const seed of seeds) {
    const changes = compareFacts(first, factsUnder(anotherDay(seed)));
    expect(changes.map(writeChange)).toEqual([]);
  }
});

test('a page past the end that a longer listing has is no new fact', () => {
  const pastTheEnd = (reply: Reply) => Number(sentQuery(reply, 'page')) > 1;
  const absent = (reply: Reply): Reply =>
    pastTheEnd(reply) ? Object.assign(Object.create(reply), { status: 404, elapsedMs: 20 }) : asItIs(reply);
  const [old, now] = [unchanged, changing('conversion.list', absent)].map((version) =>
    factsUnder(version, 'conversion.list'),
  );
  const changes = compareFacts(old ?? {}, now ?? {});
  expect(changes.filter(({ aspect }) => aspect === 'status')).toEqual([]);
});

test('a baseline of an earlier version says in one line what it does not know, and nothing fails', () => {
  const now = factsUnder(before.hidden);
  const oldest = /^(?:\d{3} )?(?:\$|header|kind of)|^(?:status|probed): /;
  const earlier = Object.fromEntries(
    Object.entries(writeFacts(now)).map(([endpoint, facts]) => [
      endpoint,
      {
        ...Object.fromEntries(Object.entries(facts).filter(([key]) => oldest.test(key))),
        ...(endpoint === 'service' ? {} : { latency: 'below 1 s' }),
      },
    ]),
  );
  const changes = compareFacts(readFacts(earlier), now);
  expect(changes).toMatchObject([{ kind: 'facts-changed', endpoint: 'service', aspect: 'kinds of facts' }]);
  expect(failsOnDrift(changes)).toBe(false);
});

test('facts hold no name, message or amount of an order', () => {
  const people = recorded.replies.flatMap(({ body }) => (isRecord(body) ? [body.lastName, body.last_name] : []));
  const surname = people.find((name) => typeof name === 'string' && /^[A-Z]\w{3,}$/.test(name));
  expect(surname).toBeTypeOf('string');
  const text = JSON.stringify(writeFacts(factsUnder(inEach('onramp.initiate', set(`of${surname}`, 'x')))));
  expect(text).not.toMatch(new RegExp(`${surname}|individual@`, 'i'));
});

test.each(['Jane Doe, +49 151 12345678', 10 ** 15, null, { name: 'Jane' }])(
  'a number of pages that is %j is no datum in a fact',
  (totalPages) => {
    const [reply] = recorded.replies.filter(({ operation, status }) => operation === 'offramp.list' && status === 200);
    const facts = createFacts({ key: recorded.full });
    if (reply) facts.add({ ...reply, body: { data: [], count: 0, page: 1, limit: 10, totalPages } });
    const seen = JSON.stringify(facts.take('offramp.list/answers-with-its-record', { hasEnded: () => true }));
    expect(seen).toContain('where nothing is listed');
    expect(seen).not.toMatch(/Jane|\d{9}|\[object/);
  },
);
