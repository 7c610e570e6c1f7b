import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { finding, ids, mixedReports, reportsWith, verdictOn } from '../example.test.support.ts';
import { writeReports } from '../write.ts';
import { useAllurePage } from './generate.test.support.ts';
import { shownIn } from './pack.test.support.ts';
import { parsed } from './result-files.ts';
import { environmentsOf } from './settings.ts';
import { placesOf, writeAllureResults } from './write-results.ts';

useAllurePage();

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
  const written = await writeReports({ verdict, directory, secrets: [], ...(again ? {} : { reports }) });
  expect(written.problems).toEqual([]);
};

test('a later run shows what is new and what is fixed, and what somebody accepted', async () => {
  const now = Date.now();
  const broken = { findings: [finding()] };
  await write(reportsWith({ [ids.stated]: broken }), now - 60_000);
  await writeFile(
    join(directory, 'allure-history.jsonl'),
    `${await readFile(join(directory, 'allure-history.jsonl'), 'utf8')}{"cut`,
  );
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
  const kept = await readFile(join(directory, 'allure-history.jsonl'), 'utf8');
  expect(kept.trimEnd().split('\n')).toHaveLength(2);
  await write(later, Date.now() + 2, true);
  expect(await readFile(join(directory, 'allure-history.jsonl'), 'utf8')).toBe(kept);
});

test('the firmest stand first', () => {
  const order = ['stated', 'implied', 'shown', 'silent'];
  const { requirements } = verdictOn(mixedReports());
  const places = placesOf(requirements);
  const firmnesses = [...requirements]
    .sort((first, second) => (places.get(first.id) ?? 0) - (places.get(second.id) ?? 0))
    .map(({ firmness }) => firmness);
  expect([...new Set(firmnesses)]).toEqual(order);
  expect(firmnesses).toEqual([...firmnesses].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
});

test('results of several targets are environments, those of one are not', () => {
  const result = (value: string) =>
    parsed({
      file: `${value}-result.json`,
      text: JSON.stringify({ labels: [{ name: 'target', value }] }),
    });
  expect(environmentsOf([result('a')])).toEqual({});
  const both = environmentsOf([result('b'), result('a')]);
  expect(Object.values(both).map(({ name }) => name)).toEqual(['a', 'b']);
  expect(both['target-1']?.matcher({ labels: [{ name: 'target', value: 'b' }] })).toBe(false);
});

test('row 100: an address in the history does not withhold the next run: that earlier run is left out, and this is said', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ramp-history-'));
  const point = { name: 'maria@example.com', timestamp: 1, testResults: {} };
  const historyPath = join(folder, 'allure-history.jsonl');
  await writeFile(historyPath, `${JSON.stringify(point)}\n`);
  const reports = reportsWith();
  const written = await writeReports({
    verdict: verdictOn(reports),
    directory: folder,
    secrets: [],
    reports,
    allure: {
      written: writeAllureResults({
        resultsDir: join(folder, 'allure-results'),
        verdict: verdictOn(reports),
        reports,
      }),
      page: true,
    },
  });
  expect(written.leaked).toBeUndefined();
  expect(written.problems.join()).toContain(
    '1 earlier run of allure-history.jsonl held what no report may hold',
  );
  expect(await readFile(historyPath, 'utf8')).not.toContain('maria');
});
