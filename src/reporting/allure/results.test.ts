import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { expect, test } from 'vitest';
import { requirements } from '#contract';
import { endpointNames } from '#facts';
import { ids, reportsWith, verdictOn } from '../example.test.support.ts';
import type { KnownWaiver, Verdict } from '../verdict.ts';
import { writeAllureResults } from './write-results.ts';

const changes = (['breaks', 'changed', 'more', 'unseen'] as const).map((drift, index) => ({
  class: drift,
  kind: 'member-null' as const,
  endpoint: ['withdrawal.read', 'withdrawal.read', 'balances.read', 'conversion.read'][index] ?? '',
  fact: `$.member${index}`,
  accepted: 'text req',
  met: 'null req',
}));

const waivers = (['in force', 'expiring', 'expired', 'stale', 'not evaluated'] as const).map(
  (state): KnownWaiver => ({
    id: `W-${state}`,
    requirement: ids.stated,
    finding: 'WRONG_STATUS',
    where: 'status',
    reason: 'fixed in June',
    owner: 'Ann',
    approvedBy: 'Bob',
    expires: '2026-12-31',
    daysLeft: 40,
    state,
  }),
);

test('an address of a job that is no page of the web is no link', async () => {
  for (const [url, links] of [
    ['javascript:alert(1)', 0],
    ['https://ci.example/1', 1],
  ] as const) {
    const [result] = await written({ ...verdictOn(reportsWith()), ci: { name: 'jenkins', job: 'gate', url } });
    expect(result?.links.filter(({ type }) => type === 'link')).toHaveLength(links);
  }
});

const written = async (verdict: Verdict): Promise<TestResult[]> => {
  const resultsDir = await mkdtemp(join(tmpdir(), 'ramp-conformance-test-'));
  writeAllureResults({ resultsDir, verdict, reports: reportsWith() });
  const names = (await readdir(resultsDir)).filter((name) => name.endsWith('-result.json'));
  const texts = await Promise.all(names.map((name) => readFile(join(resultsDir, name), 'utf8')));
  return texts.map((text) => JSON.parse(text) as TestResult);
};

const byName = (results: readonly TestResult[]): Record<string, string> =>
  Object.fromEntries(
    results
      .filter(({ fullName = '' }) => /^(?:baseline|waiver)\//.test(fullName))
      .map(({ fullName = '', testCaseId, historyId, status, statusDetails }) => {
        expect(historyId).toBe(testCaseId);
        return [fullName, `${status} ${statusDetails?.message ?? ''}`];
      }),
  );

test('each endpoint and each waiver has its own result, by a name that stays', async () => {
  const results = await written(
    verdictOn(reportsWith(), {
      baseline: { name: 'vendor', changes: [...changes].reverse() },
      waivers: { given: waivers, covers: () => undefined },
    }),
  );
  const named = byName(results);
  const ended = 'until 2026-12-31, owner Ann, approved by Bob: fixed in June';
  expect(named).toMatchObject({
    'baseline/vendor/withdrawal.read':
      'failed breaks: $.member0: accepted text req, actual null req\nchanged: $.member1: accepted text req, actual null req',
    'baseline/vendor/balances.read': 'passed more: $.member2: accepted text req, actual null req',
    'baseline/vendor/conversion.read': 'skipped unseen: $.member3: accepted text req, actual null req',
    'baseline/vendor/subaccount.read': 'passed ',
    'baseline/vendor/service': 'passed ',
    'waiver/W-expired': `failed waiver W-expired expired, ${ended}`,
    'waiver/W-expiring': `passed waiver W-expiring expiring, ${ended}`,
    'waiver/W-in force': `passed waiver W-in force in force, ${ended}`,
    'waiver/W-not evaluated': `skipped waiver W-not evaluated not evaluated, ${ended}`,
    'waiver/W-stale': `failed waiver W-stale stale, ${ended}`,
  });
  expect(Object.keys(named)).toHaveLength(endpointNames.length + waivers.length);
  expect(results).toHaveLength(requirements.length + endpointNames.length + waivers.length);
});

test('without a baseline and waivers there are results of requirements only', async () => {
  expect(byName(await written(verdictOn(reportsWith())))).toEqual({});
});
