import { cp, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AllureReport, readConfig } from '@allurereport/core';
import type { TestResult } from 'allure-js-commons';
import { beforeAll, expect, test } from 'vitest';
import { finding, ids, reportsWith, verdictOn } from '../example.test.support.ts';
import type { Verdict } from '../verdict.ts';
import { configurationOf } from './allure-report.ts';
import { writeAllureResults } from './write-results.ts';

const differing = { findings: [finding()] };
const targets = ['staging.vendor.example', 'sandbox.vendor.example'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ramp-conformance-test-'));
});

/** The results of two targets in one folder, as a pipeline gathers them. */
const gather = async (name: string, reports: ReturnType<typeof reportsWith>) => {
  const results = join(folder, name, 'allure-results');
  const verdicts: Verdict[] = [];
  for (const label of targets) {
    const verdict = verdictOn(reports);
    const own = {
      ...verdict,
      target: { ...verdict.target, label },
      release: '2.15',
      ci: { name: 'github', job: 'gate #1' },
    };
    const resultsDir = join(folder, name, label);
    writeAllureResults({ resultsDir, verdict: own, reports });
    await cp(resultsDir, results, { recursive: true });
    verdicts.push(own);
  }
  return { results, verdicts };
};

const resultsIn = async (results: string): Promise<TestResult[]> => {
  const files = (await readdir(results)).filter((file) => file.endsWith('-result.json'));
  return Promise.all(files.map(async (file) => JSON.parse(await readFile(join(results, file), 'utf8')) as TestResult));
};

test('two targets in one folder are two tests each, in suites of their own', async () => {
  const { results } = await gather('ids', reportsWith());
  const all = await resultsIn(results);
  expect(new Set(all.map(({ historyId }) => historyId)).size).toBe(all.length);
  expect(new Set(all.map(({ testCaseId }) => testCaseId)).size).toBe(all.length);
  const parents = all.flatMap(({ labels }) => labels.filter(({ name }) => name === 'parentSuite'));
  expect([...new Set(parents.map(({ value }) => value))].sort()).toEqual([...targets].sort());
  for (const { links } of all) for (const { url } of links) expect(url).toMatch(/^https:\/\//);
});

test('the settings beside the results are those by which the report of a run is made', async () => {
  const { results, verdicts } = await gather('settings', reportsWith());
  const settings = (await import(pathToFileURL(join(results, 'allurerc.mjs')).href)).default;
  const [, last] = verdicts;
  expect(settings).toMatchObject(JSON.parse(JSON.stringify(last && configurationOf(last))));
  expect(Object.values(settings.environments)).toMatchObject([...targets].sort().map((name) => ({ name })));
  expect(settings.variables).toMatchObject({ Release: '2.15' });
});

test('categories of Allure 2 know results by their messages', async () => {
  const { results } = await gather('categories', reportsWith({ [ids.stated]: differing, [ids.implied]: differing }));
  const categories: { name: string; matchedStatuses: string[]; messageRegex?: string }[] = JSON.parse(
    await readFile(join(results, 'categories.json'), 'utf8'),
  );
  const matched = (await resultsIn(results))
    .filter(({ status }) => status === 'failed')
    .map(({ status, statusDetails }) =>
      categories
        .filter(({ matchedStatuses }) => matchedStatuses.includes(String(status)))
        .filter(({ messageRegex = '' }) =>
          new RegExp(`^${messageRegex.replace('(?s)', '')}$`, 's').test(statusDetails.message ?? ''),
        )
        .map(({ name }) => name),
    );
  expect(matched.flat().sort()).toEqual([
    'Broken promises that the document implies',
    'Broken promises that the document implies',
    'Broken promises that the document states',
    'Broken promises that the document states',
  ]);
});

test('three runs of two targets, read by Allure as its command does, show both targets and what was broken before', async () => {
  const historyPath = join(folder, 'history.jsonl');
  const rounds = [reportsWith(), reportsWith({ [ids.stated]: differing }), reportsWith()];
  const reports: AllureReport[] = [];
  for (const [at, round] of rounds.entries()) {
    const { results } = await gather(`round-${at}`, round);
    const output = join(folder, `report-${at}`);
    const config = await readConfig(results, 'allurerc.mjs', {
      output,
      historyPath,
      // Later rounds read of the earlier ones what Allure keeps as history, and no page.
      ...(at < rounds.length - 1 && { plugins: {} }),
      resolutions: { knownIssuesPath: join(folder, 'known-issues.json') },
    });
    const report = new AllureReport(config);
    await report.start();
    await report.readDirectory(results);
    await report.done();
    reports.push(report);
  }
  const last = reports.at(-1);
  const results = (await last?.store.allTestResults()) ?? [];
  expect(new Set(results.map(({ environment }) => environment))).toEqual(new Set(targets));
  const of = results.filter(({ fullName }) => fullName === ids.stated);
  expect(of.map(({ status }) => status)).toEqual(['passed', 'passed']);
  for (const each of of)
    expect((await last?.store.historyByTr(each))?.map(({ status }) => status).sort()).toEqual([
      'failed',
      'passed',
      'passed',
    ]);
});
