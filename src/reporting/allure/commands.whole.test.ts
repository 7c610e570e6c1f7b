import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestResult } from 'allure-js-commons';
import { beforeAll, expect, test } from 'vitest';
import { finding, ids, reportsWith, verdictOn } from '../example.test.support.ts';
import { writeAllureResults } from './write-results.ts';

/** A user's own Allure: no package of ours, so that a person names the folder of packages that has both. */
const packages = process.env.ALLURE_COMMANDS ?? resolve(import.meta.dirname, '../../../node_modules');
const three = join(packages, 'allure/cli.js');
const two = join(packages, 'allure-commandline/dist/bin/allure');
const java = '/usr/bin/java';

/** Why a command cannot be tried here; undefined where it can. */
const missing = (...files: readonly string[]): string | undefined => {
  const absent = files.filter((file) => !existsSync(file));
  return absent.length === 0 ? undefined : `${absent.join(' and ')} not installed; ALLURE_COMMANDS names a folder`;
};

const targets = ['sandbox.vendor.example', 'staging.vendor.example'];
const shown: readonly string[] = [ids.stated, ids.implied, ids.shown, ids.silent];
const broken = { findings: [finding()] };
const rounds = [reportsWith({ [ids.stated]: broken }), reportsWith(), reportsWith({ [ids.stated]: broken })];
const ci = { name: 'github', job: 'gate #12', url: 'https://ci.example/12' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ramp-conformance-test-'));
});

const readJson = async (...path: readonly string[]) => JSON.parse(await readFile(join(...path), 'utf8'));

/** Gathers the results of two targets in one folder as a pipeline does; four of each are enough for a reader. */
async function gather(name: string, reports: ReturnType<typeof reportsWith>): Promise<string> {
  const results = join(folder, name, 'allure-results');
  for (const label of targets) {
    const verdict = verdictOn(reports);
    const resultsDir = join(folder, name, label);
    const own = { ...verdict, target: { ...verdict.target, label }, release: '2.15', ci };
    writeAllureResults({ resultsDir, verdict: own, reports });
    await cp(resultsDir, results, { recursive: true });
  }
  for (const file of ['verdict.json', 'compliance.html', 'findings.md'])
    await writeFile(join(folder, name, file), '{}');
  for (const file of await readdir(results)) {
    if (!file.endsWith('-result.json')) continue;
    const { fullName = '' }: TestResult = await readJson(results, file);
    if (!shown.includes(fullName)) await rm(join(results, file));
  }
  return results;
}

const execute = (program: string, ...args: readonly string[]) =>
  promisify(execFile)(program, args, { cwd: folder, maxBuffer: 1e8 });

const namesOf = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name).sort();

const reason2 = missing(two, java);
test.skipIf(reason2)(`Allure 2 shows two targets over three runs${reason2 ? ` (${reason2})` : ''}`, async () => {
  const report = join(folder, 'two');
  for (const [at, reports] of rounds.entries()) {
    const results = await gather(`two-${at}`, reports);
    if (at > 0) await cp(join(report, 'history'), join(results, 'history'), { recursive: true });
    await execute(two, 'generate', results, '--output', report, '--clean');
  }
  const { children: suites } = await readJson(report, 'data/suites.json');
  expect(namesOf(suites)).toEqual(targets);
  for (const { children } of suites)
    expect(namesOf(children)).toEqual(['6 POST /v2/ramp/{subaccountId}/banking/onramp/initiate']);
  const categories = await readJson(report, 'data/categories.json');
  expect(namesOf(categories.children)).toEqual(['Broken promises that the document states']);
  const trend: { data: { failed: number } }[] = await readJson(report, 'widgets/history-trend.json');
  expect(trend.map(({ data }) => data.failed)).toEqual([2, 0, 2]);
  expect(await readJson(report, 'widgets/executors.json')).toMatchObject([{ name: 'github', buildName: 'gate #12' }]);
  expect(await readJson(report, 'widgets/environment.json')).toContainEqual({
    name: 'release',
    values: ['2.15'],
  });
  const cases = await Promise.all(
    (await readdir(join(report, 'data/test-cases'))).map((file) => readJson(report, 'data/test-cases', file)),
  );
  expect(cases).toHaveLength(2 * shown.length);
  for (const { testStage, links } of cases) {
    for (const { name } of testStage.attachments) expect(name).toMatch(/^onramp\.initiate|^\S+ /);
    for (const { url } of links) expect(url).toMatch(/^https:/);
  }
});

const reason3 = missing(three);
test.skipIf(reason3)(`Allure 3 shows two targets over three runs${reason3 ? ` (${reason3})` : ''}`, async () => {
  // It writes no report over an earlier one.
  const reportOf = (at: number) => join(folder, `three-${at}`, 'report');
  const report = reportOf(rounds.length - 1);
  for (const [at, reports] of rounds.entries()) {
    const results = await gather(`three-${at}`, reports);
    const config = join(results, 'allurerc.mjs');
    await execute(process.execPath, three, 'generate', '--config', config, '--output', reportOf(at), results);
  }
  const widget = (name: string) => readJson(report, 'widgets', `${name}.json`);
  expect(namesOf(await widget('environments'))).toEqual(['default', ...targets]);
  const { nodes }: { nodes: Record<string, { type: string; name: string }> } = await widget('categories');
  const categories = Object.values(nodes).filter(({ type }) => type === 'category');
  expect(namesOf(categories)).toEqual(['Broken promises that the document states']);
  const { general }: { general: Record<string, { type: string; data: { statistic: { failed?: number } }[] }> } =
    await widget('charts');
  const trend = Object.values(general).find(({ type }) => type === 'statusDynamics');
  expect(trend?.data.map(({ statistic: { failed = 0 } }) => failed).sort()).toEqual([0, 2, 2]);
  expect(await widget('allure_environment')).toContainEqual({ name: 'release', values: ['2.15'] });
  expect(await widget('variables')).toMatchObject({ Release: '2.15', Profile: 'gate' });
  const { attachments } = await widget('globals');
  expect(namesOf(attachments)).toEqual(['compliance.html', 'findings.md', 'verdict.json']);
  const page = await readFile(join(report, 'index.html'), 'utf8');
  expect(page).toContain('gate #12');
  const folderOfResults = join(report, 'data/test-results');
  const all = await Promise.all((await readdir(folderOfResults)).map((file) => readJson(folderOfResults, file)));
  expect(all).toHaveLength(2 * shown.length);
  for (const { environment, breadcrumbs, links } of all) {
    expect(breadcrumbs[0].slice(0, 2)).toEqual([environment, '6 POST /v2/ramp/{subaccountId}/banking/onramp/initiate']);
    for (const { url } of links) expect(url).toMatch(/^https:/);
  }
});
