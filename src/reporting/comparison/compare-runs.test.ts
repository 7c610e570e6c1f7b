import { describe, expect, test } from 'vitest';
import type { RequirementId } from '#contract';
import { kindNames, readFacts } from '#facts';
import { reasonOf, type TestReport, type UntestedBy } from '#run';
import { describe as describeValue } from '#schemas';
import { failedBy, finding, ids, reportsWith, target, untestedBy, verdictOn } from '../example.test.support.ts';
import { lineOf, parseLine, runOf } from '../kept-run.ts';
import { type Results, unjudgedVerdict } from '../ruling.ts';
import { parseVerdict, type Verdict } from '../verdict.ts';
import { brokenUntested, compareRuns, isUndecided, isWorse, tooLittle } from './compare-runs.ts';
import { isAncestor, lostVariables } from './compared-run.ts';
import { comparisonSummary, comparisonText, renderComparison } from './comparison-reports.ts';
import { comparisonView } from './comparison-view.ts';
import { matrixOf } from './matrix.ts';
import { matrixText } from './matrix-view.ts';

type Reports = Partial<Record<RequirementId, Partial<TestReport> | null>>;

interface Made {
  readonly reports?: Reports;
  readonly results?: Partial<Results>;
  readonly change?: Partial<Verdict>;
}

const made = ({ reports = {}, results = {}, change = {} }: Made = {}): Verdict => ({
  ...verdictOn(reportsWith(reports), results),
  ...change,
});

const breaks = (id: RequirementId, where = 'status'): Reports => ({
  [id]: { findings: [finding({ where })] },
});
const drawn = { replay: { requirement: ids.stated, seed: 1, path: '0:1' } } as const;
const untested = (by: UntestedBy, reason = 'RAMP_MONEY_HOST is not set') => untestedBy(by, reason);
const plan = (change: object) => ({ plan: { target, seed: 1, profile: 'gate' as const, ...change } });
const facts = (own: Record<string, string>, service: Record<string, string> = {}) => ({
  facts: { 'balances.read': { $: 'object', '$.list[]': 'object', ...own }, service },
});
const roles = (names: readonly string[]) =>
  facts({}, Object.fromEntries(names.map((name) => [`settings: ${name}`, 'set'])));
const methodsOf = (currencies: string, method: string) => ({
  facts: {
    'taxonomy.list': { $: 'array', '$[]': 'object', '$[].name': method },
    service: { 'settings: RAMP_TAXONOMY_CURRENCIES': currencies },
  },
});
const typeFinding = finding({ operation: 'taxonomy.list', where: '$[3].name', code: 'WRONG_TYPE' });
const refusalOf = (amount: string, status?: string) => ({
  facts: {
    'onramp.initiate': { $: 'object', ...(status && { [`${status} $`]: 'object' }) },
    service: { 'settings: RAMP_AMOUNT': amount },
  },
});
const refusalFinding = finding({ where: '$.statusCode', code: 'MISSING_MEMBER', answer: { status: 400 } });
const { stated, implied, shown } = ids;
const waiver = { given: [], covers: () => 'W-1' };
const allBut = (id: RequirementId): Reports =>
  Object.fromEntries(reportsWith().map(({ requirement }) => [requirement, requirement === id ? {} : untested('user')]));

const ruledAsShown = (id: RequirementId) =>
  verdictOn(reportsWith()).requirements.map((each) =>
    each.id === id ? { ...each, firmness: 'shown' as const } : each,
  );

/** The answers: the service's turns, how many are the runs' and the harness's doing, and the exit code. */
type Answer = readonly [service: readonly string[], run: number, harness: number, exit: 0 | 1 | 3];

const table: readonly (readonly [name: string, before: Made, after: Made, answer: Answer])[] = [
  ['the same twice', {}, {}, [[], 0, 0, 0]],
  ['a promise broke', {}, { reports: breaks(stated) }, [['broken'], 0, 0, 1]],
  ['an implied promise broke', {}, { reports: breaks(implied) }, [['broken'], 0, 0, 1]],
  ['a promise is mended', { reports: breaks(stated) }, {}, [['mended'], 0, 0, 0]],
  [
    'one is mended and another breaks',
    { reports: breaks(stated) },
    { reports: breaks(implied) },
    [['mended', 'broken'], 0, 0, 1],
  ],
  ['broken as before', { reports: breaks(stated) }, { reports: breaks(stated) }, [[], 0, 0, 0]],
  [
    'broken in another way',
    { reports: breaks(stated) },
    { reports: { [stated]: { findings: [finding(), finding({ where: '$.id' })] } } },
    [['broken further'], 0, 0, 1],
  ],
  [
    'mended in part',
    { reports: { [stated]: { findings: [finding(), finding({ where: '$.id' })] } } },
    { reports: breaks(stated) },
    [['mended in part'], 0, 0, 0],
  ],
  ['an example differs', {}, { reports: breaks(shown) }, [['broken'], 0, 0, 0]],
  [
    'gate to smoke leaves some out',
    {},
    { reports: { [stated]: untested('user', 'not in smoke') }, results: plan({ profile: 'smoke' }) },
    [[], 1, 0, 0],
  ],
  [
    'smoke still shows that a promise broke',
    {},
    { reports: breaks(implied), results: plan({ profile: 'smoke', seed: -1_234_567_890 }) },
    [['broken'], 0, 0, 1],
  ],
  [
    'smoke mends nothing that it does not look at',
    { reports: breaks(implied) },
    { results: plan({ profile: 'smoke' }) },
    [[], 1, 0, 0],
  ],
  ['smoke to gate looks further', { results: plan({ profile: 'smoke' }) }, { reports: breaks(stated) }, [[], 1, 0, 0]],
  [
    'a deviation that is not tested now is not mended',
    { reports: breaks(stated) },
    { reports: { [stated]: untested('user') } },
    [[], 1, 0, 0],
  ],
  [
    'a deviation that was not tested before is not new',
    { reports: { [stated]: untested('user') } },
    { reports: breaks(stated) },
    [[], 1, 0, 0],
  ],
  [
    'a role was added, and shows more',
    { change: roles(['RAMP_USD_RECIPIENT_ID']) },
    { reports: breaks(stated), change: roles(['RAMP_USD_RECIPIENT_ID', 'RAMP_BUSINESS_SUBACCOUNT_ID']) },
    [[], 1, 0, 0],
  ],
  [
    'a role was added that does not reach the endpoint',
    { change: roles(['RAMP_USD_RECIPIENT_ID']) },
    { reports: breaks(stated), change: roles(['RAMP_USD_RECIPIENT_ID', 'RAMP_NAMED_RECIPIENT_ID']) },
    [['broken'], 0, 0, 1],
  ],
  [
    'a role was taken away, and a promise broke',
    { change: roles(['RAMP_USD_RECIPIENT_ID', 'RAMP_NAMED_RECIPIENT_ID']) },
    { reports: breaks(stated), change: roles(['RAMP_USD_RECIPIENT_ID']) },
    [['broken'], 0, 0, 1],
  ],
  [
    'a rule of all endpoints broke at one that the amount does not touch',
    { change: facts({}, { 'settings: RAMP_AMOUNT': '100' }) },
    {
      reports: { 'http/sends-sound-json': { findings: [finding({ operation: 'withdrawal.read' })] } },
      change: facts({}, { 'settings: RAMP_AMOUNT': '250' }),
    },
    [['broken'], 0, 0, 1],
  ],
  [
    'an order of another amount is read again in another way',
    { change: facts({}, { 'settings: RAMP_AMOUNT': '100' }) },
    {
      reports: { 'offramp.read/has-its-members': { findings: [finding({ operation: 'offramp.read' })] } },
      change: facts({}, { 'settings: RAMP_AMOUNT': '250' }),
    },
    [[], 1, 0, 0],
  ],
  [
    'another currency of the taxonomy is asked for',
    { change: facts({}, { 'settings: RAMP_TAXONOMY_CURRENCIES': 'MXN' }) },
    {
      reports: { 'taxonomy.list/has-its-members': { findings: [finding({ operation: 'taxonomy.list' })] } },
      change: facts({}, { 'settings: RAMP_TAXONOMY_CURRENCIES': 'MXN, USD' }),
    },
    [[], 1, 0, 0],
  ],
  [
    'another currency is asked for, and a member has another type in those of both',
    { change: methodsOf('MXN', 'text req') },
    {
      reports: { 'taxonomy.list/has-its-members': { findings: [typeFinding] } },
      change: methodsOf('MXN, USD', 'number req'),
    },
    [['broken'], 0, 0, 1],
  ],
  [
    'another amount is refused for itself, in a body of its own',
    { change: refusalOf('100') },
    { reports: { [stated]: { findings: [refusalFinding] } }, change: refusalOf('250', '400') },
    [[], 1, 0, 0],
  ],
  [
    'a refusal that both amounts got has another body',
    { change: refusalOf('100', '400') },
    { reports: { [stated]: { findings: [refusalFinding] } }, change: refusalOf('250', '400') },
    [['broken'], 0, 0, 1],
  ],
  [
    'an id of a record was added, which another endpoint reads',
    {},
    { reports: breaks(stated), change: roles(['RAMP_CONVERSION_ID']) },
    [['broken'], 0, 0, 1],
  ],
  [
    'money may be moved now',
    { change: { permissions: { money: 'RAMP_MONEY_HOST is not set', readOnly: false, quiet: true } } },
    { reports: breaks(stated) },
    [[], 1, 0, 0],
  ],
  [
    'more of the same endpoint is tested now',
    { reports: { 'onramp.initiate/has-a-positive-rate': untested('user', 'left out by --only') } },
    { reports: breaks(stated) },
    [[], 2, 0, 0],
  ],
  [
    'more of another endpoint is tested now',
    { reports: { 'withdrawal.read/masks-the-address': untested('user', 'left out by --only') } },
    { reports: breaks(stated) },
    [['broken'], 1, 0, 1],
  ],
  [
    'another seed draws another case',
    { results: plan({ seed: 2 }) },
    { reports: { [stated]: { findings: [finding(drawn)] } } },
    [[], 1, 0, 0],
  ],
  [
    'the same seed draws the same case',
    {},
    { reports: { [stated]: { findings: [finding(drawn)] } } },
    [['broken'], 0, 0, 1],
  ],
  [
    'another seed, and no drawn case',
    { results: plan({ seed: 2 }) },
    { reports: breaks(stated) },
    [['broken'], 0, 0, 1],
  ],
  [
    'a waiver was written',
    { reports: breaks(stated) },
    { reports: breaks(stated), results: { waivers: waiver } },
    [[], 0, 0, 0],
  ],
  [
    'a waiver ended',
    { reports: breaks(stated), results: { waivers: waiver } },
    { reports: breaks(stated) },
    [[], 0, 0, 0],
  ],
  ['a waived promise is mended', { reports: breaks(stated), results: { waivers: waiver } }, {}, [['mended'], 0, 0, 0]],
  [
    'another gate',
    { reports: breaks(implied) },
    { reports: breaks(implied), results: { gate: 'stated' } },
    [[], 0, 0, 0],
  ],
  ['no usable answer', {}, { reports: { [stated]: failedBy('TRANSPORT_TIMEOUT', 'none') } }, [[], 1, 0, 0]],
  ['kept from a test by the service', {}, { reports: { [stated]: untested('service') } }, [[], 1, 0, 0]],
  ['an interrupted run', {}, { reports: { [stated]: null }, results: { interrupted: true } }, [[], 1, 0, 0]],
  ['a recording, then a run', { change: { passive: true } }, { reports: breaks(stated) }, [[], 1, 0, 0]],
  [
    'a run, then a recording that shows a break',
    {},
    { reports: breaks(stated), change: { passive: true } },
    [['broken'], 0, 0, 1],
  ],
  [
    'staging and production',
    {},
    { reports: breaks(stated), change: { target: { ...target, label: 'other' } } },
    [['broken'], 0, 0, 1],
  ],
  [
    'a requirement is new in the harness, and deviates',
    { change: { requirements: verdictOn(reportsWith()).requirements.filter(({ id }) => id !== stated) } },
    { reports: breaks(stated) },
    [[], 0, 1, 0],
  ],
  [
    'a requirement is gone',
    {},
    { change: { requirements: verdictOn(reportsWith()).requirements.filter(({ id }) => id !== stated) } },
    [[], 0, 1, 0],
  ],
  [
    'a claim was ruled otherwise in the newer harness',
    { change: { requirements: ruledAsShown(stated), harness: { version: '0.2.0' } } },
    { reports: breaks(stated) },
    [[], 0, 1, 0],
  ],
  [
    'a newer harness, and a promise with its old rule broke',
    { change: { harness: { version: '0.2.0' } } },
    { reports: breaks(stated) },
    [['broken'], 0, 0, 1],
  ],
  [
    'a fact that changed',
    { change: facts({ '$.list[].status': 'enum:a req' }) },
    { change: facts({}) },
    [['facts'], 0, 0, 0],
  ],
  [
    'facts of a wider run',
    { change: { ...facts({}), profile: 'smoke' } },
    { change: facts({ '$.extra': 'text req' }) },
    [[], 0, 0, 0],
  ],
  [
    'facts that a narrower run shows, and the wider one did not',
    { change: facts({}) },
    { change: { ...facts({ '$.extra': 'text req' }), profile: 'smoke' } },
    [['facts'], 0, 0, 0],
  ],
  [
    'facts that an earlier run missed, because it was cut',
    { change: { ...facts({}), interrupted: true } },
    { change: facts({ '$.extra': 'text req' }) },
    [[], 0, 0, 0],
  ],
  [
    'facts by a newer harness',
    { change: { ...facts({}), harness: { version: '0.2.0' } } },
    { change: facts({ '$.extra': 'text req' }) },
    [[], 0, 0, 0],
  ],
  ['nothing in common', { reports: allBut(stated) }, { reports: allBut(implied) }, [[], 2, 0, 3]],
  ['another document', {}, { change: { document: { version: '2.0.0' } } }, [[], 0, 0, 3]],
];

describe.each(table)('%s', (_name, before, after, [service, run, harness, exit]) => {
  const [earlier, later] = [made(before), made(after)];
  const comparison = compareRuns(earlier, later);

  test('is laid on the right shoulders', () => {
    const ofFacts = comparison.facts.service.length > 0 ? ['facts'] : [];
    expect([...comparison.service.map(({ turn }) => turn), ...ofFacts].toSorted()).toEqual(service.toSorted());
    expect([comparison.run.length, comparison.harness.length]).toEqual([run, harness]);
    const code = isWorse(comparison) ? 1 : tooLittle(comparison) === undefined ? 0 : 3;
    expect(code).toBe(exit);
  });

  // A line of the history has neither the requirements that are new nor the facts.
  if (harness > 0 || comparison.facts.service.length > 0) return;
  test('is the same by the lines of the history', () => {
    const kept = [earlier, later].map((each) => runOf(JSON.parse(JSON.stringify(lineOf(each, '')))));
    const again = compareRuns(kept[0] ?? earlier, kept[1] ?? later);
    expect(again.service.map(({ turn }) => turn)).toEqual(comparison.service.map(({ turn }) => turn));
    expect(again.run.length).toBe(comparison.run.length);
  });
});

test('a variable is lost where what the last run tested is untested for it', () => {
  const lacks = ['RAMP_MONEY_HOST', 'profile'] as const;
  const lacking = made({
    reports: {
      [stated]: untestedBy('user', 'x', lacks),
      [implied]: untested('user', 'RAMP_API_KEY is not set'),
    },
  });
  expect(lostVariables(runOf(lineOf(made(), '')), lacking)).toEqual(['RAMP_MONEY_HOST']);
  expect(lostVariables(runOf(lineOf(lacking, '')), lacking)).toEqual([]);
});

const textOf = (before: Verdict, after: Verdict, how: Parameters<typeof compareRuns>[2] = {}): string =>
  comparisonText(comparisonView(compareRuns(before, after, how)), { verbose: false });

test.each([
  ['a minute', ['10:05:31.000', '10:05:32.000'], ['10:05:31', '10:05:32']],
  ['a second', ['10:05:31.001', '10:05:31.002'], ['10:05:31.001', '10:05:31.002']],
  ['an hour', ['10:05:31.000', '10:06:31.000'], ['10:05', '10:06']],
])('two runs of one release in %s have names that differ', (_span, times, names) => {
  const runs = times.map((time) => made({ results: { release: '2.13', startedAt: `2026-11-02T${time}Z` } }));
  expect(matrixOf(runs).names).toEqual(names.map((name) => `2.13 2026-11-02 ${name}`));
});

test('the first line is the answer, and names how the runs differ', () => {
  const before = made({
    results: { release: '2.14', ...plan({ profile: 'smoke' }) },
    reports: breaks(implied),
    change: facts({ '$.kind': 'uuid req' }),
  });
  const after = made({ results: { release: '2.15' }, reports: { ...breaks(stated), [implied]: {} } });
  expect(textOf(before, after)).toMatch(
    /^2\.14 -> 2\.15 at \S+: Do not upgrade yet\. No promise broken \(\d+ of \d+ compared\), 1 fixed, 1 promise broken that 2\.14 did not test in the same way\.\n[\s\S]*Not compared: 1 promise, because your runs differ \(profile: before smoke, now gate, seed: before 1, now -1234567890\)\./,
  );
  const broken = made({ reports: breaks(stated), change: facts({ '$.kind': 'uuid req' }) });
  expect(textOf(broken, broken)).toMatch(
    /: You may upgrade\. No other promise broken \(\d+ compared\), 1 still broken; nothing changed\./,
  );
  expect(textOf(made(), made())).toMatch(
    /: You may upgrade, as far as both runs show\. No promise broken \(\d+ compared\); no detail was compared: the history has no details of the older run/,
  );
});

test('a promise that is broken now, and that the older run did not test, is named, and is no upgrade to make', () => {
  const older = made({ reports: { [stated]: untested('user', 'left out by the profile smoke') } });
  const comparison = compareRuns(older, made({ reports: breaks(stated) }));
  expect(brokenUntested(comparison).map(({ id }) => id)).toEqual([stated]);
  expect(isWorse(comparison)).toBe(false);
  const { headline, rest } = comparisonView(comparison);
  expect(headline).toMatch(
    /: Do not upgrade yet\. No promise broken \(\d+ of \d+ compared\), 1 promise broken that the older/,
  );
  expect(rest[0]).toMatch(
    /^Broken in the newer run, and not tested in the same way in the older run: ".+\." Test the older release/,
  );
  expect(brokenUntested(compareRuns(made({ reports: breaks(stated) }), older))).toEqual([]);
});

test('a run that was refused, or narrowed to little, gives no answer and says why', () => {
  const whole = made();
  const refused = unjudgedVerdict({ verdict: 'refused', exitCode: 2, why: 'no key' }, '1', new Date(0));
  expect(tooLittle(compareRuns(whole, refused))).toBe('the newer run was refused and tested nothing');
  const narrowed = made({ reports: allBut(stated), change: { narrowed: true } });
  expect(tooLittle(compareRuns(narrowed, whole))).toMatch(/^only 1 of the \d+ promises and details that the newer run/);
  expect(tooLittle(compareRuns(narrowed, narrowed))).toBeUndefined();
  const { narrowed: _, ...forged } = narrowed;
  expect(tooLittle(compareRuns(forged, whole))).toMatch(/^only 1 of the \d+ promises and details that the newer run/);
  const away = made({
    reports: Object.fromEntries(
      Object.entries(allBut(stated)).map(([id, each]) => [id, each?.reasons ? untested('service') : each]),
    ),
  });
  expect(tooLittle(compareRuns(whole, away))).toMatch(/^the newer run could not test \d+ of the \d+/);
  expect(tooLittle(compareRuns(whole, narrowed))).toMatch(
    /^--only left out all but 1 of \d+ promises and details in one run/,
  );
  expect(tooLittle(compareRuns(narrowed, narrowed))).toBeUndefined();
  expect(textOf(whole, narrowed)).toContain('only the newer run has --only');
});

test('what a waiver excuses is said to be accepted, and neither it nor its fact fails', () => {
  const at = { operation: 'balances.read', where: '$.kind', answer: { status: 200 } } as const;
  const reports: Reports = { [stated]: { findings: [finding(at)] } };
  const before = made({ change: facts({ '$.kind': 'uuid req' }) });
  const after = made({ reports, results: { waivers: waiver }, change: facts({ '$.kind': 'number req' }) });
  const comparison = compareRuns(before, after);
  expect(isWorse(comparison)).toBe(false);
  expect(comparison.following).toHaveLength(1);
  expect(textOf(before, after)).toMatch(
    /: You may upgrade\. No other promise broken \(\d+ compared\), 1 broken promise accepted\.[\s\S]*^ACCEPTED +balances\.read \(\w+ risk\)$/m,
  );
});

test.each([
  ['public, max-age=60', true],
  ['no-store', false],
])('two versions of the harness leave open whether %s is new', (value, isOpen) => {
  const of = (facts: Readonly<Record<string, string>>, catalogue: string) =>
    made({
      change: {
        harness: { version: '0.5.0', catalogue },
        facts: {
          'balances.read': { $: 'object', 'header content-type': 'application/json', ...facts },
          service: { 'kinds of facts': kindNames.join(', ') },
        },
      },
    });
  const comparison = compareRuns(of({}, 'one'), of({ 'header cache-control': value }, 'another'));
  expect([isUndecided(comparison), isWorse(comparison)]).toEqual([isOpen, false]);
  const { headline, rest } = comparisonView(comparison);
  expect(/Do not upgrade yet\..* a change that breaks clients is in doubt/.test(headline)).toBe(isOpen);
  expect(rest.find((line) => line.startsWith('In doubt')) ?? '').toMatch(isOpen ? /header .Cache-Control/ : /^$/);
});

test.each([
  ['none is accepted any more', '422', true],
  ['none is accepted any more, each refused in its own way', '400 or 422', true],
  ['none is accepted, and a limit on requests is why', '429', false],
  ['the first ones are accepted, as before a quota is used up', '201 or 422', false],
])('valid orders are refused, and nobody can tell why: %s', (_name, status, isOpen) => {
  const id = 'onramp.initiate/answers-with-its-record';
  const of = (answers: readonly [all: string, one: string, other: string]) => {
    const [all, one, other] = answers;
    const own = { 'status: orders of onramp.initiate': all, 'status: orders of onramp.initiate, plain': one };
    const others = { 'status: orders of onramp.initiate, with a reference': other };
    return { facts: { 'onramp.initiate': { $: 'object', ...own, ...others }, service: {} } };
  };
  const [first = '', last = first] = status.split(' or ');
  const after = made({
    reports: { [id]: untested('service', 'the amount is above the limit') },
    change: of([status, first, last]),
  });
  const comparison = compareRuns(made({ change: of(['201', '201', '201']) }), after);
  expect(comparison.facts.service).toEqual([]);
  expect(isUndecided(comparison)).toBe(isOpen);
  const { headline } = comparisonView(comparison);
  expect(/Do not upgrade yet.*refuses all valid requests of onramp\.initiate/.test(headline)).toBe(isOpen);
});

test('orders that the service refuses for a reason of its own are no other release', () => {
  const id = 'onramp.initiate/answers-with-its-record';
  const statuses = (status: string) => ({
    facts: { 'onramp.initiate': { 'status: orders of onramp.initiate': status }, service: {} },
  });
  const [before, refused] = [made({ change: statuses('201') }), statuses('422')];
  const after = made({ reports: { [id]: untested('service', 'the amount is above the limit') }, change: refused });
  expect(compareRuns(before, after).facts.service).toEqual([]);
  expect(compareRuns(before, made({ change: refused })).facts.service).toMatchObject([
    { kind: 'answer-refused', class: 'breaks' },
  ]);
});

test('orders that are all refused break clients where another account is refused alike, and no quota can be why', () => {
  const of = (orders: string, unverified: string) => {
    const own = { $: 'object', 'status: orders of onramp.initiate': orders };
    const others = { 'status: onramp.initiate without approved KYC': unverified };
    const kept = orders === '201' ? {} : { 'onramp.initiate/answers-with-its-record': untested('service') };
    return made({ reports: kept, change: { facts: { 'onramp.initiate': { ...own, ...others }, service: {} } } });
  };
  const kindsOf = (after: Verdict) => compareRuns(of('201', '403'), after).facts.service.map(({ kind }) => kind);
  expect(kindsOf(of('400', '400'))).toEqual(['answer-refused', 'status-changed']);
  expect(kindsOf(of('422', '403'))).toEqual([]);
});

test('where all valid orders are refused, the first line counts what was not tested, and no client is asked to change', () => {
  const id = 'onramp.initiate/answers-with-its-record';
  const of = (release: string, status: string, reports: Reports = {}) =>
    made({
      reports,
      results: { release },
      change: { facts: { 'onramp.initiate': { 'status: orders of onramp.initiate': status }, service: {} } },
    });
  const refused = { [id]: { reasons: [reasonOf('NONE_ACCEPTED', 'no valid order was accepted')] } };
  const { headline, lines, rest } = comparisonView(compareRuns(of('2.14', '201'), of('2.15', '422', refused)));
  expect(headline).toMatch(
    /: Do not upgrade yet\. No promise broken \(.*\), 1 promise could not be tested \(2\.15 refuses all valid requests of onramp\.initiate\)\.$/,
  );
  expect(lines).toMatchObject([
    { word: 'refused', endpoints: ['onramp.initiate'], text: 'valid orders: before 201, now 422', by: 'vendor' },
  ]);
  expect(lines[0]?.must).toMatch(/`run --show-refusals`\. Stay on 2\.14 until the vendor answers\.$/);
  expect(rest).toContain(
    'Not compared: 1 promise, because 2.15 refused valid orders of onramp.initiate. Run 2.15 again when the service accepts these orders.',
  );
});

/** Two runs of facts at several endpoints, and what the newer one reported. */
const pairOf = (
  old: Record<string, Record<string, string>>,
  now: Record<string, Record<string, string>>,
  reports: Reports = {},
) => {
  const service = { 'kinds of facts': kindNames.join(', ') };
  const of = (own: typeof old, given: Reports = {}) => made({ reports: given, change: { facts: { ...own, service } } });
  return compareRuns(of(old), of(now, reports));
};

test('a key that is refused otherwise is one line, also where the run had no second look for the promise', () => {
  const at = (endpoint: string, status: string) => ({
    [endpoint]: { $: 'object', [`status: ${endpoint} with an invalid key, with another key`]: status },
  });
  const all = (status: string) => ({ ...at('balances.read', status), ...at('taxonomy.list', status) });
  const found = finding({ operation: 'balances.read', expected: '401', observed: '403' });
  const comparison = pairOf(all('401'), all('403'), {
    'balances.read/refuses-an-altered-key': { findings: [found] },
    'taxonomy.list/refuses-an-altered-key': failedBy('NO_SECOND_LOOK', 'the run has used all its second looks'),
  });
  const { lines, rest } = comparisonView(comparison);
  expect(lines).toMatchObject([{ word: 'broken', endpoints: ['balances.read', 'taxonomy.list'] }]);
  expect(lines[0]?.text).toMatch(/ taxonomy\.list gives the same answer; this run could not judge it\.$/);
  expect(rest.join('\n')).toContain('saw each of them broken once, and had no second look left');
});

test('an endpoint that answers 404 to each request, whatever the key, is gone', () => {
  const statuses = (valid: string, keyless: string) => ({
    'conversion.read': {
      $: 'object',
      'status: reads of conversion.read': valid,
      'status: conversion.read with an invalid key, with another key': keyless,
    },
  });
  const found = finding({ operation: 'conversion.read', expected: 'a success (2xx)', observed: '404' });
  const reports: Reports = {
    'conversion.read/answers-with-its-record': { findings: [found] },
    'conversion.read/has-its-members': untested('nothing to judge', 'no record'),
  };
  const gone = pairOf(statuses('200', '401'), statuses('404', '404'), reports);
  expect(comparisonView(gone)).toMatchObject({
    lines: [{ word: 'broken', text: expect.stringMatching(/^the endpoint is gone.*1 promise cannot be tested\. /) }],
    rest: expect.arrayContaining([
      expect.stringMatching(/^Not compared: 1 promise, because conversion\.read is gone /),
    ]),
  });
  const absent = pairOf(statuses('200', '401'), statuses('404', '401'), reports);
  expect([...absent.gone.keys()]).toEqual([]);
});

test('a rail that is listed no more and refused is one line, and so are deprecation and end of an endpoint', () => {
  const rails = (listed: string, status: string) => ({
    'subaccount.read': { $: 'object', 'rails: USD, business, approved': listed },
    'offramp.initiate': { $: 'object', 'status: orders of offramp.initiate, over SWIFT': status },
  });
  const texts = (comparison: ReturnType<typeof pairOf>) => comparisonView(comparison).lines.map(({ text }) => text);
  expect(texts(pairOf(rails('swift or wire', '201'), rails('wire', '400')))).toEqual([
    'payment rail `swift` for USD (business with status `approved`) is gone: subaccounts do not list this rail any more, and orders over it are refused (before 201, now 400)',
  ]);
  const headers = { 'header deprecation': '@1798761600', 'header sunset': 'Wed, 30 Jun 2027 23:59:59 GMT' };
  const ended = (own: object) => ({
    'lightning-offramp.initiate': { $: 'object', 'header content-type': 'x', ...own },
    'withdrawal.read': { $: 'object', 'header content-type': 'x', ...own },
  });
  expect(texts(pairOf(ended({}), ended(headers)))).toEqual([
    expect.stringMatching(/^the vendor declares .*`Deprecation`\), and the vendor announces the end .*`Sunset`\)$/),
  ]);
});

test('an endpoint is gone by the code of the reason, and by the words that earlier versions wrote instead', () => {
  const noPath = (operation: 'onramp.initiate' | 'offramp.list') => ({
    reasons: [reasonOf('NO_ROUTE', `no path leads to ${operation}`, { operation })],
    judgements: 0,
  });
  const reports = {
    [stated]: noPath('offramp.list'),
    [implied]: noPath('offramp.list'),
    [shown]: noPath('onramp.initiate'),
  };
  const after = made({ reports });
  const withoutCodes = ({ requirements, ...run }: Verdict): Verdict =>
    parseVerdict({ ...run, format: 1, requirements: requirements.map(({ reasons: _, code: __, ...each }) => each) });
  const earlierLine = (run: Verdict) => {
    const { outcomes, ...line } = lineOf(run, '');
    const earlier = outcomes.map(({ code: _, operation: __, ...each }) => each);
    const read = parseLine({ ...line, format: 1, outcomes: earlier });
    if (read === undefined) throw new Error('a line of format 1 cannot be read');
    return runOf(read);
  };
  for (const run of [after, withoutCodes(after), runOf(lineOf(after, '')), earlierLine(after)])
    expect([...compareRuns(made(), run).gone]).toEqual([['offramp.list', 2]]);
  expect([...compareRuns(made(), made({ reports: { [stated]: untested('service') } })).gone]).toEqual([]);
  const narrowed = made({ results: { selected: new Set([implied]) }, reports: { [stated]: null } });
  expect(withoutCodes(narrowed).requirements.find(({ id }) => id === stated)).toMatchObject({
    reason: 'left out by --only',
    code: 'NOT_SELECTED',
  });
});

test('a raised fee is one line, however many methods have it', () => {
  const kinds = { 'kinds of facts': kindNames.join(', ') };
  const of = (fee: number) =>
    made({
      change: {
        facts: {
          'taxonomy.list': { 'fee: BRL ted USDC': `${fee}`, 'fee: MXN spei USDC': `${fee + 1}`, $: 'array' },
          service: kinds,
        },
      },
    });
  expect(textOf(of(12), of(15))).toContain(
    '\n    fee of `ted` for BRL/USDC rose: before 12, now 15 (`fee.type` says the unit)\n    Also changed: 1 more method: `spei` for MXN/USDC\n',
  );
});

const endpointWith = (endpoint: string, own: Record<string, string>) =>
  made({
    change: { facts: { [endpoint]: { $: 'object', ...own }, service: { 'kinds of facts': kindNames.join(', ') } } },
  });

/** One cause is one line, whatever else shows by it. */
test.each([
  [
    'a refusal with another body',
    'offramp.initiate',
    { '400 $': 'object', '400 $.error': 'text req', '400 $.message': 'text req' },
    { '400 $': 'object' },
    ['`error` in the body of a 400: before always there, now missing; `message` in the body of a 400'],
  ],
  [
    'valid orders that are refused, with whatever is refused as they are',
    'onramp.initiate',
    { 'status: orders of onramp.initiate': '201', 'observed: without to': '400', 'observed: absent subaccount': '404' },
    { 'status: orders of onramp.initiate': '422', 'observed: without to': '422', 'observed: absent subaccount': '422' },
    ['valid orders: before 201, now 422; '],
  ],
  [
    'a fee of another type, whose amount is in another unit',
    'taxonomy.list',
    { 'fee: BRL pix USDC': '1.5', 'fee types: BRL pix USDC': 'fixed' },
    { 'fee: BRL pix USDC': '0.8', 'fee types: BRL pix USDC': 'percentage' },
    [
      'fee of `pix` for BRL/USDC: before `fixed` 1.5, now `percentage` 0.8. The document does not say the currency of 1.5 or whether 0.8 means 0.8 % or 80 %; ',
    ],
  ],
  [
    'a member of a record and of its listing',
    'offramp.list',
    { '$.data': 'array', '$.data[]': 'object', '$.data[].note': 'text req', '$.note': 'text req' },
    { '$.data': 'array', '$.data[]': 'object' },
    ['`data[].note` and `note` (not in the document): before always there, now missing; '],
  ],
  [
    'customer data that caches may keep',
    'subaccount.read',
    { 'header content-type': 'x', '401 header content-type': 'x' },
    {
      'header content-type': 'x',
      '401 header content-type': 'x',
      'header cache-control': 'public',
      '401 header cache-control': 'public',
    },
    ['header `Cache-Control`: before not sent, now `public`, so that shared caches may keep customer data; '],
  ],
])('%s is one line', (_what, endpoint, old, now, expected) => {
  const { lines } = comparisonView(compareRuns(endpointWith(endpoint, old), endpointWith(endpoint, now)));
  expect(lines.map(({ text, also }) => `${text}; ${also?.names.join() ?? ''}`)).toEqual(expected);
});

test('members that are missing at once are one line', () => {
  const lost = (where: string) =>
    finding({ code: 'MISSING_MEMBER', operation: 'balances.read', where, expected: 'string', observed: 'missing' });
  const after = made({ reports: { [stated]: { findings: ['$.email', '$.id'].map(lost) } } });
  expect(comparisonView(compareRuns(made(), after)).lines.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^`email`: before a string, now missing\. The same answers also lack `id`\. The document promises ".*"$/,
    ),
  ]);
});

test('one server error is one line, whatever promises it breaks', () => {
  const failed = finding({
    ...{ code: 'SERVER_ERROR', operation: 'conversion.read', where: 'status' },
    ...{ expected: 'no server error', observed: '500', answer: { status: 500 } },
  });
  const reports: Reports = {
    'conversion.read/hides-what-is-absent': { findings: [failed] },
    'conversion.read/never-serves-a-malformed-id': { findings: [failed] },
  };
  const absent = (status: string) => endpointWith('conversion.read', { 'observed: absent conversion': status }).facts;
  const [before, after] = [
    made({ change: { facts: absent('404') } }),
    made({ reports, change: { facts: absent('500') } }),
  ];
  const { lines } = comparisonView(compareRuns(before, after));
  expect(lines.map(({ text, also }) => [text, also?.names.length])).toEqual([
    [
      expect.stringMatching(
        /^a request whose id is no UUID: before 404, now 500\. The document promises ".* without a 5xx\."$/,
      ),
      1,
    ],
  ]);
});

test('refusals with another status at several endpoints are one entry, which names one case with its endpoint', () => {
  const of = (refused: string, odd: string) =>
    made({
      change: {
        facts: {
          'onramp.initiate': {
            'observed: without from': refused,
            'status: onramp.initiate refused, in an odd text': odd,
          },
          'deposit.simulate': { 'status: deposit.simulate without a member': refused },
          'lightning-offramp.initiate': { 'status: lightning-offramp.initiate refused, in an odd text': odd },
        },
      },
    });
  const { lines } = comparisonView(compareRuns(of('400', '400 or 415'), of('422', '400 or 415 or 422')));
  expect(lines.map(({ text, must }) => [text, must])).toEqual([
    [
      'refused requests: before 400, now 422 in 3 cases, such as an order without `from` (onramp.initiate)',
      'Check that your client treats 422 like 400 in each refusal.',
    ],
  ]);
});

test('an odd request that repeats a used reference is of the entry about the reference', () => {
  const of = (again: string, odd: string) =>
    made({
      change: {
        facts: {
          'onramp.initiate': {
            'observed: a reference for the second time': again,
            'status: onramp.initiate refused, in an odd text': odd,
          },
        },
      },
    });
  const { lines } = comparisonView(compareRuns(of('201', '400 or 415'), of('409', '400 or 409')));
  expect(lines.map(({ text }) => text)).toEqual(['an order with an already used reference: before 201, now 409']);
});

test('what only one run showed is not compared, and names the release that showed it', () => {
  const of = (release: string, own: Record<string, string>) => made({ results: { release }, change: facts(own) });
  const { headline, rest } = comparisonView(compareRuns(of('2.14', { '$.list[].note': 'text opt' }), of('2.15', {})));
  expect(headline).toMatch(
    /1 detail could not be compared, because only 2\.14 showed this detail: `list\[\]\.note` \(balances\.read\)\.$/,
  );
  expect(rest).toContain(
    'Not compared: 1 detail, because only 2.14 showed this detail: `list[].note` (balances.read). The records of one run may lack it. Ask the vendor if your client needs it.',
  );
});

test('where the net amount alone is another, no fee is said to fall', () => {
  const id = 'onramp.initiate/nets-the-gross-less-the-fees';
  const at = { code: 'RULE_BROKEN', operation: 'onramp.initiate', where: '$.to.net_amount' } as const;
  const net = finding({ ...at, expected: 'to.gross_amount minus pricing.fees.total_fees', observed: 'decimal(4)' });
  const of = (rate: string) => endpointWith('onramp.initiate', { 'fee rate: plain': rate });
  const after = { ...made({ reports: { [id]: { findings: [net] } } }), facts: of('0 (0 of 10)').facts };
  const { lines } = comparisonView(compareRuns(of('0.05 (0.50 of 10)'), after));
  expect(lines.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^`to\.net_amount`: before `to\.gross_amount` minus `pricing\.fees\.total_fees`, now a different amount\./,
    ),
  ]);
});

test('access that opens comes first, and a refusal whose body is another is said to be a refusal still', () => {
  const at = { operation: 'balances.read', answer: { status: 401 } } as const;
  const lost = finding({ ...at, code: 'MISSING_MEMBER', where: '$.error', expected: 'string', observed: 'missing' });
  const served = { code: 'NOT_REFUSED', expected: '403', observed: '200', case: 'the restricted key' } as const;
  const open = finding({ ...at, ...served, where: 'status', answer: { status: 200 } });
  const reports: Reports = { [stated]: { findings: [lost] }, [implied]: { findings: [open] } };
  expect(comparisonView(compareRuns(made(), made({ reports }))).lines.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^Security: a request with the restricted key is not refused any more: before refused \(403\), now answered/,
    ),
    expect.stringMatching(
      /^field `error` in the body of a 401: before a string, now missing\. The status \(401\) is still as promised\. The document promises/,
    ),
  ]);
});

test.each([
  [
    'balances.read/refuses-a-missing-key',
    { code: 'MISSING_MEMBER', where: '$.error', expected: 'string', observed: 'missing', answer: { status: 401 } },
    /^field `error` in the body of a 401: .* The document requires this field in each 401\.$/,
    /^1 promise is broken only because of this field$/,
  ],
  [
    'balances.read/refuses-a-missing-key',
    { code: 'NOT_JSON', where: '$', expected: 'an object', observed: 'text/html', answer: { status: 401 } },
    /^the body of a 401: before an object, now text\/html\. The document requires a JSON body in each 401\./,
    /^1 promise is broken only because of this body$/,
  ],
  [
    'conversion.read/hides-what-is-absent',
    { code: 'SERVER_ERROR', where: 'status', expected: 'no server error', observed: '500', answer: { status: 500 } },
    /This promise allows no server error: "The service never returns a record for .*\."$/,
    undefined,
  ],
] as const)('a rule whose words are kept is not quoted as broken: %s', (id, part, text, also) => {
  const [operation] = id.split('/') as ['balances.read' | 'conversion.read'];
  const reports: Reports = { [id]: { findings: [finding({ operation, ...part })] } };
  const [line] = comparisonView(compareRuns(made(), made({ reports }))).lines;
  expect(line?.text).toMatch(text);
  if (also === undefined) expect(line?.also).toBeUndefined();
  else expect(line?.also?.title).toMatch(also);
});

test('an unlisted value that both runs held, and only one looked at in time, is no turn', () => {
  const id = 'records/hold-values-that-occur';
  const seen = { code: 'UNLISTED_VALUE', operation: 'balances.read', where: '$.list', observed: 'zmw' } as const;
  const reports: Reports = { [id]: { findings: [finding(seen)] } };
  const [held, other] = [facts({ '$.list': 'map:brl|zmw req' }), facts({ '$.list': 'map:brl req' })];
  const turnsOf = (before: Made, after: Made) => compareRuns(made(before), made(after)).service.map(({ turn }) => turn);
  expect(turnsOf({ change: held }, { reports, change: held })).toEqual([]);
  expect(turnsOf({ reports, change: held }, { change: held })).toEqual([]);
  expect(turnsOf({ change: other }, { reports, change: held })).toEqual(['broken']);
});

const values = [
  ...['2026-01-01T00:00:00.000+02:00', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.1234', '2026-02-30T00:00:00Z'],
  ...['2026-02-30', '2026-02-03', '+4915112345678', 'https://vendor.example/a?b=1', 'a@vendor.example', 'AB', 'ABC'],
  ...['00000000-0000-0000-0000-000000000000', '6f1d2a3b-4c5d-4e6f-8a9b-0c1d2e3f4a5b', '1.25', '12', 'what it says'],
  ...[null, 5, Number.POSITIVE_INFINITY, true, [1, 2], {}, undefined],
];

test.each(values.map(describeValue))('no line holds the form %s as a code', (form) => {
  const noted = form.replace(/^CC/, 'cc').replace(/^(text|array)\(.*/, '$1');
  const at = { code: 'NOT_A_TIMESTAMP', operation: 'balances.read', where: '$.at', observed: form } as const;
  const broken = made({ reports: { [stated]: { findings: [finding(at)] } } });
  const [old, now] = [
    made({ change: facts({ '$.kind': 'object req' }) }),
    made({ change: facts({ '$.kind': `${noted} req` }) }),
  ];
  const texts = [
    ...comparisonView(compareRuns(made(), broken)).lines,
    ...comparisonView(compareRuns(old, now)).lines,
  ].map(({ text }) => text);
  expect(texts.join()).toContain('`at`');
  expect(texts.join()).not.toMatch(/datetime-|impossible-|\b(?:cc\d|e164|nil-uuid)\b|\w\(\d+\)/i);
});

test.each([
  [
    'uuid',
    'text(28)',
    '`at`: before a UUID, now a string that is not a UUID',
    '`at`: before a string that is not a UUID, now a UUID',
  ],
  [
    'UTC date-time with milliseconds',
    'datetime-ms-offset+02:00',
    '`at`: before a time in UTC, now a time with the offset +02:00',
    '`at`: before a time with the offset +02:00, now a time in UTC',
  ],
])('a %s that is %s is said by what it lost', (expected, observed, broken, mended) => {
  const at = { code: 'WRONG_TYPE', operation: 'balances.read', where: '$.at', expected, observed } as const;
  const worse = made({ reports: { [stated]: { findings: [finding(at)] } } });
  const texts = [compareRuns(made(), worse), compareRuns(worse, made())].map((each) =>
    comparisonView(each).lines[0]?.text.replace(/\. The document promises ".*"$/, ''),
  );
  expect(texts).toEqual([broken, mended]);
});

test('a value outside a closed set is shown where its facts show it', () => {
  const at = { code: 'OUTSIDE_SET', operation: 'balances.read', where: '$.status', expected: 'one of a, b' } as const;
  const reports: Reports = { [stated]: { findings: [finding({ ...at, observed: 'text(8)' })] } };
  const [old, now] = ['enum:a|b req', 'enum:a|b|zurueck1 req'].map((status) =>
    facts({ $: 'object', '$.status': status }, { 'kinds of facts': kindNames.join(', ') }),
  );
  const comparison = compareRuns(made({ change: old ?? {} }), made({ reports, change: now ?? {} }));
  expect(comparisonView(comparison).lines.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^`status`: before one of `a`, `b`, now `zurueck1`\. The document promises/),
  ]);
});

test('a hidden member has its place and form, and no second line where it is gone', () => {
  const member = (own: Record<string, string>) =>
    made({ change: facts({ '$.fees': 'object req', ...own }, { 'kinds of facts': kindNames.join(', ') }) });
  const has = { '$.fees.hidden-bc2f': 'string req', '$.fees{*}': 'decimal(2)' };
  const linesOf = (before: Verdict, after: Verdict) =>
    comparisonView(compareRuns(before, after)).lines.map(({ word, text }) => `${word} ${text}`);
  expect(linesOf(member({}), member(has))).toEqual([
    'more new field of `fees` (its name is withheld here): a decimal string with 2 places',
  ]);
  const unknown = { code: 'UNKNOWN_MEMBER', operation: 'balances.read', where: '$.fees.{text(4)}' } as const;
  const reports: Reports = { [shown]: { findings: [finding(unknown)] } };
  const comparison = compareRuns({ ...made({ reports }), facts: member(has).facts }, member({}));
  expect(comparisonView(comparison).lines.map(({ text }) => text)).toEqual([
    'a field of `fees` (its name is withheld here) (not in the document): before always there, now missing',
  ]);
  expect(comparison.facts.unobserved).toEqual([]);
});

test('the first line counts what is fixed as the lines do, and each class of changes', () => {
  const reports: Reports = { ...breaks(stated, '$.a'), ...breaks(implied, '$.a'), ...breaks(shown, '$.c') };
  const view = comparisonView(
    compareRuns(made({ reports, change: facts({}) }), made({ change: facts({ '$.extra': 'text req' }) })),
  );
  expect(view.lines.map(({ word }) => word)).toEqual(['changed', 'more', 'fixed']);
  expect(view.headline).toMatch(
    /: Check your client before you upgrade\. No promise broken \(\d+ compared\), 2 fixed by 1 cause, 1 change to check, 1 addition\./,
  );
  expect(view.lines.at(-1)?.text).toMatch(/^`a`: before .*, now .*\. The document promises ".*"$/);
  expect(view.lines.at(-1)?.also?.title).toBe('1 more promise is fixed by the same change');
});

test('a change that the baseline has is reported as accepted, and fails nothing', () => {
  const [old, now] = [
    made({ change: facts({ '$.kind': 'uuid req' }) }),
    made({ change: facts({ '$.kind': 'text req' }) }),
  ];
  const of = (accepted?: Verdict['facts']) => compareRuns(old, now, { accepted: accepted && readFacts(accepted) });
  expect([of(), of(old.facts), of(now.facts)].map(isWorse)).toEqual([true, true, false]);
  const view = comparisonView(of(now.facts));
  expect(view.lines.map(({ word }) => word)).toEqual(['accepted']);
  expect(view.headline).toMatch(/: You may upgrade\. No promise broken \(\d+ compared\), 1 accepted change\.$/);
});

test('on the page a header of many endpoints is one row, each case has one, and what is lost is gone', () => {
  const of = (header: Record<string, string>, shares: Record<string, string>) => {
    const noted = { $: 'object', 'header content-type': 'application/json', ...header };
    const own = Object.fromEntries(
      ['balances.read', 'offramp.list', 'withdrawal.read', 'taxonomy.list'].map((id) => [id, noted]),
    );
    const change = {
      facts: {
        ...own,
        'onramp.initiate': { $: 'object', ...shares },
        service: { 'kinds of facts': kindNames.join(', ') },
      },
    };
    return made({ results: { release: 'header' in header ? '1' : '2' }, change });
  };
  const sharesOf = (share: string) =>
    Object.fromEntries(['BRL', 'EUR'].map((code) => [`fee share: onramp_fee in ${code}, of what is paid`, share]));
  const before = of({ 'header cache-control': 'no-store' }, sharesOf('0.01'));
  const comparison = compareRuns(before, of({}, sharesOf('0.025')));
  expect(comparisonView(comparison).lines.map(({ text }) => text)).toContain(
    '`pricing.fees.onramp_fee` rose in BRL and EUR: before 1 % of the amount, now 2.5 %',
  );
  const page = renderComparison(comparison)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  expect(page.match(/header Cache-Control : before no-store , now missing no-store gone/g)).toHaveLength(1);
  expect(page).toContain('By endpoint balances.read, offramp.list, withdrawal.read, taxonomy.list');
  expect(page).toMatch(/rose in BRL: before 1 %.*rose in EUR: before 1 %/);
  expect(comparisonSummary(comparisonView(comparison))).toContain('| `pricing.fees.onramp_fee` rose in BRL');
});

test.each([
  ['the vendor alone knows', { 'header deprecation': '2027-01-01' }, 'Ask the vendor'],
  ['the client alone can know', { 'header content-type': 'y' }, 'Check your client'],
  ['both', { 'header content-type': 'y', 'header deprecation': '2027-01-01' }, 'Ask the vendor and check your client'],
])('the first line names who acts: %s', (_name, header, who) => {
  const of = (own: Record<string, string>) => endpointWith('offramp.list', { 'header content-type': 'x', ...own });
  expect(comparisonView(compareRuns(of({}), of(header))).answer).toBe(`${who} before you upgrade`);
});

test('orders over one rail that are refused now break clients, and their quota does not', () => {
  const of = (status: string) =>
    endpointWith('offramp.initiate', { 'status: orders of offramp.initiate, over WIRE': status });
  const comparison = compareRuns(of('201'), of('400'));
  expect(isWorse(comparison)).toBe(true);
  expect(comparisonView(comparison).lines.map(({ word, must }) => [word, must])).toEqual([
    [
      'breaks',
      expect.stringMatching(/^Ask the vendor whether the refusal \(400\) of an order over WIRE is a new rule/),
    ],
  ]);
  expect(isWorse(compareRuns(of('201'), of('429')))).toBe(false);
});

test('what each of several lines asks stands below them, once where they ask the same', () => {
  const of = (own: Record<string, string>) => endpointWith('offramp.list', { 'header content-type': 'x', ...own });
  const now = { 'header etag': 'present', 'header location': 'present', '$.note': 'text req', order: 'oldest first' };
  const text = comparisonText(comparisonView(compareRuns(of({ order: 'newest first' }), of(now))), { verbose: false });
  expect(text.match(/^ {4}Your client needs no change, unless this replaces something that is gone\.$/gm)).toHaveLength(
    1,
  );
});

test('a matrix answers for each later release, and says what to do next', () => {
  const of = (release: string, own: Record<string, string>, reports: Reports = {}) => ({
    ...endpointWith('offramp.list', { 'header content-type': 'x', ...own }),
    release,
    requirements: made({ reports }).requirements,
  });
  const linesIn = (...runs: readonly Verdict[]) => matrixText(matrixOf(runs)).split('\n').slice(0, 3);
  const [old, more] = [of('2.13', {}), of('2.14', { 'header etag': 'present' })];
  const broken = of(
    '2.15',
    { 'header cache-control': 'public' },
    { ...breaks(stated), [implied]: untested('service') },
  );
  expect(linesIn(old, more, broken)).toEqual([
    '3 runs. Promises broken: none in 2.13, none in 2.14, 1 in 2.15. Promises not tested: 1 in 2.15. 2 other differences.',
    'From 2.13 to 2.14: you may upgrade. From 2.13 to 2.15: do not upgrade yet.',
    'To see what your client and the vendor must do, run `ramp-conformance compare 2.13 2.15`.',
  ]);
  expect(matrixText(matrixOf([old, more, broken]))).toMatch(/^SECURITY .*Cache-Control[\s\S]*^ADDED .*ETag/m);
  const same = linesIn(old, { ...old, release: '2.14' }, { ...old, release: '2.15' });
  expect(same.slice(1)).toEqual(['From 2.13 to 2.14 or 2.15: you may upgrade.', 'No action is needed.']);
});

test('a matrix has a row for a fee, a hidden member and a header, however many facts show it', () => {
  const of = (own: Record<string, string>) =>
    made({
      change: {
        facts: {
          'onramp.initiate': {
            $: 'object',
            '$.fees': 'object req',
            'header content-type': 'x',
            '401 header content-type': 'x',
            ...own,
          },
          service: { 'kinds of facts': kindNames.join(', ') },
        },
      },
    });
  const fees = (share: string, rate: string) => ({
    'fee share: onramp_fee in BRL, of what is paid': share,
    'fee rate: plain': rate,
  });
  const [old, now] = [
    of({ ...fees('0.01', '0.02'), 'header etag': 'present', '401 header etag': 'present' }),
    of({ ...fees('0.025', '0.035'), '$.fees.hidden-bc2f': 'string req', '$.fees{*}': 'decimal(2)' }),
  ];
  expect(matrixOf([old, now, now]).rows.map(({ what, cells }) => [what, ...cells])).toEqual([
    ['header `ETag`', 'present', 'not sent', 'not sent'],
    ['fee share onramp_fee in BRL, of what is paid', '1 %', '2.5 %', '2.5 %'],
    [
      'a field of `fees` (its name is withheld here)',
      'not seen',
      'a decimal string with 2 places',
      'a decimal string with 2 places',
    ],
  ]);
});

test('a release is slower by half and by 100 ms in the medians of three runs each', () => {
  const run = (release: string, speed: number, at: number) =>
    made({
      results: { release },
      change: {
        runId: `${release}-${at}`,
        facts: { 'balances.read': { $: 'object', speed: `${speed}` }, service: {} },
      },
    });
  const runsAt = (release: string, speeds: readonly number[]) => speeds.map((speed, at) => run(release, speed, at));
  const linesOf = (old: readonly number[], now: readonly number[]) => {
    const [before, after] = [runsAt('1', old), runsAt('2', now)];
    const [first, last] = [before.at(-1), after.at(-1)];
    const { facts: own } = compareRuns(first ?? made(), last ?? made(), { kept: [...before, ...after] });
    return own.service.map(({ kind }) => kind);
  };
  expect(linesOf([100, 120, 900], [260, 280, 250])).toEqual(['slower']);
  expect(linesOf([100, 120, 130], [200, 210, 190])).toEqual([]);
  expect(linesOf([1000, 1000, 1000], [1200, 1200, 1200])).toEqual([]);
  expect(linesOf([100, 120], [900, 900, 900])).toEqual([]);
});

test('what did not show again is nobody’s doing where the runs do not differ', () => {
  const [before, after] = [facts({ '$.list[].note': 'text opt' }), facts({})];
  const comparison = compareRuns(made({ change: before }), made({ change: after }));
  expect(comparison.facts).toMatchObject({ service: [], run: [], unobserved: [{ class: 'unseen' }] });
  expect(comparisonView(comparison).others.map(({ line }) => line)).toEqual([
    'Your run: nothing differs',
    'The harness: nothing differs',
    'Shown only by the older run: 1 detail',
  ]);
  const narrower = compareRuns(made({ change: before }), made({ change: { ...after, profile: 'smoke' } }));
  expect(narrower.facts).toMatchObject({ run: [{ class: 'unseen' }], unobserved: [] });
});

test('every form shows each difference, and escapes what the service named', () => {
  const evil = { findings: [finding({ observed: '<b>|`x`' })] };
  const comparison = compareRuns(
    made({ change: facts({ '$.kind': 'enum:a|b req' }) }),
    made({ reports: { [stated]: evil }, change: facts({ '$.kind': 'enum:a|b|c opt' }) }),
  );
  const view = comparisonView(comparison);
  const text = comparisonText(view, { verbose: true });
  expect(text).toContain('Do not upgrade yet. 1 promise broken, 2 changes to check');
  expect(text).toContain('`kind`: before `a` or `b`, now also `c`');
  expect(comparisonSummary(view)).not.toMatch(/<b>/);
  const page = renderComparison(comparison);
  expect(page).not.toMatch(/<b>|<script/);
  expect(page).toContain('broken');
});

test('a run that says little of its release is nobody’s ancestor', () => {
  const down = Object.fromEntries(reportsWith().map(({ requirement }) => [requirement, failedBy('CONNECT', 'x')]));
  const all = [
    made(),
    made({ results: { interrupted: true } }),
    made({ change: { narrowed: true } }),
    made({ change: { verdict: 'refused' } }),
    made({ reports: down }),
  ];
  expect(all.map(isAncestor)).toEqual([true, false, false, false, false]);
});
