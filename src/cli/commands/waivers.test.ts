import { expect, test } from 'vitest';
import type { TestReport } from '#run';
import { applyWaivers, parseWaivers } from '#waivers';
import { finding, ids, reportsWith, target, verdictOn } from '../../reporting/example.test.support.ts';

const today = '2026-11-21';

const waivers = parseWaivers(
  JSON.stringify({
    format: 1,
    waivers: [
      {
        id: 'W-1',
        requirement: ids.stated,
        finding: 'WRONG_STATUS',
        where: 'status',
        observed: '201',
        targets: [target.label],
        reason: 'The vendor accepts any asset until its next release.',
        owner: 'Ana',
        approvedBy: 'Rui',
        approvedOn: '2026-11-01',
        expires: '2026-12-31',
      },
    ],
  }),
  'waivers.json',
  today,
);

const judged = (change: Partial<TestReport>) => {
  const reports = reportsWith({ [ids.stated]: change });
  const { standings, covers, failures } = applyWaivers({
    waivers,
    target: target.label,
    today,
    reports,
    profile: 'gate',
  });
  const verdict = verdictOn(reports, { waivers: { given: [...standings], covers }, otherFailures: failures });
  const outcome = verdict.requirements.find(({ id }) => id === ids.stated)?.outcome;
  return {
    word: verdict.verdict,
    code: verdict.exitCode,
    outcome,
    states: verdict.waivers?.map((each) => each.state),
  };
};

test('a waived deviation lets the run conform with waivers', () => {
  expect(judged({ findings: [finding()] })).toEqual({
    word: 'conforms-with-waivers',
    code: 0,
    outcome: 'waived',
    states: ['in force'],
  });
});

test('another finding of the same test still fails', () => {
  const other = finding({ code: 'WRONG_ERROR', where: '$.error', observed: 'missing' });
  expect(judged({ findings: [finding(), other] })).toEqual({
    word: 'deviates',
    code: 1,
    outcome: 'deviates',
    states: ['in force'],
  });
});

test('a stale waiver fails a run in which all conforms', () => {
  expect(judged({})).toMatchObject({ word: 'deviates', code: 1, outcome: 'conforms', states: ['stale'] });
});
