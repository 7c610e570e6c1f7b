import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPromise } from '#contract';
import { isRuling, type WrittenFacts } from '#facts';
import { type AspectName, reasonOf } from '#run';
import { examples, kinds } from '../../facts/examples.test.support.ts';
import { failedBy, finding, ids, reportsWith, untestedBy, verdictOn } from '../example.test.support.ts';
import { heldBackIn } from './account.ts';
import { compareRuns } from './compare-runs.ts';
import { comparisonData, comparisonText } from './comparison-reports.ts';
import { type ComparisonView, comparisonView } from './comparison-view.ts';
import { promiseFates } from './promise-fates.ts';

const aspects = (Object.keys(examples) as AspectName[]).filter((aspect) => examples[aspect].endpoint !== 'service');

/** What of an example each run saw. */
const sight = fc.constantFrom('neither', 'before', 'after', 'both', 'came', 'went');

type Sight = 'neither' | 'before' | 'after' | 'both' | 'came' | 'went';

const textIn = (aspect: AspectName, seen: Sight, run: 0 | 1): string | undefined => {
  const { before, after } = examples[aspect];
  const all: Readonly<Record<Sight, readonly (string | undefined)[]>> = {
    neither: [],
    before: [before, before],
    after: [after, after],
    both: [before, after],
    came: [undefined, after],
    went: [before, undefined],
  };
  const text = all[seen][run];
  return text === '(none)' ? undefined : text;
};

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

const runOf = fc.record({
  settings,
  profile: fc.constantFrom('smoke' as const, 'gate' as const),
  interrupted: fc.boolean(),
  isOlder: fc.boolean(),
  broken: fc.subarray([ids.stated, ids.implied, ids.shown]),
  lost: fc.dictionary(fc.constantFrom(ids.stated, ids.implied, ...losable), fc.constantFrom(...losses)),
});

interface Seen {
  readonly sights: readonly Sight[];
  readonly run: typeof runOf extends fc.Arbitrary<infer Run> ? Run : never;
  readonly at: 0 | 1;
}

const factsOf = ({ sights, run, at }: Seen): WrittenFacts => {
  const given = Object.entries(run.settings).flatMap(([name, text]) =>
    text === undefined ? [] : [[`settings: ${name}`, text] as const],
  );
  const noted = run.isOlder ? 'methods, limit' : kinds['kinds of facts'];
  const all: Record<string, Record<string, string>> = {
    service: { 'kinds of facts': noted, ...Object.fromEntries(given) },
  };
  for (const [index, aspect] of aspects.entries()) {
    const { endpoint, key } = examples[aspect];
    const text = textIn(aspect, sights[index] ?? 'neither', at);
    all[endpoint] = { $: 'object', ...all[endpoint], ...(text !== undefined && { [key]: text }) };
  }
  return all;
};

const verdictIn = (seen: Seen) => {
  const { profile, interrupted, broken, lost } = seen.run;
  const reports = {
    ...Object.fromEntries(broken.map((id) => [id, { findings: [finding({ where: '$.status' })] }])),
    ...lost,
  };
  return { ...verdictOn(reportsWith(reports)), facts: factsOf(seen), profile, interrupted: interrupted || undefined };
};

const differing = (old: WrittenFacts, now: WrittenFacts): readonly string[] =>
  [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((endpoint) => {
    const [was, is] = [old[endpoint] ?? {}, now[endpoint] ?? {}];
    return [...new Set([...Object.keys(was), ...Object.keys(is)])]
      .filter((key) => was[key] !== is[key] && !key.startsWith('settings'))
      .map((key) => `${endpoint} ${key}`);
  });

const comparisons = fc
  .tuple(fc.array(sight, { minLength: aspects.length, maxLength: aspects.length }), runOf, runOf)
  .map(
    ([sights, one, other]) =>
      [verdictIn({ sights, run: one, at: 0 }), verdictIn({ sights, run: other, at: 1 })] as const,
  );

test('each difference of two verdicts is accounted for once, and the numbers add up', () => {
  fc.assert(
    fc.property(comparisons, ([before, after]) => {
      const comparison = compareRuns(before, after);
      const view = comparisonView(comparison);
      const { lines, account } = view;
      expect(account.facts.map(({ of }) => of).toSorted()).toEqual(
        [...differing(before.facts, after.facts)].toSorted(),
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
        expect(reported + sorts.reduce((sum, { count }) => sum + count, 0)).toBe(differ);
        for (const { count, by } of sorts) expect(Object.values(by).reduce((sum, each) => sum + each, 0)).toBe(count);
      }
      if (!comparisonText(view, { verbose: false }).includes('nothing changed')) return;
      expect(lines).toEqual([]);
      expect([...account.facts, ...account.requirements].filter(({ is }) => is === 'not compared')).toEqual([]);
    }),
    { numRuns: 40, seed: 7 },
  );
});

const numbersIn = (text: string, pattern: RegExp): number =>
  [...text.matchAll(pattern)].reduce((sum, [, number]) => sum + Number(number), 0);

/** What the screen counts, by its own words. */
const countedOn = ({ headline, rest }: ComparisonView) => {
  const screen = rest.join('\n');
  const [, promises = ''] = /^Promises: (.*)$/m.exec(screen) ?? [];
  const [, all = ''] = /(\d+) (?:in all|kept in both runs)\.$/.exec(promises) ?? [];
  const [, compared = '', of = compared] = /\((\d+)(?: of (\d+))? compared\)/.exec(headline) ?? [];
  return {
    all: Number(all),
    parts: numbersIn(promises.replace(/; \d+ in all\.$/, ''), /(\d+) \w+/g),
    kept: numbersIn(promises, /(\d+) kept/g),
    notCompared: numbersIn(promises, /(\d+) not compared/g),
    inNeither: numbersIn(promises, /(\d+) not tested/g),
    gaps: numbersIn(screen, /^Not compared: (\d+) promise/gm),
    untested: numbersIn(screen, /^Not tested in either run: (\d+) promise/gm),
    details: numbersIn(screen, /^Not compared: (?:\d+ promises? and )?(\d+) detail/gm),
    lost: numbersIn(headline, /(\d+) promises? (?:could not be|broken that)/g),
    ofRefusal: numbersIn(headline, /\((\d+) because/g),
    refused: numbersIn(screen, /^Not compared: (\d+) promise[^.]* refused valid orders/gm),
    compared: compared === '' ? undefined : Number(compared),
    of: Number(of),
  };
};

test('the numbers of one screen add up', () => {
  fc.assert(
    fc.property(comparisons, ([before, after]) => {
      const comparison = compareRuns(before, after);
      const view = comparisonView(comparison);
      const counted = countedOn(view);
      const fates = promiseFates(comparison);
      const { all, notCompared, inNeither } = counted;
      expect(counted.parts).toBe(all);
      expect([all, counted.kept]).toEqual([fates.all, fates.kept]);
      expect([counted.gaps, counted.untested]).toEqual([notCompared, inNeither]);
      expect(fates.stillBroken).toBeGreaterThanOrEqual(0);
      const ofDetails = [...comparison.run, ...comparison.harness].filter(({ requirement }) => !isPromise(requirement));
      expect(counted.details).toBe(ofDetails.length + heldBackIn(view.account).length);
      if (view.answer === 'No answer') return;
      expect(counted.lost).toBe(notCompared);
      if (counted.compared !== undefined)
        expect([counted.of, counted.compared]).toEqual([all, all - notCompared - inNeither]);
      if (counted.ofRefusal > 0) expect(counted.ofRefusal).toBe(counted.refused);
    }),
    { numRuns: 60, seed: 11 },
  );
});

test('a setting that differs is named with its values beside the facts that it holds back', () => {
  const of = (amount: string, rate: string) => ({
    ...verdictOn(reportsWith()),
    facts: {
      'onramp.initiate': { $: 'object', 'fee rate: plain': rate },
      service: { ...kinds, 'settings: RAMP_AMOUNT': amount },
    },
  });
  const headlineOf = (amount: string, rate: string): string =>
    comparisonView(compareRuns(of('10', '0.01'), of(amount, rate))).headline;
  expect(headlineOf('11', '0.02')).toMatch(
    /No promise broken \(\d+ compared\); no difference in what both runs showed; 1 detail could not be compared, because RAMP_AMOUNT differs \(before 10, now 11\)\./,
  );
  expect(headlineOf('11', '0.01')).toMatch(/No promise broken \(\d+ compared\); nothing changed\./);
  expect(headlineOf('10', '0.02')).toMatch(/No promise broken \(\d+ compared\), 1 change of fees or amounts\./);
});
