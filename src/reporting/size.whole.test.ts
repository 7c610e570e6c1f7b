import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { requirements } from '#contract';
import { writeAllureResults } from './allure/write-results.ts';
import { exchange, finding, reportsWith, verdictOn } from './example.test.support.ts';
import { readHistory } from './history.ts';
import type { Verdict } from './verdict.ts';
import { writeReports } from './write.ts';

const body = JSON.stringify({
  data: Array.from({ length: 20 }, (_, at) => ({ id: `<uuid#${at}>`, status: 'paid' })),
});
const exchangeOf = (id: string) =>
  exchange({ reply: { status: 200, headers: { 'content-type': 'application/json', 'x-id': id }, body } });

/** A run of so many requirements, every third of which deviates. */
const runOf = (size: number) => {
  const reports = reportsWith();
  const { requirements, ...verdict } = verdictOn(reports);
  const many = Array.from({ length: size }, (_, at) => {
    const base = requirements[at % requirements.length] as Verdict['requirements'][number];
    const failed =
      at % 3 === 0 ? { outcome: 'deviates' as const, findings: [finding({ case: body.slice(0, 300) })] } : {};
    return { ...base, ...failed, id: `${base.id}-${at}` };
  });
  const ofEach = many.map(({ id }) => ({
    ...reports[0],
    requirement: id,
    exchanges: ['1', '2', '3'].map((at) => exchangeOf(id + at)),
  })) as unknown as typeof reports;
  return { verdict: { ...verdict, requirements: many }, reports: ofEach };
};

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ramp-conformance-test-'));
});

/** Writes a run and measures its reports. */
const write = async (run: ReturnType<typeof runOf>): Promise<number> => {
  const written = writeAllureResults({ ...run, resultsDir: join(directory, 'allure-results') });
  const { problems, bytes = 0 } = await writeReports({
    ...run,
    directory,
    history: readHistory(directory),
    secrets: ['a-secret-of-the-run'],
    allure: { written },
  });
  expect(problems).toEqual([]);
  return bytes;
};

/** Makes of the one run in the history as many as were wanted, of this target and of others. */
const repeatHistory = async (runs: number, targets: number): Promise<void> => {
  const file = join(directory, 'history.jsonl');
  const line = JSON.parse(await readFile(file, 'utf8'));
  const lines = Array.from({ length: runs * targets }, (_, at) => {
    const label = at % targets === 0 ? line.target.label : `target ${at % targets}`;
    const startedAt = new Date(Date.parse('2020-01-01') + at).toISOString();
    return JSON.stringify({ ...line, target: { ...line.target, label }, runId: `run-${at}`, startedAt });
  });
  await writeFile(file, `${lines.join('\n')}\n`);
};

test('the reports of a whole run, a third of it deviating, stay below a size, however often their folder was used', async () => {
  const run = runOf(requirements.length);
  // A gate without a finding takes 9.6 MB.
  const most = 15e6;
  expect(await write(run)).toBeLessThan(most);
  await repeatHistory(20, 7);
  expect(await write(run)).toBeLessThan(most);
});

test('many more results than a process may have files open are written', async () => {
  await write(runOf(1500));
});
