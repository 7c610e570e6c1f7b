import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { requirements } from '#contract';
import { readFolder } from '#lib';
import { exchange, ids, mixedReports, reportsWith, verdictOn } from '../example.test.support.ts';
import { offline, renderAllureReport } from './allure-report.ts';
import { dataIn } from './page.test.support.ts';
import { writeAllureResults } from './write-results.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ramp-conformance-test-'));
});

const readResults = async (resultsDir: string): Promise<Map<string, TestResult>> => {
  const names = (await readdir(resultsDir)).filter((name) => name.endsWith('-result.json'));
  const results = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(resultsDir, name), 'utf8')) as TestResult),
  );
  expect(results).toHaveLength(requirements.length);
  return new Map(results.map((result) => [result.fullName ?? '', result]));
};

const labelsIn = (result: TestResult | undefined) =>
  Object.fromEntries((result?.labels ?? []).map(({ name, value }) => [name, value]));

const expectMixed = (results: Map<string, TestResult>) => {
  const of = (id: string) => results.get(id);
  expect(of(ids.stated)).toMatchObject({
    status: 'failed',
    historyId: expect.stringMatching(/^[a-z]{16}$/),
    name: 'An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error.',
  });
  expect(of(ids.stated)?.statusDetails).toEqual({
    message: expect.stringMatching(
      /^Broken promise \(stated\), medium risk:\nPromised: An asset that is not listed .*\nSeen: POST \/v2\/ramp\/\{subaccountId\}\/banking\/onramp\/initiate, .+\n {2}WRONG_STATUS onramp\.initiate HTTP 201, expected 400 \[replay \w{4}-\w{4}\]$/,
    ),
  });
  expect(labelsIn(of(ids.stated))).toMatchObject({
    epic: 'Stated',
    feature: '6 POST /v2/ramp/{subaccountId}/banking/onramp/initiate',
    story: 'error',
    severity: 'normal',
    parentSuite: 'sandbox.vendor.example',
    suite: '6 POST /v2/ramp/{subaccountId}/banking/onramp/initiate',
    subSuite: 'Stated',
    target: 'sandbox.vendor.example',
  });
  expect(of(ids.implied)).toMatchObject({
    status: 'skipped',
    statusDetails: { message: 'RAMP_MONEY_HOST is not set' },
  });
  expect(of(ids.shown)).toMatchObject({
    status: 'passed',
    labels: expect.arrayContaining([{ name: 'tag', value: 'drift' }]),
  });
  expect(of(ids.silent)).toMatchObject({
    status: 'passed',
    statusDetails: { message: expect.stringMatching(/^observed: the document promises nothing here/) },
  });
  expect(labelsIn(of(ids.silent))).toMatchObject({ epic: 'Open questions', severity: 'trivial' });
  expect(of('onramp.initiate/has-a-positive-rate')).toMatchObject({ status: 'broken' });
  expect(of('onramp.initiate/nets-at-most-the-gross')).toMatchObject({
    status: 'broken',
    statusDetails: { message: 'NO_TEST_RAN: no test of it ran' },
  });
  expect(labelsIn(of('subaccount.read/refuses-a-missing-key'))).toMatchObject({ severity: 'blocker' });
};

test('results are written for every outcome, with the environment, the job and small exchanges', async () => {
  const resultsDir = join(directory, 'written');
  const reports = reportsWith({
    [ids.stated]: {
      exchanges: Array.from({ length: 5 }, () =>
        exchange({ request: { ...exchange().request, body: 'é'.repeat(60_000) } }),
      ),
    },
  });
  writeAllureResults({
    resultsDir,
    verdict: { ...verdictOn(mixedReports()), ci: { name: 'ci' } },
    reports,
  });
  const results = await readResults(resultsDir);
  expectMixed(results);
  const attachments = results.get(ids.stated)?.attachments ?? [];
  expect(attachments).toHaveLength(3);
  for (const { source, type } of attachments) {
    expect(type).toBe('application/vnd.allure.http+json');
    const content = await readFile(join(resultsDir, source));
    expect(content.length).toBeLessThanOrEqual(16_000);
    expect(JSON.parse(content.toString())).toMatchObject({
      request: { method: 'POST', body: { truncated: true } },
      response: { status: 201 },
    });
  }
  expect(await readFile(join(resultsDir, 'environment.properties'), 'utf8')).toContain('target=sandbox.vendor.example');
  expect(JSON.parse(await readFile(join(resultsDir, 'executor.json'), 'utf8'))).toEqual({
    type: 'ci',
    name: 'ci',
  });
});

test('the folder is emptied before, and what is written is given without reading it again', async () => {
  const resultsDir = join(directory, 'written');
  writeAllureResults({ resultsDir, verdict: verdictOn([]), reports: [] });
  await writeFile(join(resultsDir, 'old-result.json'), '{}');
  const reports = mixedReports().map((report) => ({ ...report, durationMs: 7 }));
  const written = writeAllureResults({ resultsDir, verdict: verdictOn(reports), reports });
  const results = await readResults(resultsDir);
  expectMixed(results);
  const { start = 0, stop } = results.get(ids.stated) ?? {};
  expect(stop).toBe(start + 7);
  const read = await readFolder(resultsDir);
  expect(await readFolder(resultsDir, written)).toEqual(read);
  expect([...written.keys()].sort()).toEqual(read.map(({ file }) => file));
});

describe('report', () => {
  test('is one page that loads nothing', async () => {
    const resultsDir = join(directory, 'rendered');
    const verdict = verdictOn(mixedReports());
    writeAllureResults({ resultsDir, verdict, reports: mixedReports() });
    // Row 122: neither is a folder of TMPDIR needed.
    vi.stubEnv('TMPDIR', join(directory, 'absent'));
    const { page, data: searched } = await renderAllureReport({
      results: await readFolder(resultsDir),
      verdict,
      earlier: '',
      directory,
    });
    vi.unstubAllEnvs();
    expect(page).toMatch(
      /<head>\s*<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'/,
    );
    expect(page).not.toContain('googletagmanager');
    expect(page).not.toContain('gtag(');
    expect(page).not.toMatch(/(?:src|href)="(?!data:)/);
    const data = dataIn(page);
    for (const text of Object.values(data)) expect(searched).toContain(text);
    expect(data['widgets/default/tree.json']).toBe(data['widgets/tree.json']);
    expect(Object.values(data).join()).toContain(ids.stated);
    expect(page).toContain('"allureVersion"');
    const { general } = JSON.parse(data['widgets/charts.json'] ?? '{}') as { general: object };
    const shown = Object.values(general).map(({ type }) => type);
    expect(shown).toEqual(['currentStatus', 'statusDynamics', 'testResultSeverities']);
    expect(page, 'no timeline, which would be empty').toContain('"sections":["charts"]');
    expect(page, 'a folder, a branch and an origin of Git').not.toContain('"ci":{"type":"local"');
  });

  test('of another make is refused', () => {
    expect(() => offline('<html><head><meta charset="utf-8"></head></html>')).toThrow(/unknown layout/);
  });
});
