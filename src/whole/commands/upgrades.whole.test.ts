import { tmpdir } from 'node:os';
import { beforeAll, expect, test } from 'vitest';
import { failsOnDrift } from '#baseline';
import { type OperationId, requirements } from '#contract';
import type { Reply } from '#evidence';
import { compareFacts, type Facts, factsOf, readFacts, writeChange, writeFacts } from '#facts';
import { gatherAll, openSession, plannedChecks } from '#harness';
import { compareRuns, comparisonView, groupChanges, groupText, type Verdict } from '#reporting';
import type { ProbedFacts, TestReport } from '#run';
import { type Fault, memorySandbox, type SeenRequest } from '#sandbox';
import { openTarget, readSettings } from '#target';
import { planFor } from '../../cli/run/plan.ts';
import { catalogueSeed } from '../../cli/settings/selection.ts';
import { has, isAsset, isOfBusiness } from '../../faults/requests.ts';
import { answering, type Hook, isRecord, rewording, rewrite, succeeded } from '../../faults/rewriting.ts';
import { onMembers } from '../../faults/variation.ts';
import { createFacts } from '../../harness/fact-collector.ts';
import { placeText } from '../../reporting/comparison/change-groups.ts';
import { planted, runOnSandbox, severalAtOnce } from '../../testing/in-process.test.support.ts';

interface Recorded {
  readonly replies: readonly Reply[];
  readonly probed: ProbedFacts;
  readonly full: string;
}

let recorded: Recorded;

/** All that a run saw of the sandbox, so that another version of it is a change of these replies. */
beforeAll(async () => {
  const { settings, dispatcher } = memorySandbox({});
  const env = { ...settings, RAMP_QUIET_ACCOUNT: 'true', RAMP_TIMEOUT_MS: '60000' };
  const { target, close } = await openTarget(readSettings({ options: {}, cwd: tmpdir(), env }), { dispatcher });
  const { ledger: _ledger, ...plan } = planFor(target, { profile: 'gate', seed: catalogueSeed(), directory: '' });
  const { runState } = openSession(plan, { prompt: true });
  await Promise.allSettled(gatherAll(plannedChecks(plan), runState).values());
  await close();
  recorded = { replies: runState.replies, probed: target.facts, full: target.keys.full };
});

/** A recorded reply as the sandbox would have sent it under a fault. */
const changed = (reply: Reply, change: Hook): Reply => {
  const { operation, status, headers, body, request } = reply;
  const wire = { ...structuredClone({ status, headers, body }), delayMs: 20 };
  const { input, path } = request;
  const query = Object.fromEntries(new URLSearchParams(path.split('?')[1]));
  change(wire, { operation, path, params: input, query, body: input.body } as unknown as SeenRequest);
  return { ...reply, ...wire, elapsedMs: wire.delayMs };
};

const unchanged: Hook = () => undefined;

/** `of` leaves out what other operations show. */
const factsUnder = (change: Hook, of?: OperationId, probed: ProbedFacts = recorded.probed): Facts => {
  const facts = createFacts({ key: recorded.full });
  for (const reply of recorded.replies)
    if (of === undefined || reply.operation === of) facts.add(changed(reply, change));
  const report: TestReport = {
    requirement: 'conversion.read/answers-with-its-record',
    findings: [],
    observations: [],
    observedFacts: facts.take('conversion.read/answers-with-its-record', { hasEnded: () => true }),
    observedTerms: facts.terms(),
    exchanges: [],
    judgements: 1,
  };
  return factsOf([report], probed);
};

/** A hook, or new members by their paths. */
type Change = Hook | Parameters<typeof onMembers>[1];

const hookOf = (operation: OperationId, change: Change): Hook =>
  typeof change === 'function' ? change : onMembers(operation, change);

const header = (name: string, value: string): Hook =>
  answering({}, ({ headers }) => ({ headers: { ...headers, [name]: value } }));

const ofBrl = (change: (methods: readonly Record<string, unknown>[]) => readonly Record<string, unknown>[]): Hook =>
  answering({ status: 'success', when: ({ params }) => params.currency === 'BRL' }, ({ body }) => ({
    body: change(body as readonly Record<string, unknown>[]),
  }));

const notServed = {
  status: 422,
  body: {
    statusCode: 422,
    message: 'Not served',
    timestamp: '2026-01-01T00:00:00.000Z',
    error: 'Unprocessable Entity',
  },
};

const items = (change: (all: readonly unknown[]) => readonly unknown[]): Change => ({
  '$.data': (all) => change(all as readonly unknown[]),
});

const inUsd = '$.capabilities.currencies.USD';
const txLimit = '$[].currency_configurations[].limits.tx_limit';
const methodFee = '$[].currency_configurations[].fee.amount';

const later =
  (minutes: number) =>
  (text: unknown): string =>
    new Date(Date.parse(String(text)) + minutes * 60_000).toISOString();

const scaled =
  (factor: number, places = 8) =>
  (amount: unknown): string =>
    (Number(amount) * factor).toFixed(places);

const turnedRound = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (_, value) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).reverse()) : value,
  );

/** A fault or variation of the sandbox, where it shows, and all lines that tell it: class, where, and what. */
type Planted = readonly [fault: string, endpoints: string | readonly string[], ...lines: string[]];

/** Promises that break, each with the lines that tell them and no other. */
const breaks: readonly Planted[] = [
  [
    'subaccount.read/email/missing',
    'subaccount.read',
    'broken: subaccount.read: `email`: before an email address, now missing. Promise: The record has every documented field with its documented type. Null appears only where the interface document allows it. Section: Resources and their fields.',
  ],
  [
    'subaccount.read/email/as-number',
    'subaccount.read',
    'broken: subaccount.read: `email`: before an email address, now a number. Promise: The record has every documented field with its documented type. Null appears only where the interface document allows it. Section: Resources and their fields.',
  ],
  [
    'business-kyc.read/legal_name/null',
    'business-kyc.read',
    'broken: business-kyc.read: `legal_name`: before a string, now null. Promise: The record has every documented field with its documented type. Null appears only where the interface document allows it. Section: Resources and their fields.',
  ],
  [
    'business-kyc.read/created_at/date-only',
    'business-kyc.read',
    'broken: business-kyc.read: `created_at`: before a UTC date-time with milliseconds, now a date. Promise: Points in time are ISO 8601 date-times in UTC with milliseconds. Section: Resources, Conventions.',
  ],
  [
    'subaccount.read/a-401-has-no-message',
    'subaccount.read',
    'broken: subaccount.read: field `message` in the body of a 401: before a string, now missing. The status (401) is still as promised. The document requires this field in each 401.',
  ],
  [
    'subaccount.read/a-request-without-a-key-is-served',
    'subaccount.read',
    'broken: subaccount.read: Security: a request with no key is not refused any more: before refused (401), now answered (200). Promise: A request without a key, or with an empty one, gets 401 Unauthorized. Section: Authentication.',
  ],
  [
    'balances.read/a-key-without-permission-is-served',
    'balances.read',
    'broken: balances.read: Security: a request with the restricted key is not refused any more: before refused (403), now answered (200). Promise: A valid key without permission for the resource gets 403 Forbidden. Section: Authentication.',
  ],
  [
    'subaccount.read/a-401-is-sent-as-403',
    'subaccount.read',
    'broken: subaccount.read: a request without a key: before 401, now 403. Promise: A request without a key, or with an empty one, gets 401 Unauthorized. Section: Authentication.',
  ],
  [
    'offramp.list/no-path-of-version-2-leads-anywhere',
    'offramp.list',
    'broken: offramp.list, offramp.read: the endpoints are gone, and their paths lead nowhere; n promises cannot be tested. Promise: A valid request succeeds, and the JSON body of its answer is the documented object or array. Section: Endpoints.',
    'changed: onramp.initiate, offramp.initiate: orders among other calls, in random order: before 201 or 400, now 404',
  ],
  [
    'deposit/other-real-codes-are-accepted',
    'deposit.simulate',
    'broken: deposit.simulate: a deposit (currency: JPY): before refused (400), now accepted (204). Promise: A currency that is not listed gets 400 Bad Request with statusCode, message, timestamp and error. Section: Errors.',
  ],
  [
    'deposit/brl-is-refused-as-if-it-were-not-listed',
    'deposit.simulate',
    'broken: deposit.simulate: a deposit of BRL: before accepted, now refused (400). Promise: The service accepts each of the twelve listed currencies as a valid value. Section: Endpoints, 5. Simulate deposit.',
  ],
  [
    'rails/a-named-withdrawal-is-accepted-over-ach',
    'rails',
    'broken: offramp.initiate: an order (named withdrawal, USD, ACH): before refused, now accepted (201). Promise: A named withdrawal (to an identified business) over ACH is refused. Section: Endpoints, 7. Rules for USD and named withdrawals.',
  ],
  [
    'withdrawal.read/the-masked-address-is-the-full-one',
    'withdrawal.read',
    'broken: withdrawal.read: Security: customer data shows in `destination_address`: before a masked string, now a string without a mask. Promise: The masked address hides more than two characters of the full address. Section: Resources, Withdrawal.',
  ],
  [
    'withdrawal.read/amount/places-lost',
    'withdrawal.read',
    'broken: withdrawal.read: `amount`: before 8 decimal places, now 7. Promise: Amounts in strings are plain decimals. Where the document gives a number of decimal places, they have exactly that number. Section: Resources, Withdrawal.',
  ],
  [
    'conversion.read/rate/places-trimmed',
    'conversion.read',
    'broken: conversion.read: `rate`: before 12 decimal places, now 2 to 6. Promise: Amounts in strings are plain decimals. Where the document gives a number of decimal places, they have exactly that number. Section: Resources, Conversion.',
  ],
  [
    'onramp/the-order-takes-its-amount-from-a-balance',
    'onramp.initiate',
    'broken: balances.read: `balances` breaks a rule that the older run kept: expected no balance moved, seen a balance moved. Promise: Initiating an onramp changes no balance. Section: What the service does.',
  ],
  [
    'conversion.list/total/as-text',
    'conversion.list',
    'broken: conversion.list: `total`: before an integer, now a whole number as a string. Promise: The record has every documented field with its documented type. Null appears only where the interface document allows it. Section: Resources and their fields.',
  ],
  [
    'deposit/a-deposit-is-answered-with-a-record',
    'deposit.simulate',
    'broken: deposit.simulate: the body: before no body, now an object. Promise: The answer to an accepted deposit has no body. Section: Endpoints, 5. Simulate deposit.',
    'changed: deposit.simulate: all valid deposits (18 kinds tried): before 204, now 201',
  ],
  [
    'http/json-is-called-html',
    ['http', 'balances.read'],
    'broken: withdrawal.read: header `Content-Type`: before `application/json`, now `text/html`. Promise (implied): A body is JSON and says so in its content type. Section: What the service does.',
  ],
  [
    'onramp/no-verification-is-asked-for',
    'onramp.initiate',
    'broken: onramp.initiate: an order: before refused, now accepted (201). Promise: An onramp for a business subaccount without approved KYC is refused. Section: Endpoints.',
  ],
];

/** Another release of an endpoint, or two where the reference lacks what is changed. */
type Upgrade = readonly [
  of: OperationId,
  upgrade: string,
  to: Change | readonly [from: Change, to: Change],
  ...lines: string[],
];

/** What was never promised: the same replies as another release would give them. */
const changes: readonly Upgrade[] = [
  [
    'taxonomy.list',
    'a method is gone',
    ofBrl((all) => all.slice(0, 1)),
    'breaks: taxonomy.list: method `ted` for BRL is gone',
  ],
  [
    'taxonomy.list',
    'a method is new',
    ofBrl((all) => [...all, { ...all[0], method: 'wire' }]),
    'more: taxonomy.list: new method `wire/key` for BRL',
  ],
  [
    'taxonomy.list',
    'a field more is required',
    ofBrl((all) => all.map((each) => ({ ...each, required_fields: [each.required_fields, 'phone'].flat() }))),
    'breaks: taxonomy.list: `ted` for BRL: new required field `phone`. The same for 1 more method: `pix/key` for BRL',
  ],
  [
    'taxonomy.list',
    'a greatest amount is lowered',
    { [txLimit]: '25000.00000000' },
    'changed: taxonomy.list: largest order (`tx_limit`) by `cbu` for ARS/USDC fell: before 50000, now 25000. The same for 15 more methods: `cbu` for ARS/USDT; `cvu/wallet` for ARS/USDC; `cvu/wallet` for ARS/USDT; and 12 more',
  ],
  [
    'taxonomy.list',
    'a second factor is asked for sooner',
    { '$[].security.modes[].to_amount': (amount) => Number(amount) / 2 },
    'changed: taxonomy.list: `to_amount` of the security mode `otp` of `cbu` for ARS fell: before 50000, now 25000. Also changed: 15 more: `to_amount` of the security mode `pin` of `cbu` for ARS; `to_amount` of the security mode `otp` of `cvu/wallet` for ARS; `to_amount` of the security mode `pin` of `cvu/wallet` for ARS; and 12 more',
  ],
  [
    'taxonomy.list',
    'a fee of a method is raised',
    { [methodFee]: '15.00' },
    'changed: taxonomy.list: fee of `cbu` for ARS/USDC rose: before 1.5, now 15 (`fee.type` says the unit). Also changed: 15 more methods: `cbu` for ARS/USDT; `cvu/wallet` for ARS/USDC; `cvu/wallet` for ARS/USDT; and 12 more',
  ],
  [
    'subaccount.read',
    'a flag is taken',
    { [`${inUsd}.canOnramp`]: false },
    'breaks: subaccount.read: flag `canOnramp` for USD (business with status `approved`): before true, now false. The same for 1 more: USD (individual with status `approved`)',
  ],
  [
    'subaccount.read',
    'a network of an asset is gone',
    { '$.capabilities.assets.USDC.networks': ['SOL'] },
    'breaks: subaccount.read: networks `CELO`, `ETH`, `POLY` for USDC (business with status `approved`) are gone. The same for 1 more: USDC (individual with status `approved`)',
  ],
  [
    'onramp.initiate',
    'a member with a hidden name is renamed',
    [{ '$.zahlungsweg': 'x' }, { '$.zahlungsart': 'x' }],
    'changed: onramp.initiate: `zahlungsweg` (not in the document): before always there, now missing',
    'more: onramp.initiate: new field `zahlungsart`: a string',
  ],
  [
    'withdrawal.read',
    'a member that nobody named is gone',
    [{ '$.settled_at': '2026-01-01T00:00:00.000Z' }, unchanged],
    'changed: withdrawal.read: `settled_at` (not in the document): before always there, now missing',
  ],
  [
    'offramp.list',
    'listings turn round',
    items((all) => all.toReversed()),
    'changed: offramp.list: order of the listing: before newest first, now oldest first',
  ],
  [
    'onramp.initiate',
    'an order expires sooner',
    { '$.from.payment_instructions.expires_at': later(-20) },
    'changed: onramp.initiate: `from.payment_instructions.expires_at` comes sooner: before 30 min after creation, now 10 min',
  ],
  [
    'onramp.initiate',
    'fees of orders are raised',
    { '$.to.net_amount': scaled(0.98, 14) },
    'changed: onramp.initiate: the fees of a plain order rose: before 1.1 % of the gross amount, now 3.08 % (example: of 18.41, before 0.2025, now 0.5666). The same for 9 more orders: an order in GHS; an order in NGN; an order in USD; and 6 more',
  ],
  [
    'onramp.initiate',
    'the fee of the service is raised in every currency',
    {
      '$.pricing.fees.onramp_fee': scaled(2.5),
      '$.to.net_amount': (net, { holder }) => (Number(net) - 0.015 * Number(holder.gross_amount)).toFixed(14),
    },
    'changed: onramp.initiate: `pricing.fees.onramp_fee` rose in BRL, GHS, NGN and USD: before 1 % of what is received, now 2.5 % (example of an order in BRL: of 17.63 units of the asset received, before 0.1763, now 0.4406)',
  ],
  [
    'onramp.initiate',
    'a code to pay becomes a link',
    { '$.from.payment_instructions.qr_code': 'https://pay.example/x' },
    'changed: onramp.initiate: `from.payment_instructions.qr_code`: before a string that is not a URL, now a URL',
  ],
  [
    'offramp.list',
    'the header of caches is another',
    [header('cache-control', 'no-store'), header('cache-control', 'public, max-age=60')],
    'breaks: offramp.list: header `Cache-Control`: before `no-store`, now `public, max-age=60`, so that shared caches may keep customer data',
  ],
  [
    'offramp.list',
    'the header of caches is gone',
    [header('cache-control', 'no-store'), unchanged],
    'changed: offramp.list: header `Cache-Control`: before `no-store`, now missing',
  ],
  [
    'conversion.list',
    'an endpoint announces its end',
    header('sunset', 'Thu, 31 Dec 2026 23:59:59 GMT'),
    'changed: conversion.list: announced to end on 31 Dec 2026, 23:59 UTC (header `Sunset`)',
  ],
  [
    'offramp.read',
    'an absent offramp is gone for good',
    answering({ status: 404 }, { status: 410 }),
    'changed: offramp.read: a request for an offrampId that does not exist: before 404, now 410. The same for 4 more requests: a request for a new offramp under another subaccount; a request for the offramp of another subaccount; a request whose `offrampId` is no UUID; and 1 more',
  ],
  [
    'subaccount.read',
    'an absence is worded in another way, with words of other kinds of messages',
    rewording({ status: 404 }, { message: 'No subaccount has this identifier, verification is required' }),
    'least: subaccount.read: the message of a 404 is worded differently',
  ],
  [
    'balances.read',
    'balances of zero are left out',
    [{ '$.balances.ghs': 0 }, { '$.balances{*}': (held) => (Number(held) === 0 ? undefined : held) }],
    'changed: balances.read: balances of zero: before listed, now left out',
  ],
  [
    'withdrawal.read',
    'a protocol has another code',
    { '$.protocol': 'x9' },
    'changed: withdrawal.read: `protocol`: the value changed (this report hides both values)',
  ],
  [
    'withdrawal.read',
    'a mask hides another part',
    { '$.destination_address': 'ab****yz' },
    'changed: withdrawal.read: `destination_address` shows another part: before the first 6 and the last 4 characters, now the first 2 and the last 2 characters',
  ],
  [
    'offramp.read',
    'a settlement is estimated later',
    [{ '$.settlement.estimated_at': (_, { body }) => later(20)(isRecord(body) && body.created_at) }, unchanged],
    'changed: offramp.read: `settlement.estimated_at` comes later: before 20 to 30 min after creation, now at least 1 day',
  ],
  [
    'conversion.read',
    'instants are written with another zone',
    { '$.createdAt': (text) => String(text).replace('Z', '+00:00') },
    'changed: conversion.read: `createdAt`: before a date-time with milliseconds, in UTC (`Z`), now a date-time with milliseconds, in UTC (`+00:00`) (the same instant, written in another way)',
  ],
  [
    'offramp.initiate',
    'amounts lose their cents',
    { '$.to.net_amount': (text) => String(Math.round(Number(text))) },
    'changed: offramp.initiate: `to.net_amount`: before at most 13 decimal places, now whole amounts, zeros aside',
  ],
  [
    'deposit.simulate',
    'a business may not deposit any more',
    answering({ status: 'success', when: (order) => isOfBusiness(order) && !has('currency', 'USD')(order) }, notServed),
    'changed: deposit.simulate: a deposit of ARS by a business: before 204, now 422. The same for 3 more requests: a deposit of BRL by a business; a deposit of USDT by a business; a deposit of ZMW by a business',
  ],
  [
    'withdrawal.read',
    'a member that may be null is gone, with text and without',
    { '$.tx_hash': undefined },
    'changed: withdrawal.read: `tx_hash` (optional in the document): before always there, now missing',
  ],
  [
    'onramp.initiate',
    'no order of an asset is accepted',
    answering({ status: 'success', when: isAsset('USDT') }, notServed),
    'changed: onramp.initiate: an order of USDT: before 201, now 422. The same for 1 more request: an order of USDT by a business',
  ],
  [
    'onramp.initiate',
    'a rate is told the other way round',
    { '$.pricing.fx_rate': (rate) => (1 / Number(rate)).toFixed(10) },
    'changed: onramp.initiate: `pricing.fx_rate`: before units received per unit paid, now units paid per unit received. Example for 100 paid and 20 received: before 0.2, now 5',
  ],
  [
    'offramp.initiate',
    'a fee is charged in the fiat currency',
    { '$.pricing.fees.offramp_fee_currency': 'USDC' },
    'changed: offramp.initiate: `pricing.fees.offramp_fee_currency` names another currency: before the currency that the customer receives, now the currency that the customer pays',
  ],
  [
    'conversion.list',
    'conversions cost more',
    { '$.data[].feeAmount': scaled(3, 12) },
    'changed: conversion.list: the fees of a conversion rose: before 0.4 % of the amount, now 1.2 %',
  ],
  [
    'onramp.initiate',
    'an asset comes back by another name',
    { '$.to.asset': (asset) => (asset === 'BTC_LIGHTNING' ? 'BTC' : asset) },
    'changed: onramp.initiate: `to.asset` repeats the order: before always as sent, now otherwise than sent, in some answers',
  ],
  [
    'offramp.list',
    'the count of a listing is that of the page',
    { '$.count': (_, { holder }) => [holder.data].flat().length },
    'changed: offramp.list: `count`: before the items of the listing, now the items of the page',
  ],
  [
    'business-kyc.read',
    'links to documents carry a signature',
    { '$.identification[].image_front': (uri) => `${uri}?signature=1` },
    'changed: business-kyc.read: `identification[].image_front`: before a URL, now a URL with query parameters, so the link may expire',
  ],
  [
    'withdrawal.read',
    'ids are written in upper case',
    { '$.id': (id) => String(id).toUpperCase() },
    'changed: withdrawal.read: `id`: before a UUID, now a UUID in upper case',
  ],
  [
    'lightning-offramp.initiate',
    'an invoice no longer says when it ends',
    { '$.data.expiresAt': null },
    'changed: lightning-offramp.initiate: `data.expiresAt` (optional in the document): before never null, now null',
  ],
  [
    'offramp.list',
    'other records are in other states that the document knows',
    [{ '$.data[].status': 'failed' }, { '$.data[].status': 'paid' }],
    'least: offramp.list: `data[].status`: `failed` before in 54 of 54 records, now in none of 54',
  ],
  [
    'taxonomy.list',
    'fees of methods move a little',
    [{ [methodFee]: '1.48' }, { [methodFee]: '1.53' }],
    'least: taxonomy.list: fee of `cbu` for ARS/USDC rose: before 1.48, now 1.53 (`fee.type` says the unit). The same for 15 more methods: `cbu` for ARS/USDT; `cvu/wallet` for ARS/USDC; `cvu/wallet` for ARS/USDT; and 12 more',
  ],
];

/** What changes nothing that matters. */
const nothing: readonly (readonly [of: OperationId, upgrade: string, to: Change])[] = [
  ['offramp.initiate', 'amounts end in zeros', { '$.from.amount': (text) => `${text}000` }],
  ['offramp.initiate', 'a rate moved', { '$.pricing.fx_rate': scaled(1.04) }],
  ['taxonomy.list', 'limits of methods follow a rate', { [txLimit]: scaled(1.031) }],
  ['offramp.list', 'a listing has more records', items((all) => all.flatMap((each) => [each, each]))],
  ['offramp.list', 'a listing has fewer records', items((all) => all.slice(0, 1))],
  ['withdrawal.read', 'null is left out where the document allows both', { '$.tx_hash': (hash) => hash ?? undefined }],
  ['subaccount.read', 'members stand in another order', answering({}, ({ body }) => ({ body: turnedRound(body) }))],
  ['balances.read', 'answers take longer for one run', answering({}, { delayMs: 700 })],
];

const linesOf = (before: Verdict, after: Verdict): readonly string[] =>
  comparisonView(compareRuns(before, after)).lines.map(
    ({ word, endpoints, text }) =>
      `${word}: ${placeText(endpoints)}: ${text.replace(/\d+ promises cannot/, 'n promises cannot')}`,
  );

test('twenty promises that break are each told by their own lines and no other', async () => {
  expect(breaks).toHaveLength(20);
  const sound = new Map<string, Promise<Verdict>>();
  const told = await severalAtOnce(breaks, async ([fault, endpoints]) => {
    const only = requirements.filter(({ subject }) => [endpoints].flat().includes(subject)).map(({ id }) => id);
    const run = async (always?: Fault) =>
      (await runOnSandbox(always, { profile: 'gate', seed: catalogueSeed(), prompt: true, only })).verdict;
    const before = sound.get(String(endpoints)) ?? run();
    sound.set(String(endpoints), before);
    return [fault, endpoints, ...linesOf(await before, await run(planted(fault)))];
  });
  expect(told).toEqual(breaks);
});

for (const [of, upgrade, change, ...lines] of changes)
  test(`${of}: ${upgrade}`, () => {
    const [from, to] = Array.isArray(change) ? change : [unchanged, change];
    const all = compareFacts(factsUnder(hookOf(of, from), of), factsUnder(hookOf(of, to), of));
    const seen = all.filter((each) => each.class !== 'unseen');
    expect(groupChanges(seen).map(groupText)).toEqual(lines);
    expect(failsOnDrift(seen)).toBe(lines.some((line) => line.startsWith('breaks')));
  });

test('the limit of a page fell', () => {
  const fell = { firstPage: 1, greatestLimit: 20, pageLimits: { 'offramp.list': 20, 'conversion.list': 50 } };
  const before = factsUnder(unchanged, 'offramp.list');
  const all = compareFacts(before, factsUnder(unchanged, 'offramp.list', fell));
  expect(groupChanges(all).map(groupText)).toEqual([
    'breaks: offramp.list: largest page size (`limit`) fell: before 50, now 20',
  ]);
  expect(failsOnDrift(all)).toBe(true);
});

test.each(nothing)('%s: %s: no line', (of, _, to) => {
  const changes = compareFacts(factsUnder(unchanged, of), factsUnder(hookOf(of, to), of));
  expect(changes.filter(({ kind }) => kind !== 'not-seen')).toEqual([]);
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
const anotherDay = (seed: number): Hook => {
  const random = numbersFrom(seed);
  const minutes = -16_000 * random();
  const moved = (name: string, value: unknown): unknown => {
    if (name === 'tx_limit') return scaled(0.98 + 0.04 * random())(value);
    if (typeof value !== 'string') return value;
    if (/^(?:created|expires)_?at$/i.test(name)) return later(minutes)(value);
    if (name === 'amount' && /\.\d{12}$/.test(value)) return (random() * 1000).toFixed(12);
    if (name === 'message') return `${value} (${Math.floor(random() * 1e6)})`;
    const digits = Math.floor(random() * 2 ** 32).toString(16);
    return value.replace(/^[\da-f]{8}(?=-)/, digits.padStart(8, '0'));
  };
  return (reply, request) => {
    reply.delayMs = 5 + random() * 60;
    if (reply.body !== undefined) reply.body = JSON.parse(JSON.stringify(reply.body), moved);
    if (!request.operation?.endsWith('.list') || !succeeded(reply)) return;
    // What an item of a listing may have depends on its state.
    for (const path of ['$.data[].zufall', '$[].zufall'])
      rewrite(reply.body, path, () => (random() < 0.5 ? 'x' : undefined), request);
  };
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
  const absent = answering({ status: 'success', when: ({ query }) => Number(query.page) > 1 }, { status: 404 });
  const [old, now] = [unchanged, absent].map((change) => factsUnder(change, 'conversion.list'));
  const changes = compareFacts(old ?? {}, now ?? {});
  expect(changes.filter(({ aspect }) => aspect === 'status')).toEqual([]);
});

test('a baseline of an earlier version says in one line what it does not know, and nothing fails', () => {
  const now = factsUnder(onMembers('onramp.initiate', { '$.zahlungsweg': 'x' }));
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
  const text = JSON.stringify(writeFacts(factsUnder(onMembers('onramp.initiate', { [`$.of${surname}`]: 'x' }))));
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
