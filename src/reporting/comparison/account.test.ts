import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPromise } from '#contract';
import { isRuling, type WrittenFacts } from '#facts';
import { type AspectName, reasonOf } from '#run';
import { examples, kinds } from '../../facts/examples.test.support.ts';
import { broken, failedBy, ids, made, untestedBy } from '../example.test.support.ts';
import type { Verdict } from '../verdict.ts';
import { heldBackIn } from './account.ts';
import { brokenUntested, type Comparison, compareRuns } from './compare-runs.ts';
import { comparisonData, comparisonText } from './comparison-reports.ts';
import { type ComparisonView, comparisonView } from './comparison-view.ts';
import { gapsOf } from './not-compared.ts';
import { comparedIn, promiseFates } from './promise-fates.ts';

const aspects = (Object.keys(examples) as AspectName[]).filter((aspect) => examples[aspect].endpoint !== 'service');

const settings = fc.record({
  RAMP_AMOUNT: fc.constantFrom('10', '11'),
  RAMP_TAXONOMY_CURRENCIES: fc.constantFrom('BRL', 'BRL, MXN', 'MXN'),
  RAMP_BUSINESS_SUBACCOUNT_ID: fc.constantFrom(undefined, 'set'),
});

const losable = [
  'onramp.initiate/begins-pending',
  'withdrawal.read/masks-the-address',
  'offramp.list/has-its-members',
] as const;

/** Why a run did not test something. */
const losses = [
  untestedBy('user', 'RAMP_MONEY_HOST is not set', ['RAMP_MONEY_HOST']),
  untestedBy('nothing to judge'),
  { reasons: [reasonOf('NONE_ACCEPTED', 'no valid order was accepted')] as const },
  { reasons: [reasonOf('UNAVAILABLE', 'away', { operation: 'withdrawal.read' })] as const },
  failedBy('TRANSPORT_TIMEOUT', 'none'),
];

/** A run that saw something of each example, before or after its difference, and some of whose tests broke or were lost. */
const anyRun = fc
  .record({
    sights: fc.tuple(...aspects.map(() => fc.constantFrom('nothing', 'before', 'after'))),
    settings,
    profile: fc.constantFrom('smoke' as const, 'gate' as const),
    interrupted: fc.boolean(),
    isOlder: fc.boolean(),
    deviating: fc.subarray([ids.stated, ids.implied, ids.shown]),
    lost: fc.dictionary(fc.constantFrom(ids.stated, ids.implied, ...losable), fc.constantFrom(...losses)),
  })
  .map(({ sights, settings: given, profile, interrupted, isOlder, deviating, lost }): Verdict => {
    const facts: Record<string, Record<string, string>> = {
      service: { 'kinds of facts': isOlder ? 'methods, limit' : kinds['kinds of facts'] },
    };
    for (const [name, text] of Object.entries(given))
      if (text !== undefined) facts.service = { ...facts.service, [`settings: ${name}`]: text };
    for (const [at, aspect] of aspects.entries()) {
      const { endpoint, key, ...texts } = examples[aspect];
      const sight = sights[at] ?? 'nothing';
      const text = sight === 'nothing' ? '(none)' : texts[sight];
      facts[endpoint] = { $: 'object', ...facts[endpoint], ...(text !== '(none)' && { [key]: text }) };
    }
    const found = deviating.map((id) => broken(id, { where: '$.status' }));
    const change = { facts, profile, interrupted: interrupted || undefined };
    return made({ reports: Object.assign({}, ...found, lost), change });
  });

const differing = (old: WrittenFacts, now: WrittenFacts): readonly string[] =>
  [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((endpoint) => {
    const [was, is] = [old[endpoint] ?? {}, now[endpoint] ?? {}];
    return [...new Set([...Object.keys(was), ...Object.keys(is)])]
      .filter((key) => was[key] !== is[key] && !key.startsWith('settings'))
      .map((key) => `${endpoint} ${key}`);
  });

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

const expectAccounted = (comparison: Comparison, view: ComparisonView) => {
  const { before, after } = comparison;
  const { lines, account } = view;
  expect(account.facts.map(({ of }) => of).toSorted()).toEqual(
    differing(before.facts ?? {}, after.facts ?? {}).toSorted(),
  );
  expect(new Set(account.requirements.map(({ of }) => of)).size).toBe(account.requirements.length);
  for (const { is, why, line } of [...account.facts, ...account.requirements]) {
    expect(why).not.toBe('');
    if (is === 'reported') expect(lines[line ?? -1]?.word).toBe(why);
    if (is === 'no change') expect(isRuling(why) || ['judged-alike', 'tested-in-neither'].includes(why)).toBe(true);
  }
  for (const { differ, reported, sameCause, notCompared, noChange } of Object.values(
    comparisonData(comparison).account,
  )) {
    const sorts = [sameCause, notCompared, noChange];
    expect(reported + sumOf(sorts.map(({ count }) => count))).toBe(differ);
    for (const { count, by } of sorts) expect(sumOf(Object.values(by))).toBe(count);
  }
  if (!comparisonText(view, { verbose: false }).includes('nothing changed')) return;
  expect(lines).toEqual([]);
  expect([...account.facts, ...account.requirements].filter(({ is }) => is === 'not compared')).toEqual([]);
};

const expectSum = (comparison: Comparison, { account }: ComparisonView) => {
  const fates = promiseFates(comparison);
  const notCompared = fates.notCompared.map(({ requirement }) => requirement.id);
  expect(comparedIn(fates) + notCompared.length + fates.inNeither.length).toBe(fates.all);
  expect(notCompared).toEqual(expect.arrayContaining(brokenUntested(comparison).map(({ id }) => id)));
  const gaps = gapsOf(comparison, account);
  expect(sumOf(gaps.map(({ promises }) => promises))).toBe(notCompared.length);
  const ofDetails = [...comparison.run, ...comparison.harness].filter(({ requirement }) => !isPromise(requirement));
  expect(sumOf(gaps.map(({ details }) => details))).toBe(ofDetails.length + heldBackIn(account).length);
};

test('each difference of two verdicts is accounted for once, and the numbers that a screen shows add up', () => {
  fc.assert(
    fc.property(anyRun, anyRun, (before, after) => {
      const comparison = compareRuns(before, after);
      const view = comparisonView(comparison);
      expectAccounted(comparison, view);
      expectSum(comparison, view);
    }),
    { numRuns: 40, seed: 11 },
  );
});
