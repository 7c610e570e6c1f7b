import { expect, test } from 'vitest';
import { operationIds } from '#contract';
import { chooseLapses, chooseVariations, headingOf, type Lapse } from './choice.ts';
import type { PartResult, Rehearsal } from './rehearsal.ts';
import { exitCodeOf, rehearsalJUnit, rehearsalPage, rehearsalText } from './rehearsal-report.ts';

const { together, alone } = chooseVariations({ only: [], circumstances: false });
const [first, second, ...others] = together.slice(0, 5);
const [lapse, noticed] = chooseLapses([]);
if (!first || !second || !lapse || !noticed) throw new Error('the catalogue is empty');

const shipped: Rehearsal['shipped'] = {
  passed: 3,
  failed: 0,
  seconds: 1.25,
  last: { passed: true, how: 'exit 0', seconds: 1, output: '', left: 0 },
  asked: new Set(['onramp.initiate', 'balances.read']),
  requests: 4,
  repeats: 0,
};

const tried = (more: Partial<PartResult> = {}): PartResult => ({
  tried: [first, second, ...others],
  unasked: [],
  unmet: [],
  broken: [],
  isComplete: true,
  wavered: 0,
  ...more,
});

const rehearsal = (more: Partial<Rehearsal> = {}): Rehearsal => ({
  shipped,
  tries: 9,
  left: 0,
  withheld: [],
  together: tried(),
  ...more,
});

const pair = rehearsal({
  together: tried({
    broken: [
      { variations: [first, second], how: 'exit 1', output: 'a client wrote this', tests: ['is paid', 'is shown'] },
    ],
    unasked: alone.slice(0, 2),
    unmet: alone.slice(2, 3),
    isComplete: false,
  }),
  left: 2,
});

/** Of faults that were tried, the client noticed all but the first. */
const unnoticed = (first: Lapse, ...others: readonly Lapse[]): Rehearsal =>
  rehearsal({ faults: { tried: [first, ...others], unasked: [], unmet: [], unnoticed: [first] } });

test('the text begins with the number of reliances, and names a pair as one with what to do', () => {
  const text = rehearsalText(pair);
  expect(text).toMatch(/^Your client relies on 1 thing that the document does not promise; at worst, it can /);
  expect(text).toContain(`   When      ${first.sentence}\n             ${first.heading}: `);
  expect(text).toContain(`             together with: ${second.sentence}\n`);
  expect(text).toMatch(/^ {3}Seen {6}2 tests failed: is paid; is shown$/m);
  expect(text).toMatch(/^ {3}Fix {7}\w/m);
  expect(text).toContain(`your tests ask 2 of ${operationIds.length} endpoints: 4, 6`);
  expect(text).toContain('2 not tried: your tests do not ask the endpoint: ');
  expect(text).toContain('1 not met: your tests got no reply that these change: ');
  expect(text).toContain('the tries ran out');
  expect(text).toContain('left 2 processes running');
});

test('an entry says in whose code each test failed, and that an order was given up', () => {
  const places = [
    { test: 'is paid', file: 'client.ts', isOfTests: false },
    { test: 'is shown', file: 'client.test.ts', isOfTests: true },
  ];
  const broken = [
    { variations: [first], how: 'exit 1', output: '', tests: ['is paid', 'is shown'], places, isGivenUp: true },
  ];
  const text = rehearsalText(rehearsal({ together: tried({ broken }) }));
  expect(text).toContain(
    "\n             1 fails in your client (client.ts); 1 fails in the test's own code (client.test.ts)\n",
  );
  expect(text).toContain('\n             an order was refused, and your client stopped\n');
});

test('a circumstance is no reliance, and what was not tried is named', () => {
  const rare = rehearsal({
    circumstances: tried({ broken: [{ variations: [first], how: 'exit 1', output: '' }] }),
    leftOut: 7,
  });
  const text = rehearsalText(rare);
  expect(text).toMatch(/^Your client passes under 9 variations .* It fails under 1 of 5 circumstances: there a right/);
  expect(text).toContain('\n1. circumstance: a right client may fail here too\n');
  expect(text).toContain('\nnot tried: circumstances (7); --circumstances tries them');
  expect(rehearsalPage(rare, { command: [], version: '1.0.0' })).toContain('circumstances (7); --circumstances');
});

test('JUnit has a case for each variation', () => {
  const junit = rehearsalJUnit(pair);
  expect(junit).toContain('tests="8" failures="2" errors="0" skipped="3"');
  expect(junit.match(/<testcase /g)).toHaveLength(8);
});

test('the page shows what breaks, what passes and what was not tried, and takes a command for text', () => {
  const page = rehearsalPage(pair, { command: ['<script>'], version: '1.0.0' });
  for (const title of ['Break the client', 'Pass', 'not tried: your tests do not ask the endpoint', 'not met: '])
    expect(page).toContain(title);
  expect(page).toContain('&lt;script&gt;');
  expect(page).not.toContain('a client wrote this');
  expect(page).not.toContain('<script>');
});

test('an unnoticed fault is named with its endpoint and id', () => {
  const unnoticed = rehearsal({ faults: { tried: [lapse], unasked: [], unmet: [noticed], unnoticed: [lapse] } });
  expect(rehearsalText(unnoticed)).toContain(
    `unnoticed  \`status\` is left out of the reply to endpoint 1.\n             endpoint 1, subaccount.read; ${headingOf(lapse)}; ${lapse.id}\n             Missing: Assert that status is there.`,
  );
  const page = rehearsalPage(unnoticed, { command: [], version: '1.0.0' });
  for (const text of ['endpoint 1, subaccount.read', lapse.id, 'Assert that status is there.', 'not met'])
    expect(page).toContain(text);
});

test('without names of tests the page has lines of the client, and the text has none', () => {
  const broken = [{ variations: [first], how: 'exit 1', output: 'fetched\n--- FAIL: TestPays\n' }];
  const found = rehearsal({ together: tried({ broken }) });
  expect(rehearsalPage(found, { command: [], version: '1.0.0' })).toContain('--- FAIL: TestPays');
  expect(rehearsalText(found)).not.toContain('TestPays');
});

const [conditional] = chooseLapses(['withdrawal.read/the-gross-amount-is-in-hundreds']);
const [doubled] = chooseLapses(['listings/an-item-is-lost-between-two-pages']);
if (!conditional || !doubled) throw new Error('the catalogue has no such fault');

test('a fault of paging names the listing that the client reads', () => {
  const lost = { tried: [doubled], unasked: [], unmet: [], unnoticed: [doubled] };
  const textOf = (asked: Rehearsal['shipped']['asked']): string =>
    rehearsalText(rehearsal({ shipped: { ...shipped, asked }, faults: lost }));
  expect(textOf(new Set(['conversion.list']))).toMatch(
    /endpoint 12, conversion\.list; .*\n.*as many conversions as total/,
  );
  expect(textOf(new Set(['conversion.list', 'offramp.list']))).toMatch(/endpoint 8, offramp\.list; .*\n.*each order/);
});

test.each<[what: string, of: Rehearsal, minNoticed: number | undefined, code: number]>([
  ['nothing breaks', rehearsal(), undefined, 0],
  ['a pair breaks', pair, undefined, 1],
  ['the tries ran out and nothing was found', rehearsal({ together: tried({ isComplete: false }) }), undefined, 2],
  ['no reply differed', rehearsal({ together: tried({ tried: [], unmet: [first] }) }), undefined, 2],
  ['it wavered', rehearsal({ together: tried({ wavered: 1 }) }), undefined, 2],
  ['it failed as shipped', rehearsal({ shipped: { ...shipped, passed: 2, failed: 1 } }), undefined, 2],
  ['nothing was asked', rehearsal({ shipped: { ...shipped, requests: 0 } }), undefined, 2],
  ['a fault is unnoticed', unnoticed(lapse, noticed), undefined, 0],
  ['enough is noticed', unnoticed(lapse, noticed), 0.5, 0],
  ['what is unnoticed depends on a promise of the vendor', unnoticed(conditional, noticed), 1, 0],
  ['too little is noticed', unnoticed(lapse, noticed), 0.6, 1],
])('where %s', (_, of, minNoticed, code) => {
  expect(exitCodeOf(of, minNoticed)).toBe(code);
});
