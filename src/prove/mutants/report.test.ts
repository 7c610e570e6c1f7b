import { describe, expect, test } from 'vitest';
import type { RequirementId } from '#contract';
import type { CheckOutcome } from '#harness';
import { broken, found, nothing, nothingToJudge, refused } from '../outcomes.test.support.ts';
import { type Fate, fateOf } from './gate.ts';
import type { Mutant } from './mutate.ts';
import { type MutantRuling, type MutantVerdict, mutantReport, parseRulings } from './report.ts';

const stated: RequirementId = 'subaccount.read/has-its-members';
const shown: RequirementId = 'records/hold-values-that-occur';

describe('the fate of a mutant', () => {
  test.each<[Fate, readonly (readonly [RequirementId, CheckOutcome])[]]>([
    [
      'killed',
      [
        [shown, broken],
        [stated, found],
      ],
    ],
    [
      'not viable',
      [
        [shown, found],
        [stated, broken],
      ],
    ],
    [
      'inconclusive',
      [
        [shown, found],
        [stated, refused],
      ],
    ],
    [
      'drifts',
      [
        [shown, found],
        [stated, nothing],
      ],
    ],
    [
      'survived',
      [
        [shown, nothingToJudge],
        [stated, nothing],
      ],
    ],
  ])('%s', (fate, outcomes) => {
    const ended = outcomes.map(([requirement, outcome]) => ({ requirement, outcome }));
    expect(fateOf(ended).fate).toBe(fate);
  });
});

const mutant = (id: string): Mutant => ({ id, file: 'money.ts', line: 3, text: '' });
const ruled = (id: string, ruling: MutantVerdict): MutantRuling => ({
  mutant: id,
  ruling,
  reason: 'because',
});

const reportOf = (
  fates: Readonly<Record<string, Fate>>,
  rulings: readonly MutantRuling[] = [],
  further: readonly string[] = [],
) =>
  mutantReport({
    seed: 1,
    possible: [...Object.keys(fates), ...further].map(mutant),
    results: Object.entries(fates).map(([id, fate]) => [mutant(id), { fate }] as const),
    rulings,
  });

describe('a report of mutants', () => {
  test('holds where each survivor is equivalent or open', () => {
    const report = reportOf({ a: 'killed', b: 'survived', c: 'survived', d: 'not viable' }, [
      ruled('b', 'equivalent'),
      ruled('c', 'open'),
    ]);
    expect(report).toMatchObject({ holds: true, killedShare: 1, unruled: [], stale: [] });
    expect(report.counts).toMatchObject({ killed: 1, survived: 2, equivalent: 1, open: 1, 'not viable': 1 });
  });

  test('says where a survivor without a ruling is', () => {
    const report = reportOf({ a: 'killed', b: 'survived' });
    expect(report).toMatchObject({ holds: false, killedShare: 0.5 });
    expect(report.unruled).toMatchObject([{ mutant: 'b', at: 'src/sandbox/money.ts:3' }]);
  });

  test('takes a sample without one that matters for no proof', () => {
    expect(reportOf({ a: 'not viable' }).holds).toBe(false);
  });

  test('counts what only drifts or leaves the gate inconclusive as noticed', () => {
    expect(reportOf({ a: 'drifts', b: 'inconclusive' })).toMatchObject({ holds: true, killedShare: 1 });
  });

  test('counts a miss against the share', () => {
    const all = Object.fromEntries(Array.from({ length: 98 }, (_, at) => [`k${at}`, 'killed' as const]));
    const misses = [ruled('m1', 'miss'), ruled('m2', 'miss'), ruled('m3', 'miss')];
    const survivors = { m1: 'survived', m2: 'survived' } as const;
    expect(reportOf({ ...all, ...survivors }, misses.slice(0, 2)).holds).toBe(true);
    expect(reportOf({ ...all, ...survivors, m3: 'survived' }, misses).holds).toBe(false);
  });

  test('names a ruling whose mutant is gone, or no longer survives', () => {
    const report = reportOf({ a: 'killed' }, [ruled('gone', 'open'), ruled('a', 'open')]);
    expect(report).toMatchObject({ holds: false, stale: ['gone', 'a'] });
  });

  test('keeps a ruling of a mutant that is not in the sample', () => {
    expect(reportOf({ a: 'killed' }, [ruled('b', 'open')], ['b'])).toMatchObject({ holds: true, stale: [] });
  });
});

describe('rulings', () => {
  test.each([
    ['no verdict', '{}', 'equivalent'],
    ['no reason', '{"equivalent":{},"open":{"a":" "},"miss":{}}', 'has no reason'],
    ['an unknown ruling', '{"equivalent":{},"open":{},"miss":{},"fine":{"a":"so"}}', 'fine'],
    ['two for one mutant', '{"equivalent":{},"open":{"a":"so"},"miss":{"a":"so"}}', 'two rulings for a'],
  ])('with %s are refused', (_what, text, problem) => {
    expect(() => parseRulings(text, 'mutants.json')).toThrow(problem);
  });
});
