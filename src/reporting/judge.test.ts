import { describe, expect, test } from 'vitest';
import type { RequirementId, TestReport } from '#contract';
import { context, finding, ids, mixedVerdict, report, reportsWith } from './example.test.support.ts';
import { judge } from './judge.ts';
import type { Gate } from './verdict.ts';

const outcomeOf = (id: RequirementId, change: Partial<TestReport> | null, more = {}) => {
  const verdict = judge(reportsWith({ [id]: change }), context(more));
  const requirement = verdict.requirements.find((each) => each.id === id);
  return { ...requirement, exit: verdict.exitCode, word: verdict.verdict };
};

const differing = { findings: [finding()] };
const broken = { broken: { code: 'TLS', message: 'expired' } };

describe('judge', () => {
  test.each([
    [ids.stated, differing, 'deviates', 1],
    [ids.implied, differing, 'deviates', 1],
    [ids.shown, differing, 'drifts', 0],
    [ids.silent, differing, 'observed', 0],
    [ids.silent, {}, 'observed', 0],
    [ids.stated, {}, 'conforms', 0],
    [ids.stated, { untested: { by: 'user', reason: 'no role' } }, 'untested', 0],
    [ids.stated, broken, 'broken', 3],
    [ids.stated, { ...broken, ...differing }, 'deviates', 1],
    [ids.stated, { judgements: 0 }, 'broken', 3],
    [ids.silent, { judgements: 0, observations: [] }, 'broken', 3],
    [ids.stated, null, 'unproven', 3],
  ] as const)('%s told %j is %s, exit code %i', (id, change, outcome, exit) => {
    expect(outcomeOf(id, change)).toMatchObject({ outcome, exit });
  });

  test.each<[Gate, RequirementId, number]>([
    ['stated', ids.stated, 1],
    ['stated', ids.implied, 0],
    ['stated', ids.shown, 0],
    ['implied', ids.implied, 1],
    ['implied', ids.shown, 0],
    ['shown', ids.shown, 1],
    ['shown', ids.silent, 0],
  ])('under the gate %s a difference in %s ends with %i', (gate, id, exit) => {
    expect(outcomeOf(id, differing, { gate }).exit).toBe(exit);
  });

  test('a deviation weighs more than what is open', () => {
    const verdict = mixedVerdict();
    expect(verdict).toMatchObject({ verdict: 'deviates', exitCode: 1 });
    expect(verdict.counts).toMatchObject({
      deviates: 1,
      drifts: 1,
      untested: 1,
      broken: 1,
      unproven: 1,
      waived: 0,
    });
  });

  test('nothing executed, an interruption and a crash prove nothing', () => {
    const none = reportsWith().map(({ requirement }) =>
      report(requirement, { untested: { by: 'user', reason: 'no role' }, judgements: 0 }),
    );
    expect(judge(none, context())).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
    expect(judge([], context()).exitCode).toBe(3);
    expect(judge(reportsWith(), context({ interrupted: true }))).toMatchObject({
      exitCode: 3,
      interrupted: true,
    });
    expect(judge(reportsWith(), context({ crashed: ['rails.ts'] }))).toMatchObject({
      exitCode: 3,
      crashed: ['rails.ts'],
    });
  });

  test('what was not selected is untested with the reason, and the rest decides', () => {
    const verdict = judge([report(ids.stated)], context({ selected: new Set([ids.stated]) }));
    expect(verdict).toMatchObject({ verdict: 'conforms', counts: { conforms: 1, unproven: 0 } });
    expect(verdict.requirements.find(({ id }) => id === ids.implied)?.reason).toBe('left out by --only');
  });

  test('waived only when every finding is covered, and then at best with waivers', () => {
    const waivers = {
      inForce: [],
      covers: (_: string, { code }: { code: string }) => (code === 'KNOWN' ? 'W1' : undefined),
    };
    const known = finding({ code: 'KNOWN' });
    expect(outcomeOf(ids.stated, { findings: [known] }, { waivers })).toMatchObject({
      outcome: 'waived',
      word: 'conforms with waivers',
      exit: 0,
      findings: [{ waiver: 'W1' }],
    });
    expect(outcomeOf(ids.stated, { findings: [known, finding()] }, { waivers })).toMatchObject({
      outcome: 'deviates',
    });
    expect(outcomeOf(ids.stated, {}, { otherFailures: ['W1 is stale'] })).toMatchObject({
      exit: 1,
      word: 'deviates',
    });
  });
});

describe('findings of a requirement', () => {
  const findingsOf = (findings: TestReport['findings']) => outcomeOf(ids.stated, { findings });

  test('alike ones are one, with their places', () => {
    const items = [0, 3, 7].map((index) =>
      finding({ where: `$.data[${index}].id`, observed: `text(${index})` }),
    );
    expect(findingsOf(items).findings).toMatchObject([
      { where: '$.data[].id', times: 3, indexes: ['0', '3', '7'], observed: 'text(0), text(3), text(7)' },
    ]);
    expect(findingsOf(items.slice(0, 1)).findings).toMatchObject([{ where: '$.data[0].id' }]);
  });

  test('at most twenty are shown and the rest counted', () => {
    const many = Array.from({ length: 25 }, (_, index) => finding({ where: `$.member${index}` }));
    const { findings, findingsOmitted } = findingsOf(many);
    expect([findings?.length, findingsOmitted]).toEqual([20, 5]);
  });
});
