import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { expect, test } from 'vitest';
import { endpointNames } from '#facts';
import { fewOf, reportsWith, waiver } from '../example.test.support.ts';
import type { Verdict } from '../verdict.ts';
import { writeAllureResults } from './write-results.ts';

const changes = (['breaks', 'changed', 'more', 'unseen'] as const).map((drift, index) => ({
  class: drift,
  kind: 'member-null' as const,
  endpoint: ['withdrawal.read', 'withdrawal.read', 'balances.read', 'conversion.read'][index] ?? '',
  fact: `$.member${index}`,
  accepted: 'text req',
  met: 'null req',
}));

const { verdict, reports } = fewOf(reportsWith());

const states = ['in force', 'expiring', 'expired', 'stale', 'not evaluated'] as const;
const waivers = states.map((state) => ({ ...waiver, id: `W-${state}`, state }));

test('an address of a job that is no page of the web is no link', () => {
  for (const [url, links] of [
    ['javascript:alert(1)', 0],
    ['https://ci.example/1', 1],
  ] as const) {
    const [result] = written({ ci: { name: 'jenkins', job: 'gate', url } });
    expect(result?.links.filter(({ type }) => type === 'link')).toHaveLength(links);
  }
});

const written = (change: Partial<Verdict> = {}): readonly TestResult[] => {
  const resultsDir = mkdtempSync(join(tmpdir(), 'ramp-conformance-test-'));
  writeAllureResults({ resultsDir, verdict: { ...verdict, ...change }, reports });
  return readdirSync(resultsDir)
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(readFileSync(join(resultsDir, name), 'utf8')));
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

test('each endpoint and each waiver has its own result, by a name that stays', () => {
  const results = written({ baseline: { name: 'vendor', changes: [...changes].reverse() }, waivers });
  const named = byName(results);
  const ended = 'until 2027-01-31, owner Ann, approved by Bob: fixed in June';
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
  expect(results).toHaveLength(reports.length + endpointNames.length + waivers.length);
});

test('without a baseline and waivers there are results of requirements only', () => {
  expect(byName(written())).toEqual({});
});
