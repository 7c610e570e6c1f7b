import { access, mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { sha256 } from '#lib';
import { shownIn } from './allure/page.test.support.ts';
import { writeAllureResults } from './allure/write-results.ts';
import { exchange, fewOf, ids, reportsWith } from './example.test.support.ts';
import { writeReports } from './write.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ramp-conformance-test-'));
});

const secrets = ['full-key-of-the-run'];

test('writes every report, whole, with the digests of its files', async () => {
  const directory = join(root, 'all');
  const { verdict, reports } = fewOf();
  writeAllureResults({ resultsDir: join(directory, 'allure-results'), verdict, reports });
  const written = await writeReports({ verdict, reports, directory, secrets });
  const sizes = (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size);
  expect(written).toEqual({
    problems: [],
    bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
    files: [
      'verdict.json',
      'summary.md',
      'findings.md',
      'junit.xml',
      'evidence.csv',
      'allure-report/index.html',
      'compliance.html',
    ],
  });
  const page = await readFile(join(directory, 'compliance.html'), 'utf8');
  for (const file of written.files.slice(0, -1))
    expect(page).toContain(sha256(await readFile(join(directory, file), 'utf8')));
  expect(JSON.parse(await readFile(join(directory, 'verdict.json'), 'utf8'))).toEqual(verdict);
  expect((await readdir(directory)).filter((name) => name.endsWith('.tmp'))).toEqual([]);

  const again = await writeReports({ verdict, directory, secrets });
  expect(again.files).not.toContain('evidence.csv');
  expect(await readFile(join(directory, 'compliance.html'), 'utf8')).toContain('not written again');
});

test.each([
  ['a secret in the evidence', { exchanges: [exchange({ failure: 'full-key-of-the-run was refused' })] }],
  [
    'a person in an attachment',
    {
      exchanges: [exchange({ reply: { status: 200, headers: {}, body: '{"email":"jane@mail.example.com"}' } })],
    },
  ],
  [
    'an account number in an observation',
    { observations: [{ operation: 'onramp.initiate', situation: 'success', fact: 'account 123456789012' }] },
  ],
] as const)('%s withholds all outputs, those of an earlier run and the results of Allure too', async (name, change) => {
  const directory = join(root, name.replaceAll(' ', '-'));
  await mkdir(join(directory, 'baselines'), { recursive: true });
  await writeFile(join(directory, 'verdict.json'), 'of an earlier run');
  const { verdict, reports } = fewOf(reportsWith({ [ids.silent]: { observations: [], ...change } }));
  writeAllureResults({ resultsDir: join(directory, 'allure-results'), verdict, reports });
  const { files, leaked } = await writeReports({ verdict, reports, directory, secrets });
  expect(files).toEqual([]);
  expect(leaked?.length).toBeGreaterThan(0);
  expect(JSON.stringify(leaked)).not.toMatch(/full-key|jane|123456789012/);
  expect((await readdir(directory)).sort()).toEqual(['baselines', 'withheld.txt']);
  expect(await readFile(join(directory, 'withheld.txt'), 'utf8')).not.toMatch(/full-key|jane|123456789012/);
  await expect(access(join(directory, 'allure-results'))).rejects.toThrow();
});

test('a file among the results that this run did not write is searched, shown and counted with the rest', async () => {
  const directory = join(root, 'foreign');
  const resultsDir = join(directory, 'allure-results');
  const run = { ...fewOf(), directory, secrets };
  const written = writeAllureResults({ ...run, resultsDir });
  const text = [...written.values()].find((each) => each.includes(ids.stated)) ?? '';
  const foreign = JSON.stringify({ ...JSON.parse(text), uuid: 'foreign', fullName: 'written/by-another' });
  const file = 'foreign-result.json';
  await writeFile(join(resultsDir, file), foreign);
  expect((await writeReports({ ...run, allure: { written } })).problems).toEqual([]);
  const listed = `of its ${written.size + 1} files`;
  expect(await readFile(join(directory, 'compliance.html'), 'utf8')).toContain(listed);
  const shown = shownIn<{ fullName: string }>(join(directory, 'allure-report/index.html'));
  expect(shown.map(({ fullName }) => fullName)).toContain('written/by-another');

  await writeFile(join(resultsDir, file), foreign.replace('by-another', 'by-jane@mail.example.com'));
  const { leaked } = await writeReports({ ...run, allure: { written } });
  expect(leaked).toContainEqual(expect.objectContaining({ file: `allure-results/${file}`, kind: 'e-mail address' }));
});

const { verdict } = fewOf();

test('a file that stays in the folder is searched with the rest', async () => {
  const directory = join(root, 'kept');
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'ledger.jsonl'), 'jane@mail.example.com\n');
  const kept = [{ file: 'ledger.jsonl', text: 'jane@mail.example.com\n' }];
  const { files, leaked } = await writeReports({ verdict, directory, secrets, kept });
  expect({ files, leaked }).toEqual({
    files: [],
    leaked: [{ file: 'ledger.jsonl', line: 1, kind: 'e-mail address' }],
  });
  expect((await readdir(directory)).sort()).toEqual(['ledger.jsonl', 'withheld.txt']);
  expect((await writeReports({ verdict, directory, secrets })).leaked).toBeUndefined();
  expect(await readdir(directory)).not.toContain('withheld.txt');
});

test('a long sum of orders is no number of an account', async () => {
  const directory = join(root, 'sums');
  const order = { accepted: 4, refused: 0, unanswered: 0, currencies: ['COP'] };
  const withSum = (operation: string) => ({
    ...verdict,
    money: { source: 'ledger' as const, operations: [{ operation, ...order, totals: { COP: '400000000' } }] },
  });
  const written = await writeReports({ verdict: withSum('deposit.simulate'), directory, secrets });
  expect(written.leaked).toBeUndefined();
});

test('a long number that the harness itself sent withholds nothing, and any other does', async () => {
  const sent = { path: '/v2/offramp/?page=9007199254740993', body: '{"amount":4294967296}' };
  const finding = (observed: string) => ({
    ...{ code: 'SERVER_ERROR', operation: 'offramp.list', where: 'status', expected: 'no server error', observed },
    case: 'the page 18446744073709551616',
    request: { method: 'GET', headers: {}, ...sent },
  });
  const withFinding = (observed: string) => ({
    ...verdict,
    requirements: verdict.requirements.map((each, at) =>
      at === 0 ? { ...each, findings: [finding(observed)] } : each,
    ),
  });
  const write = (observed: string) =>
    writeReports({ verdict: withFinding(observed), directory: join(root, 'sent'), secrets });
  expect((await write('500 to 4294967296')).leaked).toBeUndefined();
  expect((await write('account 123456789012')).leaked).toBeDefined();
});
