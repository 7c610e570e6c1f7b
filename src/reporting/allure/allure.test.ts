import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { expect, test, vi } from 'vitest';
import { readFolder } from '#lib';
import { exchange, fewOf, ids, mixedReports, report } from '../example.test.support.ts';
import { offline, renderAllureReport } from './allure-report.ts';
import { dataIn } from './page.test.support.ts';
import { writeAllureResults } from './write-results.ts';

const directory = mkdtempSync(join(tmpdir(), 'ramp-conformance-test-'));

const resultsIn = (resultsDir: string): ReadonlyMap<string, TestResult> =>
  new Map(
    readdirSync(resultsDir)
      .filter((name) => name.endsWith('-result.json'))
      .map((name) => JSON.parse(readFileSync(join(resultsDir, name), 'utf8')) as TestResult)
      .map((result) => [result.fullName ?? '', result]),
  );

test('results are written for every outcome, with the environment, the job and small exchanges', () => {
  const resultsDir = join(directory, 'written');
  const large = exchange({ request: { ...exchange().request, body: 'é'.repeat(60_000) } });
  const { verdict } = fewOf();
  writeAllureResults({
    resultsDir,
    verdict: { ...verdict, ci: { name: 'ci' } },
    reports: [report(ids.stated, { exchanges: Array.from({ length: 5 }, () => large) })],
  });
  const results = resultsIn(resultsDir);
  const shown = [...results].map(([name, { status, statusDetails, labels }]) => {
    const values = labels.filter(({ name }) => /^(?:epic|story|severity|tag|subSuite)$/.test(name));
    const message = statusDetails?.message?.replace(/\n/g, ' ') ?? '';
    return [name, [`${status} ${message}`, ...values.map(({ name, value }) => `${name} ${value}`)].join('; ')];
  });
  expect(Object.fromEntries(shown.toSorted())).toMatchInlineSnapshot(`
    {
      "errors/carry-a-message": "passed ; epic Stated; story error; severity normal; subSuite Stated; tag stated; tag error",
      "onramp.initiate/adds-up-its-fees": "passed Differs from what the document only shows: Shown as an example: Where all fees are in one currency, the total is their sum. Seen: POST /v2/ramp/{subaccountId}/banking/onramp/initiate   RULE_BROKEN onramp.initiate $.pricing.fees.total_fees: decimal(2), expected the sum [replay qqgt-kcnz]; epic Shown; story money; severity blocker; subSuite Shown; tag shown; tag money; tag drift",
      "onramp.initiate/echoes-the-amount": "skipped RAMP_MONEY_HOST is not set; epic Implied; story order; severity blocker; subSuite Implied; tag implied; tag order",
      "onramp.initiate/has-a-positive-rate": "broken TRANSPORT_TIMEOUT: no answer within 10 s; epic Implied; story money; severity blocker; subSuite Implied; tag implied; tag money",
      "onramp.initiate/nets-at-most-the-gross": "broken NO_TEST_RAN: no test of it ran; epic Implied; story money; severity blocker; subSuite Implied; tag implied; tag money",
      "onramp.initiate/refuses-an-unlisted-asset": "failed Broken promise (stated), medium risk: Promised: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error. Seen: POST /v2/ramp/{subaccountId}/banking/onramp/initiate, {"to":{"asset":"<text(4)#aa01>"}}   WRONG_STATUS onramp.initiate HTTP 201, expected 400 [replay mwwv-dchz]; epic Stated; story error; severity normal; subSuite Stated; tag stated; tag error",
      "onramp.initiate/success-status": "passed observed: the document promises nothing here; epic Open questions; story open; severity trivial; subSuite Open questions; tag silent; tag open",
      "withdrawal.read/masks-the-address": "passed ; epic Stated; story record; severity critical; subSuite Stated; tag stated; tag record",
    }
  `);
  const deviating = results.get(ids.stated);
  expect(deviating).toMatchObject({
    historyId: expect.stringMatching(/^[a-z]{16}$/),
    name: 'An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error.',
  });
  const place = '6 POST /v2/ramp/{subaccountId}/banking/onramp/initiate';
  const target = 'sandbox.vendor.example';
  const labels = Object.fromEntries((deviating?.labels ?? []).map(({ name, value }) => [name, value]));
  expect(labels).toMatchObject({ feature: place, suite: place, parentSuite: target, target });
  const attachments = deviating?.attachments ?? [];
  expect(attachments).toHaveLength(3);
  for (const { source, type } of attachments) {
    expect(type).toBe('application/vnd.allure.http+json');
    const content = readFileSync(join(resultsDir, source));
    expect(content.length).toBeLessThanOrEqual(16_000);
    expect(JSON.parse(content.toString())).toMatchObject({
      request: { method: 'POST', body: { truncated: true } },
      response: { status: 201 },
    });
  }
  expect(readFileSync(join(resultsDir, 'environment.properties'), 'utf8')).toContain(`target=${target}`);
  expect(JSON.parse(readFileSync(join(resultsDir, 'executor.json'), 'utf8'))).toEqual({ type: 'ci', name: 'ci' });
});

test('the folder is emptied before, and what is written is given without reading it again', async () => {
  const resultsDir = join(directory, 'emptied');
  writeAllureResults({ resultsDir, verdict: fewOf([]).verdict, reports: [] });
  writeFileSync(join(resultsDir, 'old-result.json'), '{}');
  const { verdict, reports } = fewOf(mixedReports().map((each) => ({ ...each, durationMs: 7 })));
  const written = writeAllureResults({ resultsDir, verdict, reports });
  const results = resultsIn(resultsDir);
  expect(results.size).toBe(verdict.requirements.length);
  const { start = 0, stop } = results.get(ids.stated) ?? {};
  expect(stop).toBe(start + 7);
  const read = await readFolder(resultsDir);
  expect(await readFolder(resultsDir, written)).toEqual(read);
  expect([...written.keys()].sort()).toEqual(read.map(({ file }) => file));
});

test('the report is one page that loads nothing', async () => {
  const resultsDir = join(directory, 'rendered');
  const { verdict, reports } = fewOf();
  writeAllureResults({ resultsDir, verdict, reports });
  // Row 122: neither is a folder of TMPDIR needed.
  vi.stubEnv('TMPDIR', join(directory, 'absent'));
  const results = await readFolder(resultsDir);
  const { page, data: searched } = await renderAllureReport({ results, verdict, earlier: '', directory });
  vi.unstubAllEnvs();
  expect(page).toMatch(
    /<head>\s*<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'/,
  );
  expect(page).not.toMatch(/googletagmanager|gtag\(|(?:src|href)="(?!data:)/);
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

test('a report of another make is refused', () => {
  expect(() => offline('<html><head><meta charset="utf-8"></head></html>')).toThrow(/unknown layout/);
});
