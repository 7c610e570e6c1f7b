import { expect, test } from 'vitest';
import type { RequirementId } from '#contract';
import { readFacts } from '#facts';
import { type Finding, reasonOf, type UntestedBy } from '#run';
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
  untestedBy,
} from '../example.test.support.ts';
import { lineOf, parseLine, runOf } from '../kept-run.ts';
import { unjudgedVerdict } from '../ruling.ts';
import { parseVerdict, type Verdict } from '../verdict.ts';
import { brokenUntested, compareRuns, isUndecided, isWorse, tooLittle } from './compare-runs.ts';
import { isAncestor, lostVariables } from './compared-run.ts';
import { comparisonView } from './comparison-view.ts';

const { stated, implied, shown } = ids;

/** All of these changes in one run. */
const both = (...all: readonly Made[]): Made => ({
  reports: Object.assign({}, ...all.map(({ reports }) => reports)),
  results: Object.assign({}, ...all.map(({ results }) => results)),
  change: Object.assign({}, ...all.map(({ change }) => change)),
});

const none: Made = {};
const breaks = (id: RequirementId, ...findings: readonly Partial<Finding>[]): Made => ({
  reports: broken(id, ...findings),
});
const twice = breaks(stated, {}, { where: '$.id' });
const untested = (id: RequirementId, by: UntestedBy = 'user'): Made => ({ reports: { [id]: untestedBy(by) } });
const plan = (change: object): Made => ({
  results: { plan: { target, seed: -1_234_567_890, profile: 'gate', ...change } },
});
const [smoke, otherSeed] = [plan({ profile: 'smoke' }), plan({ seed: 2 })];
const waived: Made = { results: { waivers: { given: [], covers: () => 'W-1' } } };
const changed = (change: Partial<Verdict>): Made => ({ change });
const allBut = (id: RequirementId, by: UntestedBy = 'user'): Reports =>
  Object.fromEntries(
    reportsWith().map(({ requirement }) => [requirement, requirement === id ? {} : untestedBy(by)] as const),
  );

/** Facts as versions noted them that did not say which kinds they know. */
const facts = (own: Record<string, string>, service: Record<string, string> = {}): Made =>
  changed({ facts: { 'balances.read': { $: 'object', '$.list[]': 'object', ...own }, service } });
const settings = (given: Record<string, string>): Made =>
  facts({}, Object.fromEntries(Object.entries(given).map(([name, value]) => [`settings: RAMP_${name}`, value])));
const roles = (...names: readonly string[]): Made =>
  settings(Object.fromEntries(names.map((name) => [`${name}_ID`, 'set'])));
const methods = (currencies: string, name: string): Made => {
  const service = { 'settings: RAMP_TAXONOMY_CURRENCIES': currencies };
  return changed({ facts: { 'taxonomy.list': { $: 'array', '$[]': 'object', '$[].name': name }, service } });
};
const refusalOf = (amount: string, own: Record<string, string> = {}): Made =>
  changed({ facts: { 'onramp.initiate': { $: 'object', ...own }, service: { 'settings: RAMP_AMOUNT': amount } } });
const refusal = breaks(stated, { where: '$.statusCode', code: 'MISSING_MEMBER', answer: { status: 400 } });
const drawn = breaks(stated, { replay: { requirement: stated, seed: 1, path: '0:1' } });
const listed = 'taxonomy.list/has-its-members';
const otherType = breaks(listed, { operation: 'taxonomy.list', where: '$[3].name', code: 'WRONG_TYPE' });
const isStated = ({ id }: { readonly id: string }) => id === stated;
const without = changed({ requirements: green.requirements.filter((each) => !isStated(each)) });
const ruledAsShown = changed({
  requirements: green.requirements.map((each) => (isStated(each) ? { ...each, firmness: 'shown' as const } : each)),
});
const newer = changed({ harness: { version: '0.2.0' } });
const extra = facts({ '$.extra': 'text req' });

/** The answer: each turn of the service, then each difference that the runs or the harness made, and the exit code. */
const table: readonly (readonly [name: string, before: Made, after: Made, answer: string, exit: 0 | 1 | 3])[] = [
  ['the same twice', none, none, '', 0],
  ['a promise broke', none, breaks(stated), 'broken', 1],
  ['an implied promise broke', none, breaks(implied), 'broken', 1],
  ['a promise is mended', breaks(stated), none, 'mended', 0],
  ['one is mended and another breaks', breaks(stated), breaks(implied), 'broken mended', 1],
  ['broken as before', breaks(stated), breaks(stated), '', 0],
  ['broken in another way', breaks(stated), twice, 'broken further', 1],
  ['mended in part', twice, breaks(stated), 'mended in part', 0],
  ['an example differs', none, breaks(shown), 'broken', 0],
  ['gate to smoke leaves some out', none, both(untested(stated), smoke), 'run', 0],
  ['smoke still shows that a promise broke', none, both(breaks(implied), smoke), 'broken', 1],
  ['smoke mends nothing that it does not look at', breaks(implied), smoke, 'run', 0],
  ['smoke to gate looks further', smoke, breaks(stated), 'run', 0],
  ['a deviation that is not tested now is not mended', breaks(stated), untested(stated), 'run', 0],
  ['a deviation that was not tested before is not new', untested(stated), breaks(stated), 'run', 0],
  [
    'a role was added, and shows more',
    roles('USD_RECIPIENT'),
    both(breaks(stated), roles('USD_RECIPIENT', 'BUSINESS_SUBACCOUNT')),
    'run',
    0,
  ],
  [
    'a role was added that does not reach the endpoint',
    roles('USD_RECIPIENT'),
    both(breaks(stated), roles('USD_RECIPIENT', 'NAMED_RECIPIENT')),
    'broken',
    1,
  ],
  [
    'a role was taken away, and a promise broke',
    roles('USD_RECIPIENT', 'NAMED_RECIPIENT'),
    both(breaks(stated), roles('USD_RECIPIENT')),
    'broken',
    1,
  ],
  ['an id was added that another endpoint reads', none, both(breaks(stated), roles('CONVERSION')), 'broken', 1],
  [
    'a rule of all endpoints broke at one that the amount does not touch',
    settings({ AMOUNT: '100' }),
    both(breaks('http/sends-sound-json', { operation: 'withdrawal.read' }), settings({ AMOUNT: '250' })),
    'broken',
    1,
  ],
  [
    'an order of another amount is read again in another way',
    settings({ AMOUNT: '100' }),
    both(breaks('offramp.read/has-its-members', { operation: 'offramp.read' }), settings({ AMOUNT: '250' })),
    'run',
    0,
  ],
  [
    'another currency of the taxonomy is asked for',
    settings({ TAXONOMY_CURRENCIES: 'MXN' }),
    both(breaks(listed, { operation: 'taxonomy.list' }), settings({ TAXONOMY_CURRENCIES: 'MXN, USD' })),
    'run',
    0,
  ],
  [
    'another currency is asked for, and a member has another type in those of both',
    methods('MXN', 'text req'),
    both(otherType, methods('MXN, USD', 'number req')),
    'broken',
    1,
  ],
  [
    'another amount is refused for itself, in a body of its own',
    refusalOf('100'),
    both(refusal, refusalOf('250', { '400 $': 'object' })),
    'run',
    0,
  ],
  [
    'a refusal that both amounts got has another body',
    refusalOf('100', { '400 $': 'object' }),
    both(refusal, refusalOf('250', { '400 $': 'object' })),
    'broken',
    1,
  ],
  [
    'money may be moved now',
    changed({ permissions: { money: 'RAMP_MONEY_HOST is not set', readOnly: false, quiet: true } }),
    breaks(stated),
    'run',
    0,
  ],
  [
    'more of the same endpoint is tested now',
    untested('onramp.initiate/has-a-positive-rate'),
    breaks(stated),
    'run run',
    0,
  ],
  [
    'more of another endpoint is tested now',
    untested('withdrawal.read/masks-the-address'),
    breaks(stated),
    'broken run',
    1,
  ],
  ['another seed draws another case', otherSeed, drawn, 'run', 0],
  ['the same seed draws the same case', none, drawn, 'broken', 1],
  ['another seed, and no drawn case', otherSeed, breaks(stated), 'broken', 1],
  ['a waiver was written', breaks(stated), both(breaks(stated), waived), '', 0],
  ['a waiver ended', both(breaks(stated), waived), breaks(stated), '', 0],
  ['a waived promise is mended', both(breaks(stated), waived), none, 'mended', 0],
  ['another gate', breaks(implied), both(breaks(implied), { results: { gate: 'stated' } }), '', 0],
  ['no usable answer', none, { reports: { [stated]: failedBy('TRANSPORT_TIMEOUT', 'none') } }, 'run', 0],
  ['kept from a test by the service', none, untested(stated, 'service'), 'run', 0],
  ['an interrupted run', none, { reports: { [stated]: null }, results: { interrupted: true } }, 'run', 0],
  ['a recording, then a run', changed({ passive: true }), breaks(stated), 'run', 0],
  ['a run, then a recording that shows a break', none, both(breaks(stated), changed({ passive: true })), 'broken', 1],
  [
    'staging and production',
    none,
    both(breaks(stated), changed({ target: { ...target, label: 'other' } })),
    'broken',
    1,
  ],
  ['a requirement is new in the harness, and deviates', without, breaks(stated), 'harness', 0],
  ['a requirement is gone', none, without, 'harness', 0],
  ['a claim was ruled otherwise in the newer harness', both(ruledAsShown, newer), breaks(stated), 'harness', 0],
  ['a newer harness, and a promise with its old rule broke', newer, breaks(stated), 'broken', 1],
  ['a fact that changed', facts({ '$.list[].status': 'enum:a req' }), facts({}), 'facts', 0],
  ['facts of a wider run', both(facts({}), changed({ profile: 'smoke' })), extra, '', 0],
  [
    'facts that a narrower run shows, and the wider one did not',
    facts({}),
    both(extra, changed({ profile: 'smoke' })),
    'facts',
    0,
  ],
  [
    'facts that an earlier run missed, because it was cut',
    both(facts({}), changed({ interrupted: true })),
    extra,
    '',
    0,
  ],
  ['facts by a newer harness', both(facts({}), newer), extra, '', 0],
  ['nothing in common', { reports: allBut(stated) }, { reports: allBut(implied) }, 'run run', 3],
  ['another document', none, changed({ document: { version: '2.0.0' } }), '', 3],
];

const keptOf = (run: Verdict) => runOf(JSON.parse(JSON.stringify(lineOf(run, ''))));
const keptGreen = keptOf(green);

test.each(table)('%s, also by the lines of the history', (_name, before, after, answer, exit) => {
  const [earlier, later] = [made(before), made(after)];
  const comparison = compareRuns(earlier, later);
  const turnsOf = ({ service, run }: typeof comparison) => [
    ...service.map(({ turn }) => turn).toSorted(),
    ...run.map(() => 'run'),
  ];
  const hasFacts = comparison.facts.service.length > 0;
  const all = [...turnsOf(comparison), ...comparison.harness.map(() => 'harness'), ...(hasFacts ? ['facts'] : [])];
  expect(all.join(' ')).toBe(answer);
  expect(isWorse(comparison) ? 1 : tooLittle(comparison) === undefined ? 0 : 3).toBe(exit);

  // A line of the history has neither the requirements that are new nor the facts.
  if (comparison.harness.length > 0 || hasFacts) return;
  const kept = before === none ? keptGreen : keptOf(earlier);
  expect(turnsOf(compareRuns(kept, keptOf(later)))).toEqual(turnsOf(comparison));
});

test('a variable is lost where what the last run tested is untested for it', () => {
  const lacking = made({
    reports: {
      [stated]: untestedBy('user', 'x', ['RAMP_MONEY_HOST', 'profile']),
      [implied]: untestedBy('user', 'RAMP_API_KEY is not set'),
    },
  });
  expect(lostVariables(runOf(lineOf(green, '')), lacking)).toEqual(['RAMP_MONEY_HOST']);
  expect(lostVariables(runOf(lineOf(lacking, '')), lacking)).toEqual([]);
});

test('a promise that is broken now, and that the older run did not test, is named and makes the run no worse', () => {
  const [older, newer] = [made(untested(stated)), made(breaks(stated))];
  const comparison = compareRuns(older, newer);
  expect(brokenUntested(comparison).map(({ id }) => id)).toEqual([stated]);
  expect(isWorse(comparison)).toBe(false);
  expect(brokenUntested(compareRuns(newer, older))).toEqual([]);
});

test('a run that was refused, or narrowed to little, gives no answer and says why', () => {
  const refused = unjudgedVerdict({ verdict: 'refused', exitCode: 2, why: 'no key' }, '1', new Date(0));
  const narrowed = made({ reports: allBut(stated), change: { narrowed: true } });
  const { narrowed: _, ...forged } = narrowed;
  const away = made({ reports: allBut(stated, 'service') });
  const whyOf = (before: Verdict, after: Verdict) => tooLittle(compareRuns(before, after))?.replace(/\d{3,}/g, 'N');
  expect([
    whyOf(green, refused),
    whyOf(narrowed, green),
    whyOf(forged, green),
    whyOf(green, away),
    whyOf(green, narrowed),
    whyOf(narrowed, narrowed),
  ]).toMatchInlineSnapshot(`
    [
      "the newer run was refused and tested nothing",
      "only 1 of the N promises and details that the newer run tested were compared",
      "only 1 of the N promises and details that the newer run tested were compared",
      "the newer run could not test N of the N promises and details that the older run tested",
      "--only left out all but 1 of N promises and details in one run",
      undefined,
    ]
  `);
});

test('neither what a waiver excuses nor its fact makes a run worse', () => {
  const at = { operation: 'balances.read', where: '$.kind', answer: { status: 200 } } as const;
  const before = made(facts({ '$.kind': 'uuid req' }));
  const comparison = compareRuns(before, made(both(breaks(stated, at), waived, facts({ '$.kind': 'number req' }))));
  expect(isWorse(comparison)).toBe(false);
  expect(comparison.following).toHaveLength(1);
});

test.each([
  ['public, max-age=60', true],
  ['no-store', false],
])('two versions of the harness leave open whether %s is new', (value, isOpen) => {
  const of = (own: Record<string, string>, catalogue: string) =>
    saw(
      { 'balances.read': { 'header content-type': 'application/json', ...own } },
      changed({ harness: { version: '0.5.0', catalogue } }),
    );
  const comparison = compareRuns(of({}, 'one'), of({ 'header cache-control': value }, 'another'));
  expect([isUndecided(comparison), isWorse(comparison)]).toEqual([isOpen, false]);
  const { headline, rest } = comparisonView(comparison);
  expect(/Do not upgrade yet\..* a change that breaks clients is in doubt/.test(headline)).toBe(isOpen);
  expect(rest.find((line) => line.startsWith('In doubt')) ?? '').toMatch(isOpen ? /header .Cache-Control/ : /^$/);
});

const answers = 'onramp.initiate/answers-with-its-record';
const orders = (own: Record<string, string>): Made =>
  changed({ facts: { 'onramp.initiate': { $: 'object', ...own }, service: {} } });

test.each([
  ['none is accepted any more', '422', true],
  ['none is accepted any more, each refused in its own way', '400 or 422', true],
  ['none is accepted, and a limit on requests is why', '429', false],
  ['the first ones are accepted, as before a quota is used up', '201 or 422', false],
])('valid orders are refused, and nobody can tell why: %s', (_name, status, isOpen) => {
  const of = (all: string, plain: string, other: string): Made =>
    orders({
      'status: orders of onramp.initiate': all,
      'status: orders of onramp.initiate, plain': plain,
      'status: orders of onramp.initiate, with a reference': other,
    });
  const [first = '', last = first] = status.split(' or ');
  const after = made(both(untested(answers, 'service'), of(status, first, last)));
  const comparison = compareRuns(made(of('201', '201', '201')), after);
  expect(comparison.facts.service).toEqual([]);
  expect(isUndecided(comparison)).toBe(isOpen);
  const { headline } = comparisonView(comparison);
  expect(/Do not upgrade yet.*refuses all valid requests of onramp\.initiate/.test(headline)).toBe(isOpen);
});

test('orders that the service refuses for a reason of its own are no other release', () => {
  const [before, refused] = ['201', '422'].map((status) => orders({ 'status: orders of onramp.initiate': status }));
  const kindsOf = (after: Made) =>
    compareRuns(made(before), made(after)).facts.service.map(({ kind, class: drift }) => [kind, drift]);
  expect(kindsOf(both(untested(answers, 'service'), refused ?? none))).toEqual([]);
  expect(kindsOf(refused ?? none)).toEqual([['answer-refused', 'breaks']]);
});

test('orders that are all refused break clients where another account is refused alike, and no quota can be why', () => {
  const of = (status: string, unverified: string) =>
    orders({
      'status: orders of onramp.initiate': status,
      'status: onramp.initiate without approved KYC': unverified,
    });
  const kindsOf = (after: Made) =>
    compareRuns(made(of('201', '403')), made(both(untested(answers, 'service'), after))).facts.service.map(
      ({ kind }) => kind,
    );
  expect(kindsOf(of('400', '400'))).toEqual(['answer-refused', 'status-changed']);
  expect(kindsOf(of('422', '403'))).toEqual([]);
});

test('an endpoint is gone by the code of the reason, and by the words that earlier versions wrote instead', () => {
  const noPath = (operation: 'onramp.initiate' | 'offramp.list') => ({
    reasons: [reasonOf('NO_ROUTE', `no path leads to ${operation}`, { operation })],
    judgements: 0,
  });
  const after = made({
    reports: {
      [stated]: noPath('offramp.list'),
      [implied]: noPath('offramp.list'),
      [shown]: noPath('onramp.initiate'),
    },
  });
  const withoutCodes = ({ requirements, ...run }: Verdict): Verdict =>
    parseVerdict({ ...run, format: 1, requirements: requirements.map(({ reasons: _, code: __, ...each }) => each) });
  const { outcomes, ...line } = lineOf(after, '');
  const earlier = parseLine({
    ...line,
    format: 1,
    outcomes: outcomes.map(({ code: _, operation: __, ...each }) => each),
  });
  const runs = [after, withoutCodes(after), runOf(lineOf(after, '')), earlier && runOf(earlier)];
  for (const run of runs) expect([...compareRuns(green, run ?? green).gone]).toEqual([['offramp.list', 2]]);
  expect([...compareRuns(green, made(untested(stated, 'service'))).gone]).toEqual([]);
  const narrowed = made({ results: { selected: new Set([implied]) }, reports: { [stated]: null } });
  expect(withoutCodes(narrowed).requirements.find(isStated)).toMatchObject({
    reason: 'left out by --only',
    code: 'NOT_SELECTED',
  });
});

test('orders over one rail that are refused now break clients, and their quota does not', () => {
  const of = (status: string) =>
    saw({ 'offramp.initiate': { 'status: orders of offramp.initiate, over WIRE': status } });
  expect(isWorse(compareRuns(of('201'), of('400')))).toBe(true);
  expect(isWorse(compareRuns(of('201'), of('429')))).toBe(false);
});

test('an unlisted value that both runs held, and only one looked at in time, is no turn', () => {
  const seen = breaks('records/hold-values-that-occur', {
    code: 'UNLISTED_VALUE',
    operation: 'balances.read',
    where: '$.list',
    observed: 'zmw',
  });
  const [held, other] = [facts({ '$.list': 'map:brl|zmw req' }), facts({ '$.list': 'map:brl req' })];
  const turnsOf = (before: Made, after: Made) => compareRuns(made(before), made(after)).service.map(({ turn }) => turn);
  expect(turnsOf(held, both(seen, held))).toEqual([]);
  expect(turnsOf(both(seen, held), held)).toEqual([]);
  expect(turnsOf(other, both(seen, held))).toEqual(['broken']);
});

test('a change that the baseline has makes a run no worse', () => {
  const [old, now] = ['uuid req', 'text req'].map((form) => made(facts({ '$.kind': form })));
  const isWorseBeside = (accepted?: Verdict) =>
    isWorse(compareRuns(old ?? green, now ?? green, { accepted: accepted && readFacts(accepted.facts ?? {}) }));
  expect([isWorseBeside(), isWorseBeside(old), isWorseBeside(now)]).toEqual([true, true, false]);
});

test('a release is slower by half and by 100 ms in the medians of three runs each', () => {
  const kindsOf = (...releases: readonly (readonly number[])[]) => {
    const runs = releases.map((speeds, release) =>
      speeds.map((speed, at) => ({
        ...saw({ 'balances.read': { speed: `${speed}` } }),
        release: `${release}`,
        runId: `${release}-${at}`,
      })),
    );
    const [before = green, after = green] = runs.map((all) => all.at(-1));
    return compareRuns(before, after, { kept: runs.flat() }).facts.service.map(({ kind }) => kind);
  };
  expect(kindsOf([100, 120, 900], [260, 280, 250])).toEqual(['slower']);
  expect(kindsOf([100, 120, 130], [200, 210, 190])).toEqual([]);
  expect(kindsOf([1000, 1000, 1000], [1200, 1200, 1200])).toEqual([]);
  expect(kindsOf([100, 120], [900, 900, 900])).toEqual([]);
});

test('what did not show again is nobody’s doing where the runs do not differ', () => {
  const [before, after] = [made(facts({ '$.list[].note': 'text opt' })), facts({})];
  expect(compareRuns(before, made(after)).facts).toMatchObject({
    service: [],
    run: [],
    unobserved: [{ class: 'unseen' }],
  });
  const narrower = made(both(after, changed({ profile: 'smoke' })));
  expect(compareRuns(before, narrower).facts).toMatchObject({ run: [{ class: 'unseen' }], unobserved: [] });
});

test('a run that says little of its release is nobody’s ancestor', () => {
  const down = Object.fromEntries(reportsWith().map(({ requirement }) => [requirement, failedBy('CONNECT', 'x')]));
  const all = [
    green,
    { ...green, interrupted: true as const },
    { ...green, narrowed: true as const },
    { ...green, verdict: 'refused' as const },
    made({ reports: down }),
  ];
  expect(all.map(isAncestor)).toEqual([true, false, false, false, false]);
});
