import { expect, test } from 'vitest';
import { compareFacts, kindNames, readFacts, sentenceOf, type WrittenFacts } from '#facts';
import { reasonOf } from '#run';
import { describe as describeValue } from '#schemas';
import {
  broken,
  failedBy,
  green,
  ids,
  type Made,
  made,
  type Reports,
  reportsWith,
  saw,
  target,
  titled,
  untestedBy,
} from '../example.test.support.ts';
import type { Verdict } from '../verdict.ts';
import { alsoText } from './change-groups.ts';
import { type Comparison, compareRuns } from './compare-runs.ts';
import { comparisonSummary, comparisonText, renderComparison } from './comparison-reports.ts';
import { comparisonView } from './comparison-view.ts';
import { inWords, otherwiseText } from './form-words.ts';

const { stated, implied, shown } = ids;

/** A fact as both runs have it, or before and after. */
type Pairs = Readonly<
  Record<string, Readonly<Record<string, string | readonly [before: string | undefined, after?: string]>>>
>;

/** Two runs of these facts, and what the newer one reported. */
const pair = (facts: Pairs, reports?: Reports): Comparison => {
  const [before = {}, after = {}] = [0, 1].map((at): WrittenFacts => {
    const side = Object.entries(facts).map(([endpoint, own]) => {
      const all = Object.entries(own).map(([fact, value]) => [fact, typeof value === 'string' ? value : value[at]]);
      return [endpoint, Object.fromEntries(all.filter(([, value]) => value !== undefined))];
    });
    return Object.fromEntries(side);
  });
  return compareRuns(saw(before), saw(after, reports && { reports }));
};

const breaking = (reports: Reports) => compareRuns(green, made({ reports }));

/** Each line with what else it stands for, and what it asks of somebody. */
const linesOf = (comparison: Comparison) =>
  comparisonView(comparison).lines.flatMap(({ word, endpoints, text, also, must }) => [
    `${word}, ${endpoints.join(' and ')}: ${text}`,
    ...(also ? [`  ${alsoText(also)}`] : []),
    ...(must === undefined ? [] : [`  ${must}`]),
  ]);

/** The counts of all promises are those of the catalogue. */
const withoutCounts = (text: string) =>
  text.replace(/(?<=[ (])\d{3}(?= (?:of|kept|in all|compared|promises and|details))/g, 'N');

test('one cause is one line, whatever else shows by it', () => {
  const lacks = {
    code: 'MISSING_MEMBER',
    operation: 'balances.read',
    expected: 'string',
    observed: 'missing',
  } as const;
  const failed = {
    code: 'SERVER_ERROR',
    operation: 'conversion.read',
    expected: 'no server error',
    observed: '500',
    answer: { status: 500 },
  } as const;
  const net = {
    code: 'RULE_BROKEN',
    operation: 'onramp.initiate',
    where: '$.to.net_amount',
    expected: 'to.gross_amount minus pricing.fees.total_fees',
    observed: 'decimal(4)',
  } as const;
  const ended = {
    'header content-type': 'x',
    'header deprecation': [undefined, '@1798761600'],
    'header sunset': [undefined, 'Wed, 30 Jun 2027 23:59:59 GMT'],
  } as const;
  const comparisons: Readonly<Record<string, Comparison>> = {
    'a refusal with another body': pair({
      'offramp.initiate': { '400 $': 'object', '400 $.error': ['text req'], '400 $.message': ['text req'] },
    }),
    'valid orders that are refused, with whatever is refused as they are': pair({
      'onramp.initiate': {
        'status: orders of onramp.initiate': ['201', '422'],
        'observed: without to': ['400', '422'],
        'observed: absent subaccount': ['404', '422'],
      },
    }),
    'a fee of another type, whose amount is in another unit': pair({
      'taxonomy.list': { 'fee: BRL pix USDC': ['1.5', '0.8'], 'fee types: BRL pix USDC': ['fixed', 'percentage'] },
    }),
    'a raised fee of two methods': pair({
      'taxonomy.list': { 'fee: BRL ted USDC': ['12', '15'], 'fee: MXN spei USDC': ['13', '16'], $: 'array' },
    }),
    'a member of a record and of its listing': pair({
      'offramp.list': {
        '$.data': 'array',
        '$.data[]': 'object',
        '$.data[].note': ['text req'],
        '$.note': ['text req'],
      },
    }),
    'customer data that caches may keep': pair({
      'subaccount.read': {
        ...{ 'header content-type': 'x', '401 header content-type': 'x' },
        'header cache-control': [undefined, 'public'],
        '401 header cache-control': [undefined, 'public'],
      },
    }),
    'members that are missing at once': breaking(
      broken(stated, { ...lacks, where: '$.email' }, { ...lacks, where: '$.id' }),
    ),
    'one server error, whatever promises it breaks': pair(
      { 'conversion.read': { 'observed: absent conversion': ['404', '500'] } },
      {
        ...broken('conversion.read/hides-what-is-absent', failed),
        ...broken('conversion.read/never-serves-a-malformed-id', failed),
      },
    ),
    'refusals with another status at several endpoints': pair({
      'onramp.initiate': {
        'observed: without from': ['400', '422'],
        'status: onramp.initiate refused, in an odd text': ['400 or 415', '400 or 415 or 422'],
      },
      'deposit.simulate': { 'status: deposit.simulate without a member': ['400', '422'] },
      'lightning-offramp.initiate': {
        'status: lightning-offramp.initiate refused, in an odd text': ['400 or 415', '400 or 415 or 422'],
      },
    }),
    'promises of several endpoints that one status breaks': pair(
      {},
      {
        ...broken('deposit.simulate/refuses-an-unlisted-currency', {
          ...{ operation: 'deposit.simulate', expected: '400', observed: '422', case: 'currency: AED' },
        }),
        ...broken('onramp.initiate/refuses-an-unlisted-asset', {
          ...{ operation: 'onramp.initiate', expected: '400', observed: '422', case: 'to.asset: EURC' },
        }),
        ...broken('onramp.initiate/holds-through-a-sequence', {
          ...{ operation: 'onramp.initiate', expected: '400', observed: '422' },
        }),
      },
    ),
    'a member with other values at each endpoint that is missing': pair(
      {},
      {
        ...broken('withdrawal.read/has-its-members', {
          ...{ code: 'MISSING_MEMBER', operation: 'withdrawal.read', where: '$.status', observed: 'missing' },
          expected: 'one of pending, completed',
        }),
        ...broken('subaccount.read/has-its-members', {
          ...{ code: 'MISSING_MEMBER', operation: 'subaccount.read', where: '$.status', observed: 'missing' },
          expected: 'one of created, approved',
        }),
      },
    ),
    'a record that is served to another subaccount': pair(
      {},
      broken('withdrawal.read/keeps-to-its-subaccount', {
        ...{ code: 'NOT_REFUSED', operation: 'withdrawal.read', expected: 'no success', observed: '200' },
      }),
    ),
    'an odd request that repeats a used reference': pair({
      'onramp.initiate': {
        'observed: a reference for the second time': ['201', '409'],
        'status: onramp.initiate refused, in an odd text': ['400 or 415', '400 or 409'],
      },
    }),
    'a net amount alone that is another, and no fee that falls': pair(
      { 'onramp.initiate': { 'fee rate: plain': ['0.05 (0.50 of 10)', '0 (0 of 10)'] } },
      broken('onramp.initiate/nets-the-gross-less-the-fees', net),
    ),
    'a key that is refused otherwise, also where the run had no second look for the promise': pair(
      {
        'balances.read': { 'status: balances.read with an invalid key, with another key': ['401', '403'] },
        'taxonomy.list': { 'status: taxonomy.list with an invalid key, with another key': ['401', '403'] },
      },
      {
        ...broken('balances.read/refuses-an-altered-key', {
          ...{ operation: 'balances.read', expected: '401', observed: '403' },
        }),
        'taxonomy.list/refuses-an-altered-key': failedBy('NO_SECOND_LOOK', 'the run has used all its second looks'),
      },
    ),
    'a rail that is listed no more and refused': pair({
      'subaccount.read': { 'rails: USD, business, approved': ['swift or wire', 'wire'] },
      'offramp.initiate': { 'status: orders of offramp.initiate, over SWIFT': ['201', '400'] },
    }),
    'orders over one rail that are refused': pair({
      'offramp.initiate': { 'status: orders of offramp.initiate, over WIRE': ['201', '400'] },
    }),
    'deprecation and end of an endpoint': pair({
      'lightning-offramp.initiate': ended,
      'withdrawal.read': { ...ended, '404 header content-type': 'x', '404 header sunset': ended['header sunset'] },
    }),
  };
  const all = Object.entries(comparisons).map(([name, each]) => [name, linesOf(each)]);
  expect(titled(Object.fromEntries(all))).toMatchInlineSnapshot(`
    "a refusal with another body
      breaks, offramp.initiate: \`error\` in the body of a 400: before always there, now missing
        The same for 1 more field: \`message\` in the body of a 400
        Your client must work when a 400 has no \`error\`.
    valid orders that are refused, with whatever is refused as they are
      breaks, onramp.initiate: valid orders: before 201, now 422
        Ask the vendor whether the refusal (422) of valid orders is a new rule or a defect. Stay on the older release until the vendor answers. Your client cannot work around this.
    a fee of another type, whose amount is in another unit
      changed, taxonomy.list: fee of \`pix\` for BRL/USDC: before \`fixed\` 1.5, now \`percentage\` 0.8. The document does not say the currency of 1.5 or whether 0.8 means 0.8 % or 80 %
        Ask the vendor: the fee is a percentage of which amount? Then check how your client computes the fee of \`pix\` for BRL/USDC.
    a raised fee of two methods
      changed, taxonomy.list: fee of \`ted\` for BRL/USDC rose: before 12, now 15 (\`fee.type\` says the unit)
        Also changed: 1 more method: \`spei\` for MXN/USDC
        Ask the vendor whether this fee is intended. Then check that your client expects a fee of 15 for \`ted\` for BRL/USDC.
    a member of a record and of its listing
      changed, offramp.list: \`data[].note\` and \`note\` (not in the document): before always there, now missing
        Check that your client works when \`data[].note\` is missing.
    customer data that caches may keep
      breaks, subaccount.read: header \`Cache-Control\`: before not sent, now \`public\`, so that shared caches may keep customer data
        Ask the vendor to send \`no-store\`. Until then, turn off caching of these answers in your proxies and your client.
    members that are missing at once
      broken, balances.read: \`email\`: before a string, now missing. The same answers also lack \`id\`. Promise: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error. Section: Errors.
    one server error, whatever promises it breaks
      broken, conversion.read: a request whose id is no UUID: before 404, now 500. Promise (implied): The service refuses an id that is not a UUID, and the nil UUID (all zeros), without a 5xx. Section: Endpoints, 13. Get conversion.
        1 more promise allows no server error here: The service never returns a record for a conversion that does not exist.
    refusals with another status at several endpoints
      changed, deposit.simulate and onramp.initiate and lightning-offramp.initiate: refused requests: before 400, now 422 in 3 cases, such as an order without \`from\` (onramp.initiate)
        Check that your client treats 422 like 400 in each refusal.
    promises of several endpoints that one status breaks
      broken, deposit.simulate and onramp.initiate: an order (to.asset: EURC): before refused (400), now refused (422). Promise: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error. Section: Errors.
        2 more promises are broken by the same status: A currency that is not listed gets 400 Bad Request with statusCode, message, timestamp and error; In any sequence of orders, each accepted onramp is pending, with the ordered values and a new id, and an unlisted asset gets 400.
    a member with other values at each endpoint that is missing
      broken, subaccount.read and withdrawal.read: \`status\`: before there, now missing. Promise: The record has every documented field with its documented type. Null appears only where the interface document allows it. Section: Resources and their fields.
    a record that is served to another subaccount
      broken, withdrawal.read: a request through the path of another subaccount: before refused, now answered (200). Promise (implied): A withdrawal cannot be read through the path of another subaccount. Section: Endpoints, 11. Get withdrawal.
    an odd request that repeats a used reference
      changed, onramp.initiate: an order with an already used reference: before 201, now 409
        Check that your client can take a refusal (409) of an order with an already used reference.
    a net amount alone that is another, and no fee that falls
      changed, onramp.initiate: \`to.net_amount\` breaks a rule that the older run kept: expected \`to.gross_amount\` minus \`pricing.fees.total_fees\`. The document shows this rule only in its examples, and does not promise the rule.
        Ask the vendor which rule replaces this rule, and check each amount that your client computes.
    a key that is refused otherwise, also where the run had no second look for the promise
      broken, balances.read and taxonomy.list: a request with an invalid key: before 401, now 403. Promise: An invented key, or an altered copy of the valid key, gets 401 Unauthorized. Section: Authentication. taxonomy.list gives the same answer; this run could not judge it.
    a rail that is listed no more and refused
      breaks, subaccount.read and offramp.initiate: payment rail \`swift\` for USD (business with status \`approved\`) is gone: subaccounts do not list this rail any more, and orders over it are refused (before 201, now 400)
        Refused now: an order over SWIFT
        Your client must work without this rail.
    orders over one rail that are refused
      breaks, offramp.initiate: an order over WIRE: before 201, now 400
        Ask the vendor whether the refusal (400) of an order over WIRE is a new rule or a defect. Your client cannot send such orders to this release.
    deprecation and end of an endpoint
      changed, lightning-offramp.initiate and withdrawal.read: deprecated by the vendor from 1 Jan 2027 (header \`Deprecation\`), and announced to end on 30 Jun 2027, 23:59 UTC (header \`Sunset\`)
        Ask the vendor what replaces these endpoints. Your client must stop all calls before 30 Jun 2027, 23:59 UTC."
  `);
});

test('an endpoint that answers 404 to each request, whatever the key, is gone', () => {
  const of = (keyless: string) =>
    pair(
      {
        'conversion.read': {
          'status: reads of conversion.read': ['200', '404'],
          'status: conversion.read with an invalid key, with another key': ['401', keyless],
        },
      },
      {
        ...broken('conversion.read/answers-with-its-record', {
          ...{ operation: 'conversion.read', expected: 'a success (2xx)', observed: '404' },
        }),
        'conversion.read/has-its-members': untestedBy('nothing to judge', 'no record'),
      },
    );
  expect([...linesOf(of('404')), ...comparisonView(of('404')).rest.slice(1)]).toMatchInlineSnapshot(`
    [
      "broken, conversion.read: the endpoint is gone, and its path leads nowhere; 1 promise cannot be tested. Promise: A valid request succeeds, and the JSON body of its answer is the documented object or array. Section: Endpoints.",
      "The same in both runs: 2 details.",
      "Not counted above: 2 more details that changed for the same reason. No extra action is needed.",
      "Not compared: 1 promise, because conversion.read is gone in the newer run. Nothing can be compared until the vendor serves this endpoint again.",
    ]
  `);
  expect([...of('401').gone.keys()]).toEqual([]);
});

test('access that opens comes first, and a refusal whose body is another is said to be a refusal still', () => {
  const at = { operation: 'balances.read', answer: { status: 401 } } as const;
  const served = { code: 'NOT_REFUSED', expected: '403', observed: '200', case: 'the restricted key' } as const;
  const comparison = breaking({
    ...broken(stated, { ...at, code: 'MISSING_MEMBER', where: '$.error', expected: 'string', observed: 'missing' }),
    ...broken(implied, { ...at, ...served, where: 'status', answer: { status: 200 } }),
  });
  expect(linesOf(comparison)).toMatchInlineSnapshot(`
    [
      "broken, balances.read: Security: a request with the restricted key is not refused any more: before refused (403), now answered (200). Promise (implied): The source amount of the answer is the amount of the order. Section: Resources, Onramp.",
      "broken, balances.read: field \`error\` in the body of a 401: before a string, now missing. The status (401) is still as promised. Promise: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error. Section: Errors.",
    ]
  `);
});

test('a rule whose words are kept is not quoted as broken', () => {
  const key = 'balances.read/refuses-a-missing-key';
  const [body, failed] = [{ answer: { status: 401 } }, { answer: { status: 500 } }];
  const field = { code: 'MISSING_MEMBER', where: '$.error', expected: 'string', observed: 'missing', ...body };
  const text = { code: 'NOT_JSON', where: '$', expected: 'an object', observed: 'text/html', ...body };
  const error = { code: 'SERVER_ERROR', expected: 'no server error', observed: '500', ...failed };
  expect([
    ...linesOf(breaking(broken(key, { operation: 'balances.read', ...field }))),
    ...linesOf(breaking(broken(key, { operation: 'balances.read', ...text }))),
    ...linesOf(breaking(broken('conversion.read/hides-what-is-absent', { operation: 'conversion.read', ...error }))),
  ]).toMatchInlineSnapshot(`
    [
      "broken, balances.read: field \`error\` in the body of a 401: before a string, now missing. The status (401) is still as promised. The document requires this field in each 401.",
      "  1 promise is broken only because of this field: A request without a key, or with an empty one, gets 401 Unauthorized.",
      "broken, balances.read: the body of a 401: before an object, now text/html. The document requires a JSON body in each 401. The status (401) is still as promised.",
      "  1 promise is broken only because of this body: A request without a key, or with an empty one, gets 401 Unauthorized.",
      "broken, conversion.read: a request: before no server error, now 500. Promise (implied): The service never returns a record for a conversion that does not exist. Section: Endpoints, 13. Get conversion. This promise allows no server error.",
    ]
  `);
});

test('a value is shown where its facts show it, a hidden member has its place and form, and a form is said in words', () => {
  const outside = {
    code: 'OUTSIDE_SET',
    operation: 'balances.read',
    where: '$.status',
    expected: 'one of a, b',
  } as const;
  const [fees, member] = [
    { '$.fees': 'object req' },
    { '$.fees.hidden-bc2f': 'string req', '$.fees{*}': 'decimal(2)' },
  ];
  const unknown = { code: 'UNKNOWN_MEMBER', operation: 'balances.read', where: '$.fees.{text(4)}' } as const;
  const [less, more] = [saw({ 'balances.read': fees }), saw({ 'balances.read': { ...fees, ...member } })];
  const { requirements } = made({ reports: broken(shown, unknown) });
  const lost = compareRuns({ ...more, requirements }, less);
  expect(lost.facts.unobserved).toEqual([]);
  const form = (expected: string, observed: string) =>
    made({
      reports: broken(stated, { code: 'WRONG_TYPE', operation: 'balances.read', where: '$.at', expected, observed }),
    });
  const serial = form('uuid', 'text(28)');
  const moved = form('UTC date-time with milliseconds', 'datetime-ms-offset+02:00');
  expect({
    'outside a closed set': linesOf(
      pair(
        { 'balances.read': { '$.list[]': 'object', '$.status': ['enum:a|b req', 'enum:a|b|zurueck1 req'] } },
        broken(stated, { ...outside, observed: 'text(8)' }),
      ),
    ),
    'a hidden member': [...linesOf(compareRuns(less, more)), ...linesOf(lost)],
    'no UUID': [...linesOf(compareRuns(green, serial)), ...linesOf(compareRuns(serial, green))],
    'another zone': [...linesOf(compareRuns(green, moved)), ...linesOf(compareRuns(moved, green))],
  }).toMatchInlineSnapshot(`
    {
      "a hidden member": [
        "more, balances.read: new field of \`fees\` (its name is withheld here): a decimal string with 2 places",
        "changed, balances.read: a field of \`fees\` (its name is withheld here) (not in the document): before always there, now missing",
        "  Check that your client works when a field of \`fees\` (its name is withheld here) is missing.",
      ],
      "another zone": [
        "broken, balances.read: \`at\`: before a time in UTC, now a time with the offset +02:00. Promise: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error. Section: Errors.",
        "fixed, balances.read: \`at\`: before a time with the offset +02:00, now a time in UTC. Promise: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error. Section: Errors.",
      ],
      "no UUID": [
        "broken, balances.read: \`at\`: before a UUID, now a string that is not a UUID. Promise: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error. Section: Errors.",
        "fixed, balances.read: \`at\`: before a string that is not a UUID, now a UUID. Promise: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error. Section: Errors.",
      ],
      "outside a closed set": [
        "broken, balances.read: \`status\`: before one of \`a\`, \`b\`, now \`zurueck1\`. Promise: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error. Section: Errors.",
      ],
    }
  `);
});

test('no form of a value is said as a code, whether a finding or a fact has it', () => {
  const values = [
    ...['2026-01-01T00:00:00.000+02:00', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.1234', '2026-02-30T00:00:00Z'],
    ...['2026-02-30', '2026-02-03', '+4915112345678', 'https://vendor.example/a?b=1', 'a@vendor.example', 'AB', 'ABC'],
    ...['00000000-0000-0000-0000-000000000000', '6f1d2a3b-4c5d-4e6f-8a9b-0c1d2e3f4a5b', '1.25', '12', 'what it says'],
    ...[null, 5, Number.POSITIVE_INFINITY, true, [1, 2], {}, undefined],
  ];
  const factsOf = (form: string) =>
    readFacts({
      'balances.read': { $: 'object', '$.at': `${form} req` },
      service: { 'kinds of facts': kindNames.join(', ') },
    });
  const words = values.map(describeValue).map((form) => {
    const noted = form.replace(/^CC/, 'cc').replace(/^(text|array)\(.*/, '$1');
    const said = compareFacts(factsOf('another kind'), factsOf(noted)).map(sentenceOf);
    return [form, inWords(form), otherwiseText(form) ?? '-', ...said].join(': ');
  });
  expect(words).toMatchInlineSnapshot(`
    [
      "datetime-ms-offset+02:00: a date-time with milliseconds, with the offset +02:00: a different value: \`at\`: before another kind, now a date-time with milliseconds, with the offset +02:00",
      "datetime-s-utc: a date-time without a fraction, in UTC (\`Z\`): a different value: \`at\`: before another kind, now a date-time without a fraction, in UTC (\`Z\`)",
      "datetime-f4-local: a date-time with 4 digits of a second, without a zone: a different value: \`at\`: before another kind, now a date-time with 4 digits of a second, without a zone",
      "impossible-datetime: a date-time that no calendar has: -: \`at\`: before another kind, now a date-time that no calendar has",
      "impossible-date: a date that no calendar has: -: \`at\`: before another kind, now a date that no calendar has",
      "date: a date: a different value: \`at\`: before another kind, now a date",
      "e164: a telephone number: a different value: \`at\`: before another kind, now a telephone number",
      "uri: a uri: a different value: \`at\`: before another kind, now a URL",
      "email: an email: a different value: \`at\`: before another kind, now an e-mail address",
      "CC2: two capital letters: a different value: \`at\`: before another kind, now two capitals",
      "CC3: three capital letters: a different value: \`at\`: before another kind, now three capitals",
      "nil-uuid: the nil UUID: -: \`at\`: before another kind, now the nil UUID",
      "uuid: a UUID: a different value: \`at\`: before another kind, now a UUID",
      "decimal(2): a decimal string with 2 places: a different amount: \`at\`: before another kind, now a decimal string with 2 places",
      "decimal(0): a whole number as a string: a different amount: \`at\`: before another kind, now a whole number as a string",
      "text(12): a string: a different value: \`at\`: before another kind, now a string",
      "null: null: -: \`at\`: before never null, now null",
      "number: a number: a different amount: \`at\`: before another kind, now a number",
      "number out of range: a number out of range: -: \`at\`: before another kind, now a number out of range",
      "boolean: a boolean: a different value: \`at\`: before another kind, now true or false",
      "array(2): a list: a different value: \`at\`: before another kind, now a list",
      "object: an object: a different value: \`at\`: before another kind, now an object",
      "missing: missing: -: \`at\`: before another kind, now missing",
    ]
  `);
});

test('the first line is the answer, counts what the lines show, and says how the runs differ', () => {
  const facts = (own: Record<string, string>): Made => ({
    change: { facts: { 'balances.read': { $: 'object', '$.list[]': 'object', ...own }, service: {} } },
  });
  const [old = green, now = green] = ['uuid req', 'text req'].map((form) => made(facts({ '$.kind': form })));
  const smoke = { plan: { target, seed: 1, profile: 'smoke' as const } };
  const waived = { waivers: { given: [], covers: () => 'W-1' } };
  const fixed = { ...broken(stated, { where: '$.a' }), ...broken(implied, { where: '$.a' }) };
  const all = reportsWith().map(({ requirement }) => [requirement, requirement === stated ? {} : untestedBy('user')]);
  const worse = made({ reports: broken(stated) });
  const header = (own: Record<string, string>) => saw({ 'offramp.list': { 'header content-type': 'x', ...own } });
  const deprecated = { 'header deprecation': '2027-01-01' };
  const rate = (amount: string, share: string) =>
    saw({ 'onramp.initiate': { 'fee rate: plain': share }, service: { 'settings: RAMP_AMOUNT': amount } });
  const upgrades: Readonly<Record<string, Parameters<typeof compareRuns>>> = {
    'another profile, one fixed and one broken': [made({ reports: broken(implied), results: smoke }), worse],
    'still broken': [
      { ...worse, facts: old.facts },
      { ...worse, facts: old.facts },
    ],
    'no facts of the older run': [green, green],
    'broken, and not tested before': [made({ reports: { [stated]: untestedBy('user') } }), worse],
    'only the newer run has --only': [green, made({ reports: Object.fromEntries(all), change: { narrowed: true } })],
    'a waiver excuses it': [old, { ...made({ reports: broken(stated), results: waived }), facts: old.facts }],
    'two are fixed by one cause': [
      made({ reports: { ...fixed, ...broken(shown, { where: '$.c' }) }, ...facts({}) }),
      made(facts({ '$.extra': 'text req' })),
    ],
    'the baseline has the change': [old, now, { accepted: readFacts(now.facts ?? {}) }],
    'only the older run showed it': [
      { ...made(facts({ '$.list[].note': 'text opt' })), release: '2.14' },
      made(facts({})),
    ],
    'the vendor alone knows': [header({}), header(deprecated)],
    'the client alone can know': [header({}), header({ 'header content-type': 'y' })],
    'both know': [header({}), header({ ...deprecated, 'header content-type': 'y' })],
    'another amount, and another fee': [rate('10', '0.01'), rate('11', '0.02')],
    'another amount': [rate('10', '0.01'), rate('11', '0.01')],
    'another fee': [rate('10', '0.01'), rate('10', '0.02')],
  };
  const texts = Object.entries(upgrades).map(([name, runs]) => {
    const { headline, rest, others } = comparisonView(compareRuns(...runs));
    const further = [...rest, ...others.map(({ line }) => line)].filter(
      (line) => !/^(?:Promises: |The same in both|The harness: nothing|Your run: nothing)/.test(line),
    );
    return [name, [headline.replace(/^.*? at \S+: /, ''), ...further].map(withoutCounts)];
  });
  expect(titled(Object.fromEntries(texts))).toMatchInlineSnapshot(`
    "another profile, one fixed and one broken
      Do not upgrade yet. No promise broken (N of N compared); 1 fixed; 1 promise broken that the older run did not test in the same way; no detail was compared: the history has no details of the older run.
      Broken in the newer run, and not tested in the same way in the older run. Promise: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error. Section: Errors. Test the older release in the same way to see whether the newer release broke this promise.
      Not compared: 1 promise, because your runs differ (profile: before smoke, now gate, seed: before 1, now -1234567890). Run both releases with the same settings.
      Your run: profile: before smoke, now gate, seed: before 1, now -1234567890, 1 promise not compared
    still broken
      You may upgrade. No other promise broken (N compared); 1 still broken; nothing changed.
    no facts of the older run
      You may upgrade, as far as both runs show. No promise broken (N compared); no detail was compared: the history has no details of the older run.
    broken, and not tested before
      Do not upgrade yet. No promise broken (N of N compared); 1 promise broken that the older run did not test in the same way; no detail was compared: the history has no details of the older run.
      Broken in the newer run, and not tested in the same way in the older run. Promise: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error. Section: Errors. Test the older release in the same way to see whether the newer release broke this promise.
      Not compared: 1 promise, because your settings left the tests out in the older run. Run the older run again with the settings of the newer run.
      Your run: 1 promise not compared
    only the newer run has --only
      No answer. --only left out all but 1 of N promises and details in one run.
      Not compared: N promises and N details, because your runs differ (only the newer run has --only). Run both releases with the same settings.
      Your run: only the newer run has --only, N promises and N details not compared
    a waiver excuses it
      You may upgrade. No other promise broken (N compared); 1 broken promise accepted.
    two are fixed by one cause
      Check your client before you upgrade. No promise broken (N compared); 2 fixed by 1 cause; 1 change to check, 1 addition.
    the baseline has the change
      You may upgrade. No promise broken (N compared); 1 accepted change.
    only the older run showed it
      You may upgrade, as far as both runs show. No promise broken (N compared); no difference in what both runs showed; 1 detail could not be compared, because only the older run showed this detail: \`list[].note\` (balances.read).
      Not compared: 1 detail, because only the older run showed this detail: \`list[].note\` (balances.read). The records of the other run may not have it. If your client needs it, ask the vendor whether it is gone.
      Shown only by the older run: 1 detail
    the vendor alone knows
      Ask the vendor before you upgrade. No promise broken (N compared); 1 change to check.
    the client alone can know
      Check your client before you upgrade. No promise broken (N compared); 1 change to check.
    both know
      Ask the vendor and check your client before you upgrade. No promise broken (N compared); 2 changes to check.
    another amount, and another fee
      You may upgrade, as far as both runs show. No promise broken (N compared); no difference in what both runs showed; 1 detail could not be compared, because RAMP_AMOUNT differs (before 10, now 11).
      Not compared: 1 detail, because RAMP_AMOUNT differs (before 10, now 11). Run both releases with the same settings.
      Your runs differ: RAMP_AMOUNT differs (before 10, now 11).
      Your run: RAMP_AMOUNT differs (before 10, now 11), 1 detail not compared
    another amount
      You may upgrade. No promise broken (N compared); nothing changed.
      Your runs differ: RAMP_AMOUNT differs (before 10, now 11).
      Your run: RAMP_AMOUNT differs (before 10, now 11)
    another fee
      Ask the vendor before you upgrade. No promise broken (N compared); 1 change of fees or amounts."
  `);
});

test('the screen has each line with its label, what follows from it, and what was not compared', () => {
  const of = (status: string, reports: Reports): Verdict => ({
    ...saw({ 'onramp.initiate': { 'status: orders of onramp.initiate': status } }, { reports }),
    release: status === '201' ? '2.14' : '2.15',
  });
  const comparison = compareRuns(
    of('201', { [shown]: untestedBy('user') }),
    of('422', {
      'onramp.initiate/answers-with-its-record': {
        reasons: [reasonOf('NONE_ACCEPTED', 'no valid order was accepted')],
      },
      [stated]: failedBy('NO_SECOND_LOOK', 'the run has used all its second looks'),
      ...broken(implied),
    }),
  );
  const screen = comparisonText(comparisonView(comparison), { verbose: false });
  expect(withoutCounts(screen)).toMatchInlineSnapshot(`
    "2.14 -> 2.15 at sandbox.vendor.example: Do not upgrade yet. No promise broken (N of N compared); 2 promises could not be tested in 2.15 (1 because 2.15 refuses all valid requests of onramp.initiate); 1 promise broken that 2.14 did not test in the same way.
    A promise is a rule of the interface document, version 1.0.0. A detail is anything else that the answers show, such as a field, a status, a header or a fee.

    ORDERS REFUSED  onramp.initiate            valid orders: before 201, now 422
        Ask the vendor whether a new rule, a defect or a used-up limit of your account is the reason. To see the
        vendor's messages, test 2.15 again with \`run --show-refusals\`. Stay on 2.14 until the vendor answers.

    Broken in 2.15, and not tested in the same way in 2.14. Promise (implied): The source amount of the answer is the amount of the order. Section: Resources, Onramp. Test the older release in the same way to see whether the newer release broke this promise.
    Promises: N kept in both runs, 3 not compared; N in all.
    The same in both runs: 2 details.
    Not compared: 1 promise, because the runs did not look in the same way. Run both releases with the same settings.
    Not compared: 1 detail, because your settings left the tests out in 2.14. Run 2.14 again with the settings of 2.15.
    Not compared: 1 promise, because the run of 2.15 saw each of them broken once, and had no second look left to confirm that. The entries above may have the same cause. Run 2.15 again when they are fixed.
    Not compared: 1 promise, because 2.15 refused valid orders of onramp.initiate. Run 2.15 again when the service accepts these orders."
  `);
});

test('a release at another address: one order for screen and page, one verb, and what several entries ask above them', () => {
  const total = { code: 'RULE_BROKEN', operation: 'onramp.initiate', where: '$.pricing.fees.total_fees' } as const;
  const fees = { expected: 'at least each fee in its currency', observed: 'decimal(9), decimal(11)' } as const;
  const lost = {
    operation: 'subaccount.read',
    where: '$.message',
    observed: 'missing',
    answer: { status: 401 },
  } as const;
  const places = { code: 'WRONG_PLACES', operation: 'withdrawal.read', where: '$.amount' } as const;
  const comparison = pair(
    {
      'onramp.initiate': {
        'fee share: onramp_fee in BRL, of what is received': ['0.01 (0.1763 of 17.63)', '0.02 (0.3498 of 17.49)'],
      },
      'taxonomy.list': {
        'methods: BRL': ['pix/key or ted', 'pix/key'],
        'folded code: $[].integration': ['1a2b or 3c4d', '1a2b'],
      },
      'subaccount.read': { '401 $': 'object', '401 $.message': ['text req'], 'wording: 401': ['22fd'] },
      'conversion.list': { 'header content-type': 'x', 'header sunset': [undefined, 'Wed, 31 Mar 2027 23:59:59 GMT'] },
      'conversion.read': { '$.region': [undefined, 'text req'] },
    },
    {
      ...broken('withdrawal.read/writes-its-amounts', {
        ...{ ...places, expected: 'decimal string with 8 places', observed: 'decimal(7)' },
      }),
      ...broken('errors/carry-a-message', { ...lost, code: 'MISSING_MESSAGE', expected: 'a string' }),
      ...broken('onramp.initiate/totals-each-fee', { ...total, ...fees }),
    },
  );
  const other = {
    ...comparison,
    before: { ...comparison.before, release: '2.14' },
    after: { ...comparison.after, release: '2.15', target: { ...target, label: 'next.vendor.example' } },
  };
  const view = comparisonView(other);
  expect(withoutCounts(comparisonText(view, { verbose: false }))).toMatchInlineSnapshot(`
    "sandbox.vendor.example 2.14 -> next.vendor.example 2.15: Do not switch yet. 3 promises broken; 1 change breaks clients, 1 change of fees or amounts, 1 change to check, 1 addition.
    A promise is a rule of the interface document, version 1.0.0. A detail is anything else that the answers show, such as a field, a status, a header or a fee.

    For each of the next 3 entries: Ask the vendor to fix this. To accept the risk, write a waiver:
        \`ramp-conformance waivers draft\` makes a draft.
    PROMISE BROKEN  onramp.initiate (critical risk)
        \`pricing.fees.total_fees\` breaks a rule that 2.14 kept: expected at least each fee in its currency.
        Promise (implied): The total fee is at least as high as each single fee in the same currency. Section:
        Resources, Onramp.
    PROMISE BROKEN  withdrawal.read (medium risk)
        \`amount\`: before 8 decimal places, now 7. Promise: Amounts in strings are plain decimals. Where the
        document gives a number of decimal places, they have exactly that number. Section: Resources,
        Withdrawal.
    PROMISE BROKEN  subaccount.read (medium risk)
        field \`message\` in the body of a 401: before a string, now missing. The status (401) is still as promised.
        Promise: The message of an error body is a string. Section: Resources, Error body.
    BREAKS CLIENTS  taxonomy.list              method \`ted\` for BRL is gone
        Ask the vendor whether this is on purpose: the tests saw only that the list lacks it. If so, your client
        must work without the method \`ted\` for BRL.
    MONEY           onramp.initiate
        \`pricing.fees.onramp_fee\` rose in BRL: before 1 % of what is received, now 2 % (example of an order in
        BRL: of 17.63 units of the asset received, before 0.1763, now 0.3526)
        \`pricing.fees.total_fees\` does not follow this fee: a promise about it is broken at this endpoint. Ask the
        vendor which amount is charged.
    CHECK           conversion.list            announced to end on 31 Mar 2027, 23:59 UTC (header \`Sunset\`)
        Ask the vendor what replaces conversion.list. Your client must stop all calls before 31 Mar 2027, 23:59
        UTC.
    ADDED           conversion.read            new field \`region\`: a string
        Your client needs no change, unless this replaces something that is gone, or your client rejects unknown
        fields.

    Promises: N kept in both runs, 3 broken in 2.15; N in all.
    The same in both runs: 8 details.
    Not counted above: 3 more details that changed for the same reasons. No extra action is needed."
  `);
  const labels = (text: string, label: RegExp) => [...text.matchAll(label)].map(([, each]) => each);
  const page = renderComparison(other);
  expect(labels(page, /<div class="card \w+"><h2>([^:<]+)/g)).toMatchInlineSnapshot(`
    [
      "Broken promises",
      "Changes that break clients",
      "Changes of fees and amounts",
      "Changes to check",
    ]
  `);
  expect(page).toContain('rule broken at $.pricing.fees.total_fees: expected at least each fee in its currency');
  const followers = view.others.flatMap(({ entries }) => entries.flatMap(({ details }) => details));
  expect(followers).toContain(
    'taxonomy.list: `[].integration`, which value, in any letter case: the values of `ted` are gone (this report hides them)',
  );
});

test('a rule between members, answers or records is no value that its place had before', () => {
  const at = (code: string, where: string, expected: string, observed: string) => ({ code, where, expected, observed });
  const rules = [
    at('RULE_BROKEN', '$.to.net_amount', 'to.gross_amount minus pricing.fees.total_fees', 'decimal(4)'),
    at('RULE_BROKEN', '$.to.net_amount', 'not negative', '-decimal(2)'),
    at('BALANCE_MOVED', '$.balances', 'no balance moved', 'a balance moved'),
    at('NOT_LISTED_ONCE', '$.data[].id', 'each created offramp once', '0 times'),
    at('WRONG_TOTAL_PAGES', '$.totalPages', 'the items over the limit, rounded up', 'number'),
    at('SAME_PERSON', '$', 'other names and contact data than another subaccount shows', 'the same person'),
    at('WRONG_BODY', '$', 'array', 'object'),
    at('UNLISTED_VALUE', '$.status', 'one of paid, failed', 'text(4)'),
    at('WRONG_TYPE', '$.rate', 'number', 'decimal(2)'),
  ];
  const turnedBy = (rule: (typeof rules)[number]) => {
    const worse = made({ reports: broken(stated, rule) });
    return [compareRuns(green, worse), compareRuns(worse, green)].map(
      (each) => comparisonView(each).lines[0]?.text.replace(/\. Promise: .*/, '') ?? '',
    );
  };
  expect(rules.flatMap(turnedBy)).toMatchInlineSnapshot(`
    [
      "\`to.net_amount\` breaks a rule that the older run kept: expected \`to.gross_amount\` minus \`pricing.fees.total_fees\`",
      "\`to.net_amount\` keeps a rule that the older run broke: expected \`to.gross_amount\` minus \`pricing.fees.total_fees\`",
      "\`to.net_amount\` breaks a rule that the older run kept: expected not negative",
      "\`to.net_amount\` keeps a rule that the older run broke: expected not negative",
      "\`balances\` breaks a rule that the older run kept: expected no balance moved, seen a balance moved",
      "\`balances\` keeps a rule that the older run broke: expected no balance moved",
      "\`data[].id\` breaks a rule that the older run kept: expected each created offramp once, seen none",
      "\`data[].id\` keeps a rule that the older run broke: expected each created offramp once",
      "\`totalPages\` breaks a rule that the older run kept: expected the items over the limit, rounded up",
      "\`totalPages\` keeps a rule that the older run broke: expected the items over the limit, rounded up",
      "the body breaks a rule that the older run kept: expected other names and contact data than another subaccount shows, seen the same person",
      "the body keeps a rule that the older run broke: expected other names and contact data than another subaccount shows",
      "the body: before a list, now an object",
      "the body: before an object, now a list",
      "\`status\`: before one of paid, failed, now a different value",
      "\`status\`: before a different value, now one of paid, failed",
      "\`rate\`: before a number, now a decimal string with 2 places",
      "\`rate\`: before a decimal string with 2 places, now a number",
    ]
  `);
});

test('what each of several lines asks stands above them, once where they ask the same', () => {
  const of = (own: Record<string, string>) => saw({ 'offramp.list': { 'header content-type': 'x', ...own } });
  const now = { 'header etag': 'present', 'header location': 'present', '$.note': 'text req', order: 'oldest first' };
  const view = comparisonView(compareRuns(of({ order: 'newest first' }), of(now)));
  const asked = comparisonText(view, { verbose: false }).match(/^.*Your client needs no change.*$/gm);
  expect(asked).toMatchInlineSnapshot(`
    [
      "    Your client needs no change, unless this replaces something that is gone, or your client rejects unknown",
      "For each of the next 2 entries: Your client needs no change, unless this replaces something that is gone.",
    ]
  `);
});

test('on the page a header of many endpoints is one row, each case has one, and what is lost is gone', () => {
  const of = (release: string, header: Record<string, string>, share: string): Verdict => {
    const own = { 'header content-type': 'application/json', ...header };
    const shares = ['BRL', 'EUR'].map((code) => [`fee share: onramp_fee in ${code}, of what is paid`, share]);
    const run = saw({
      ...Object.fromEntries(
        ['balances.read', 'offramp.list', 'withdrawal.read', 'taxonomy.list'].map((id) => [id, own]),
      ),
      'onramp.initiate': Object.fromEntries(shares),
    });
    return { ...run, release };
  };
  const comparison = compareRuns(of('1', { 'header cache-control': 'no-store' }, '0.01'), of('2', {}, '0.025'));
  const page = renderComparison(comparison)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  expect(page.match(/header Cache-Control : before no-store , now missing no-store gone/g)).toHaveLength(1);
  expect(page).toContain('By endpoint balances.read, offramp.list, withdrawal.read, taxonomy.list');
  expect(page).toMatch(/rose in BRL: before 1 %.*rose in EUR: before 1 %/);
  expect(comparisonSummary(comparisonView(comparison))).toContain(
    '| `pricing.fees.onramp_fee` rose in BRL and EUR: before 1 % of what is paid, now 2.5 %',
  );
});

test('every form shows each difference, and escapes what the service named', () => {
  const comparison = pair(
    { 'balances.read': { '$.kind': ['enum:a|b req', 'enum:a|b|c opt'] } },
    broken(stated, { observed: '<b>|`x`' }),
  );
  const view = comparisonView(comparison);
  const text = comparisonText(view, { verbose: true });
  expect(text).toContain('Do not upgrade yet. 1 promise broken; 2 changes to check');
  expect(text).toContain('`kind`: before `a` or `b`, now also `c`');
  expect(comparisonSummary(view)).not.toMatch(/<b>/);
  const page = renderComparison(comparison);
  expect(page).not.toMatch(/<b>|<script/);
  expect(page).toContain('broken');
});
