import { expect, test } from 'vitest';
import { finding, ids, reportsWith, target, verdictOn } from '../example.test.support.ts';
import { lineOf } from './history.ts';
import { historyData, historyText, withFirstSeen } from './history-view.ts';

const runAt = (at: number, release: string, broken = false, more: object = {}) => {
  const startedAt = new Date(Date.UTC(2026, 9, at)).toISOString();
  const reports = reportsWith(broken ? { [ids.stated]: { findings: [finding()] } } : {});
  const plan = { target: { ...target, label: 'sandbox.vendor.example' }, seed: 1, profile: 'gate' as const };
  return lineOf(verdictOn(reports, { plan, startedAt, endedAt: startedAt, release, ...more }), '');
};

const runs = [runAt(1, '2.13', true), runAt(2, '2.14'), runAt(3, '2.15 <b>', true)];

test('the table has a line a run, with what broke and what was mended since the one before', () => {
  const lines = historyText(runs).split('\n');
  expect(lines).toHaveLength(7);
  expect(lines[1]).toMatch(/^2026-10-01 00:00 +2\.13 .* deviates .* 1 +0 +- +- +0$/);
  expect(lines[2]).toMatch(/2\.14 .* conforms .* 0 +1 +- +2\.13 +0$/);
  expect(lines[3]).toMatch(/2\.15 .* 1 \(1 new\) +0 +- +2\.14 +0$/);
  expect(lines[6]).toMatch(/first seen 2026-10-01 in 2\.13, last 2026-10-03 in 2\.15 <b>, still there$/);
});

test('a run is compared with the latest that looked as far, and says which', () => {
  const smoke = { ...runAt(2, '2.14'), profile: 'smoke' as const };
  const cut = { ...runAt(3, '2.14'), interrupted: true as const };
  const data = historyData([runAt(1, '2.13'), smoke, cut, runAt(4, '2.14', true), runAt(5, '2.14', true)]);
  expect(data.runs.map(({ comparedWith, newlyBroken }) => [comparedWith?.at, newlyBroken])).toEqual([
    [undefined, 0],
    ['2026-10-01 00:00', 0],
    ['2026-10-01 00:00', 0],
    ['2026-10-01 00:00', 1],
    ['2026-10-04 00:00', 0],
  ]);
  expect(historyText([runAt(4, '2.14'), runAt(5, '2.14')]).split('\n')[2]).toMatch(/ 2026-10-04 00:00 +0$/);
});

test('the data say the same', () => {
  expect(historyData(runs)).toMatchObject({
    runs: [{ broken: 1 }, { broken: 0, mended: 1 }, { newlyBroken: 1 }],
    findings: [{ first: { release: '2.13' }, now: true }],
  });
});

test('a run that failed by drift alone says so where no promise broke', () => {
  const drifted = { ...runAt(1, '2.13'), others: { 'baseline/vendor/balances.read': 'failed' as const } };
  expect(historyText([drifted]).split('\n')[1]).toMatch(/ 0 +0 +-, drift at 1 endpoint +- +0$/);
});

test('a finding is known again where an earlier version named each key of a map', () => {
  const requirement = 'subaccount.read/actions-have-their-members';
  const missing = (key: string) =>
    finding({
      code: 'MISSING_MEMBER',
      operation: 'subaccount.read',
      where: `$.capabilities.currencies.${key}.requiredActions[0].url`,
    });
  const verdict = verdictOn(reportsWith({ [requirement]: { findings: [missing('NGN'), missing('BRL')] } }));
  const found = verdict.requirements.find(({ id }) => id === requirement)?.findings ?? [];
  expect(found).toMatchObject([{ where: '$.capabilities.currencies.*.requiredActions[].url', times: 2 }]);
  const [of = expect.unreachable()] = found;
  const earlier = {
    ...runAt(1, '2.13'),
    findings: [{ ...of, id: 'old-id', requirement, where: missing('NGN').where.replace('[0]', '[]') }],
  };
  const [again] = withFirstSeen(verdict, [earlier]).requirements.find(({ id }) => id === requirement)?.findings ?? [];
  expect(again?.firstSeen).toMatchObject({ release: '2.13' });
});
