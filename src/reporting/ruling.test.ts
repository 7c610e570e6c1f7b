import { describe, expect, test } from 'vitest';
import { operationIds, type RequirementId, requirements } from '#contract';
import type { TestReport, UntestedBy } from '#run';
import {
  failedBy,
  finding,
  ids,
  mixedVerdict,
  report,
  reportsWith,
  untestedBy,
  verdictOn,
} from './example.test.support.ts';
import { reasonsOf } from './remarks.ts';
import type { Gate } from './verdict.ts';

const outcomeOf = (id: RequirementId, change: Partial<TestReport> | null, more = {}) => {
  const verdict = verdictOn(reportsWith({ [id]: change }), more);
  const requirement = verdict.requirements.find((each) => each.id === id);
  return { ...requirement, exit: verdict.exitCode, word: verdict.verdict };
};

const differing = { findings: [finding()] };
const observation = { operation: 'onramp.initiate', situation: 'success', fact: '201' } as const;
const failed = { reasons: failedBy('TLS', 'expired').reasons };
const noRole = { reasons: untestedBy('user', 'no role').reasons };

describe('judge', () => {
  test.each([
    [ids.stated, differing, 'deviates', 1],
    [ids.implied, differing, 'deviates', 1],
    [ids.shown, differing, 'drifts', 0],
    [ids.silent, differing, 'observed', 0],
    [ids.silent, {}, 'observed', 0],
    [ids.stated, {}, 'conforms', 0],
    [ids.stated, noRole, 'untested', 0],
    [ids.stated, failed, 'no-result', 3],
    [ids.stated, { ...failed, ...differing }, 'deviates', 1],
    [ids.stated, { judgements: 0 }, 'no-result', 3],
    [ids.silent, { judgements: 0, observations: [] }, 'no-result', 3],
    [ids.silent, { judgements: 0 }, 'observed', 0],
    [ids.shown, { judgements: 0, observations: [observation] }, 'no-result', 3],
    [ids.stated, null, 'no-result', 3],
  ] as const)('%s reported as %j is %s, exit code %i', (id, change, outcome, exit) => {
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

  test.each<[Partial<Parameters<typeof verdictOn>[1]>, number]>([
    [{}, 0],
    [{ required: new Set([ids.stated]) }, 0],
    [{ required: new Set([ids.stated]), requiredWhole: new Set([ids.stated]) }, 3],
    [{ required: new Set([ids.implied]), requiredWhole: new Set([ids.implied]) }, 0],
  ])('a kind that only a gateway answered leaves a part open: %j ends with %i', (more, exit) => {
    const blocked = [{ kind: 'malformed JSON', by: 'nginx', status: 403 }];
    const judged = outcomeOf(ids.stated, { blocked }, more);
    expect(judged).toMatchObject({ outcome: 'conforms', blocked, exit });
    expect(judged.word).toBe(exit === 0 ? 'conforms-in-part' : 'inconclusive');
  });

  test('a deviation weighs more than open requirements', () => {
    const verdict = mixedVerdict();
    expect(verdict).toMatchObject({ verdict: 'deviates', exitCode: 1 });
    expect(verdict.counts).toMatchObject({
      deviates: 1,
      drifts: 1,
      untested: 1,
      'no-result': 2,
      waived: 0,
    });
  });

  test('nothing executed, an interruption and a crash prove nothing', () => {
    const none = reportsWith().map(({ requirement }) => report(requirement, untestedBy('user', 'no role')));
    expect(verdictOn(none)).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
    expect(verdictOn([]).exitCode).toBe(3);
    expect(verdictOn(reportsWith(), { interrupted: true })).toMatchObject({
      exitCode: 3,
      interrupted: true,
    });
    expect(verdictOn(reportsWith(), { crashed: ['rails.ts'] })).toMatchObject({
      exitCode: 3,
      crashed: ['rails.ts'],
    });
  });

  test('a requirement that was not selected is untested with the reason, and the rest decides', () => {
    const verdict = verdictOn([report(ids.stated)], { selected: new Set([ids.stated]) });
    expect(verdict).toMatchObject({ verdict: 'conforms-in-part', exitCode: 0, coverage: { judged: 1 } });
    expect(verdict.counts).toMatchObject({ conforms: 1, 'no-result': 0 });
    expect(verdict.requirements.find(({ id }) => id === ids.implied)?.reason).toBe('left out by --only');
  });

  test.each<[string, readonly RequirementId[], Partial<TestReport>, string, number, string]>([
    [
      'open questions alone',
      [ids.silent],
      {},
      'conforms-in-part',
      0,
      'No promise was selected: 1 open question observed',
    ],
    [
      'open questions beside an example outside the gate',
      [ids.silent, ids.shown],
      {},
      'conforms-in-part',
      0,
      'No promise was selected: 1 example as shown, 1 open question observed',
    ],
    [
      'an example outside the gate',
      [ids.shown],
      {},
      'conforms-in-part',
      0,
      'No promise was selected: 1 example as shown',
    ],
    [
      'a promise that has no role',
      [ids.silent, ids.stated],
      untestedBy('user', 'no role'),
      'inconclusive',
      3,
      'Inconclusive: none of',
    ],
  ])('nothing that the gate judges: %s', (_what, selected, change, word, exit, headline) => {
    const reports = selected.map((id) => report(id, id === ids.silent ? {} : change));
    const verdict = verdictOn(reports, { selected: new Set(selected) });
    expect(verdict).toMatchObject({ verdict: word, exitCode: exit, coverage: { judged: 0 } });
    expect(verdict.headline).toContain(headline);
    const why = 'nothing that the gate judges was tested';
    expect(reasonsOf(verdict).includes(why)).toBe(exit === 3);
  });

  test('open questions are not enough in a run of all requirements', () => {
    const reports = reportsWith().map(({ requirement }) =>
      requirement === ids.silent ? report(requirement) : report(requirement, untestedBy('user', 'no role')),
    );
    expect(verdictOn(reports)).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
  });

  test('waived only when every finding is covered, and then at best with waivers', () => {
    const waivers = {
      given: [],
      covers: (_: string, { code }: { code: string }) => (code === 'KNOWN' ? 'W1' : undefined),
    };
    const known = finding({ code: 'KNOWN' });
    expect(outcomeOf(ids.stated, { findings: [known] }, { waivers })).toMatchObject({
      outcome: 'waived',
      word: 'conforms-with-waivers',
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
    const items = [0, 3, 7].map((index) => finding({ where: `$.data[${index}].id`, observed: `text(${index})` }));
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

describe('coverage', () => {
  const all = requirements.filter(({ firmness }) => firmness === 'stated' || firmness === 'implied').length;
  const judged = (change: Partial<Record<RequirementId, Partial<TestReport>>>, more = {}) =>
    verdictOn(reportsWith(change), more);

  test.each<[string, RequirementId, UntestedBy, string, number, number]>([
    ['was left out', ids.stated, 'user', 'conforms-in-part', 0, all],
    ['was blocked', ids.stated, 'service', 'inconclusive', 3, all],
    ['was blocked', ids.implied, 'service', 'inconclusive', 3, all],
    ['had nothing to judge', ids.stated, 'nothing to judge', 'conforms', 0, all - 1],
    ['lies outside the gate and was blocked', ids.shown, 'service', 'conforms', 0, all],
    ['lies outside the gate and was left out', ids.silent, 'user', 'conforms', 0, all],
  ])('a requirement that %s: %s by the %s is %s', (_name, id, by, word, exit, judgeable) => {
    const verdict = judged({ [id]: untestedBy(by) });
    expect(verdict).toMatchObject({ verdict: word, exitCode: exit, coverage: { judgeable } });
    expect(verdict.requirements.find((each) => each.id === id)).toMatchObject({
      untestedBy: by,
      reason: 'why',
    });
  });

  test('a deviation weighs more than a requirement that the service blocked, which is named too', () => {
    const verdict = judged({ [ids.stated]: untestedBy('service'), [ids.implied]: differing });
    expect(verdict).toMatchObject({ verdict: 'deviates', exitCode: 1 });
    expect(reasonsOf(verdict).join('\n')).toMatch(/the service refused or blocked this: 1 promise/);
  });

  test('stands by endpoint', () => {
    const verdict = judged({ [ids.stated]: untestedBy('user') });
    const { byEndpoint } = verdict.coverage;
    expect(Object.keys(byEndpoint)).toHaveLength(operationIds.length);
    expect((byEndpoint['6']?.judgeable ?? 0) - (byEndpoint['6']?.judged ?? 0)).toBe(1);
    expect(byEndpoint['5']?.judged).toBe(byEndpoint['5']?.judgeable);
  });

  test('a required requirement without anything to judge leaves the verdict open where its id was named', () => {
    const required = new Set<RequirementId>([ids.stated]);
    const named = judged({ [ids.stated]: untestedBy('nothing to judge') }, { required, requiredWhole: required });
    expect(named).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
  });

  test('a required requirement without anything to judge fails nothing', () => {
    const required = new Set<RequirementId>([ids.stated]);
    const verdict = judged({ [ids.stated]: untestedBy('nothing to judge') }, { required });
    expect(verdict).toMatchObject({ verdict: 'conforms', exitCode: 0 });
    expect(reasonsOf(verdict).join('\n')).not.toContain('required and not tested');
  });

  test.each<UntestedBy>(['user', 'service'])(
    'a required requirement that is untested by the %s is named with its reason, and ends with 3',
    (by) => {
      const required = new Set<RequirementId>([ids.stated]);
      const verdict = judged({ [ids.stated]: untestedBy(by) }, { required });
      expect(verdict).toMatchObject({ verdict: 'inconclusive', exitCode: 3, required: [ids.stated] });
      expect(reasonsOf(verdict).join('\n')).toContain(`required and not tested: ${ids.stated} (why)`);
      expect(judged({}, { required })).toMatchObject({ verdict: 'conforms', exitCode: 0 });
    },
  );
});
