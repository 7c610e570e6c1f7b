import { appendFileSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { requirements } from '#contract';
import { endpointNames } from '#facts';
import { partOf } from '../causes.ts';
import {
  target as exampleTarget,
  finding,
  ids,
  mixedReports,
  reportsWith,
  verdictOn,
} from '../example.test.support.ts';
import { historyFile, historyWith, readHistory } from '../history.ts';
import type { Verdict } from '../verdict.ts';
import { byEndpoint } from '../words.ts';
import { writeReports } from '../write.ts';
import { earlierRuns } from './allure-report.ts';
import { shownIn } from './page.test.support.ts';
import { placesOf, writeAllureResults } from './write-results.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ramp-conformance-test-'));
});

type ShownResult = {
  fullName: string;
  transition?: string;
  resolution?: string;
  resolutionComment?: string;
  history: unknown[];
};

/** The result of a requirement in Allure's page. */
const shown = (requirement: string): ShownResult | undefined => {
  const all = shownIn<ShownResult>(join(directory, 'allure-report/index.html'));
  return all.find(({ fullName }) => fullName === requirement);
};

const waiver = {
  id: 'W7',
  requirement: ids.implied,
  finding: 'WRONG_STATUS',
  where: 'status',
  reason: 'fixed in June',
  owner: 'Ann',
  approvedBy: 'Bob',
  expires: '2026-12-31',
  daysLeft: 40,
};

const write = async (reports: ReturnType<typeof reportsWith>, startedAt: number, again = false) => {
  const waivers = {
    given: [waiver],
    covers: (requirement: string) => (requirement === ids.implied ? 'W7' : undefined),
  };
  const moments = { startedAt: new Date(startedAt), endedAt: new Date(startedAt + 30_000) };
  const verdict = verdictOn(reports, { ...moments, waivers });
  writeAllureResults({ resultsDir: join(directory, 'allure-results'), verdict, reports });
  const history = readHistory(directory);
  const shared = { verdict, directory, secrets: [], history };
  const written = await writeReports({ ...shared, ...(again ? {} : { reports }) });
  expect(written.problems).toEqual([]);
};

test('a later run shows what is new and what is fixed, and what somebody accepted', async () => {
  const now = Date.now();
  const broken = { findings: [finding()] };
  await write(reportsWith({ [ids.stated]: broken }), now - 60_000);
  appendFileSync(join(directory, historyFile), '{"cut\n');
  const later = reportsWith({ [ids.implied]: broken, 'onramp.initiate/has-a-positive-rate': broken });
  await write(later, Date.now() + 1);
  expect(shown(ids.stated)).toMatchObject({
    transition: 'fixed',
    history: [{ historyId: expect.any(String), status: 'failed' }],
  });
  expect(shown('onramp.initiate/has-a-positive-rate')).toMatchObject({ transition: 'regressed' });
  expect(shown(ids.implied)).toMatchObject({
    resolution: 'accepted',
    resolutionComment: 'waiver W7 in force, until 2026-12-31, owner Ann, approved by Bob: fixed in June',
  });
  expect(readHistory(directory).runs).toHaveLength(2);
  const kept = readFileSync(join(directory, historyFile), 'utf8');
  await write(later, Date.now() + 2, true);
  expect(readFileSync(join(directory, historyFile), 'utf8')).toBe(kept);
});

test('results stand by the parts of the page, then by endpoint, the highest level first', () => {
  const { requirements } = verdictOn(mixedReports());
  const places = placesOf(requirements);
  const ordered = [...requirements].sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
  const titles = ordered.map((each) => partOf(each)[0]);
  expect([...new Set(titles)]).toEqual([
    'Broken promises: refusals and errors',
    'What was not tested',
    'Changes',
    'All requirements',
  ]);
  expect(new Set(titles.map((title, at) => title === titles[at - 1] || title)).size).toBe(4 + 1);
  const [first] = byEndpoint(ordered.filter(({ outcome }) => outcome === 'conforms' || outcome === 'observed'));
  const order = ['stated', 'implied', 'shown', 'silent'];
  const firmnesses = first?.requirements.map(({ firmness }) => order.indexOf(firmness)) ?? [];
  expect(firmnesses).toEqual([...firmnesses].sort());
  expect(new Set(firmnesses).size).toBe(4);
});

test('a report shows the last 20 earlier runs of its target and profile alone, with what is no requirement', () => {
  const target = { ...verdictOn(reportsWith()).target };
  const at = (minute: number) => new Date(Date.UTC(2026, 9, 1, 0, minute));
  const baseline = { name: 'vendor', changes: [] };
  const run = (minute: number, label = target.label, profile: 'gate' | 'smoke' = 'gate') =>
    verdictOn(reportsWith({ [ids.stated]: { findings: [finding()] } }), {
      plan: { target: { ...exampleTarget, label }, seed: 1, profile },
      startedAt: at(minute),
      endedAt: at(minute),
      baseline,
    });
  const points = (...runs: readonly Verdict[]) =>
    earlierRuns(
      runs.map((each) => JSON.parse(historyWith(readHistory('absent'), each, ''))),
      run(59),
    )
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const minutesOf = (...runs: readonly Verdict[]) =>
    points(...runs).map(({ timestamp }) => new Date(timestamp).getMinutes());
  expect(minutesOf(run(1), run(2), run(3, 'other'), run(4, target.label, 'smoke'), run(5))).toEqual([1, 2, 5]);
  const many = Array.from({ length: 22 }, (_, minute) => run(minute));
  expect(minutesOf(...many)).toEqual(many.map((_, minute) => minute).slice(2));
  expect(points()).toEqual([]);
  const [{ testResults }] = points(run(1));
  const ended = Object.values<{ status: string }>(testResults).map(({ status }) => status);
  expect(ended.filter((status) => status === 'failed')).toHaveLength(1);
  expect(ended).toHaveLength(requirements.length + endpointNames.length);
});
