import { expect, test } from 'vitest';
import { operationIds } from '#contract';
import type { Variation } from '#faults';
import { adviceFor, advices } from './advice.ts';
import { assertionFor } from './assertions.ts';
import { chooseLapses, chooseVariations } from './choice.ts';
import { reliancesOf } from './reliances.ts';

const { together, alone, circumstances } = chooseVariations({ only: [], circumstances: true });
const all = [...together, ...alone, ...circumstances];

test('every variation has a row of the advice, and every row a variation', () => {
  const used = new Set(all.map(adviceFor));
  expect(advices.filter((advice) => !used.has(advice)).map(({ kind }) => kind)).toEqual([]);
});

test('every fault has its assertion, and no sentence has more than twenty words', () => {
  const assertions = chooseLapses([]).map((lapse) => assertionFor(lapse, new Set(['conversion.list'])));
  const advised = advices.flatMap(({ document, fix, orders }) => [
    document,
    fix,
    ...(orders ? [`Offramps: ${orders.listed}`, `Onramps and lightning offramps: ${orders.unlisted}`] : []),
  ]);
  const sentences = [...assertions, ...advised].flatMap((text) => text.split(/(?<=\.) /));
  expect(sentences.filter((sentence) => sentence.split(' ').length > 20)).toEqual([]);
});

test('no two entries have the same fix, whatever fails', () => {
  const breaks = all.map((one) => ({ variations: [one], how: 'exit 1', output: '', tests: [one.id] }));
  const fixes = reliancesOf(breaks, new Set(operationIds)).map(({ fix }) => fix);
  expect(fixes.filter((fix, at) => fixes.indexOf(fix) !== at)).toEqual([]);
});

const named = (start: string): Variation => {
  const found = all.find(({ id }) => id.startsWith(start));
  if (found === undefined) throw new Error(`no variation ${start}`);
  return found;
};

const offset = 'timestamps/utc-is';
const nine = 'timestamps/points-in-time-have-nine';
const anyNull = 'members/members-that-may-be-null-are-left-out';
const names = 'subaccount/first-name';
const vendor = 'business-kyc/vendor-status';
const state = 'offramp/an-offramp-that-was-pending';
const limited = 'rate-limit/a-listing-of-offramps';
const dated = 'rate-limit/a-listing-of-conversions';

type Broken = readonly [starts: string | readonly string[], tests?: readonly string[]];

test.each<[what: string, broken: readonly Broken[], kinds: readonly string[]]>([
  ['the gravest first', [[offset], ['pages/the-first-page']], ['first-page', 'timestamp-offset']],
  [
    'one place in the code, whatever tests it fails',
    [
      [limited, ['a']],
      [dated, ['b']],
    ],
    ['reads-limited'],
  ],
  [
    'two records',
    [
      [names, ['a']],
      [vendor, ['b']],
    ],
    ['absent-members', 'absent-members'],
  ],
  ['two records whose tests are not known', [[names], [vendor]], ['absent-members', 'absent-members']],
  [
    'one of all records beside them',
    [
      [names, ['a']],
      [anyNull, ['a', 'b']],
      [vendor, ['b']],
    ],
    ['absent-members', 'absent-members'],
  ],
  [
    'two habits of one test',
    [
      [offset, ['a']],
      [nine, ['a']],
    ],
    ['timestamp-offset', 'timestamp-digits'],
  ],
  ['a pair', [[[offset, 'pages/the-first-page'], ['a']]], ['first-page']],
])('counts what a client relies on: %s', (_, broken, kinds) => {
  const found = reliancesOf(
    broken.map(([starts, tests]) => ({ variations: [starts].flat().map(named), how: 'exit 1', output: '', tests })),
    new Set(operationIds),
  );
  expect(found.map(({ advice }) => advice.kind)).toEqual(kinds);
  expect(found.flatMap(({ breaks }) => breaks)).toHaveLength(broken.length);
});

test.each([
  [state, ['offramp.initiate', 'offramp.list'], 'medium'],
  ['pages/without-a-limit', ['offramp.initiate', 'offramp.list'], 'high'],
  ['pages/the-first-page', ['conversion.list'], 'high'],
  ['clock/the-clock', ['offramp.initiate'], 'medium'],
  ['orders/an-order-that-is-accepted-is-answered-202', ['onramp.initiate'], 'critical'],
  ['members/successful-bodies', ['onramp.initiate'], 'critical'],
  ['rate-limit/a-gateway-answers-every-fifth', ['deposit.simulate', 'onramp.initiate'], 'medium'],
  ['orders/an-accepted-deposit', ['deposit.simulate', 'onramp.initiate'], 'medium'],
  ['members/successful-bodies', ['balances.read'], 'medium'],
  ['listings/the-oldest-item', ['offramp.list'], 'high'],
] as const)('nothing that only reads is critical: %s, asked %j, is %s', (start, asked, severity) => {
  const [found] = reliancesOf([{ variations: [named(start)], how: 'exit 1', output: '' }], new Set(asked));
  expect(found?.severity).toBe(severity);
});

test.each([
  [state, ['offramp.initiate'], 'critical'],
  ['rate-limit/a-gateway-answers-every-fifth', ['onramp.initiate'], 'critical'],
  ['rate-limit/a-gateway-answers-every-fifth', ['deposit.simulate'], 'medium'],
] as const)('a kept order that is sent again is critical: %s, asked %j, is %s', (start, asked, severity) => {
  const found = { variations: [named(start)], how: 'exit 1', output: '', isResent: true };
  expect(reliancesOf([found], new Set(asked))[0]?.severity).toBe(severity);
});

test.each([
  [['onramp.initiate'], [], /again\. Onramps: no endpoint lists them, so ask/],
  [['offramp.initiate'], [], /again\. Offramps: look first whether/],
  [['onramp.initiate', 'offramp.initiate'], ['onramp.initiate'], /again\. Onramps: .* behind\.$/],
  [['onramp.initiate', 'lightning-offramp.initiate'], [], /Onramps and lightning offramps: no endpoint/],
] as const)('a fix speaks of the orders that failed: asked %j, sighted %j', (asked, sighted, fix) => {
  const sightings = sighted.map((operation) => ({ operation, changes: ['the status was 429 instead of 201'] }));
  const found = {
    variations: [named('rate-limit/a-gateway-answers-every-fifth')],
    how: 'exit 1',
    output: '',
    sightings,
  };
  expect(reliancesOf([found], new Set(asked))[0]?.fix).toMatch(fix);
});

test.each([
  [anyNull, 'The document marks these members as a text or null. It does not say that each is always there.'],
  ['individual-kyc/every-member', 'The document says that absent fields of this record are left out or null.'],
  [names, 'The document marks these members as optional, or as a text or null.'],
])('%s says why in words of the document about it', (start, why) => {
  const found = { variations: [named(start)], how: 'exit 1', output: '' };
  expect(reliancesOf([found], new Set(operationIds))[0]?.why).toEqual([why]);
});

test('both payment methods are one entry', () => {
  const found = ['onramp/the-payment-method-is-spei', 'onramp/the-payment-method-is-bank'].map((start) => ({
    variations: [named(start)],
    how: 'exit 1',
    output: '',
  }));
  expect(reliancesOf(found, new Set(operationIds))).toHaveLength(1);
});

test('a client that only simulates deposits reads of no offramp', () => {
  const breaks = all.map((one) => ({ variations: [one], how: 'exit 1', output: '' }));
  const orders = reliancesOf(breaks, new Set(['deposit.simulate'])).filter(({ advice }) => advice.depositFix);
  expect(orders.length).toBeGreaterThan(2);
  for (const { fix } of orders) expect(fix).not.toMatch(/offramp/);
});

test('where a sentence says two things, the fix names both', () => {
  const fixOf = (start: string): string | undefined =>
    reliancesOf([{ variations: [named(start)], how: 'exit 1', output: '' }], new Set(operationIds))[0]?.fix;
  expect(fixOf('individual-kyc/gender')).toMatch(/unknown states and codes.* Accept an empty employment_status too/);
  expect(fixOf('withdrawal/a-withdrawal-is-in-the-state')).toMatch(/unknown state.* Expect another rate/);
});
