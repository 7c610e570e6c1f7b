import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeAllureResults } from './allure/results.ts';
import { context, exchange, finding, reportsWith } from './example.test.support.ts';
import { judge } from './judge.ts';
import type { Verdict } from './verdict.ts';
import { writeReports } from './write.ts';

const body = JSON.stringify({
  data: Array.from({ length: 20 }, (_, at) => ({ id: `<uuid#${at}>`, status: 'paid' })),
});
const reply = { status: 200, headers: { 'content-type': 'application/json' }, body };

/** A run of so many requirements, every third of which deviates. */
const runOf = (size: number) => {
  const reports = reportsWith();
  const { requirements, ...verdict } = judge(reports, context());
  const many = Array.from({ length: size }, (_, at) => {
    const base = requirements[at % requirements.length] as Verdict['requirements'][number];
    const failed =
      at % 3 === 0 ? { outcome: 'deviates' as const, findings: [finding({ case: body.slice(0, 300) })] } : {};
    return { ...base, ...failed, id: `${base.id}-${at}` };
  });
  const exchanges = [exchange({ reply }), exchange({ reply }), exchange({ reply })];
  const told = many.map(({ id }) => ({
    ...reports[0],
    requirement: id,
    exchanges,
  })) as unknown as typeof reports;
  return { verdict: { ...verdict, requirements: many }, reports: told };
};

/** Writes a run of so many requirements and tells how large its page is. */
const writeRun = async (size: number): Promise<number> => {
  const directory = await mkdtemp(join(tmpdir(), 'ramp-conformance-test-'));
  try {
    const run = runOf(size);
    writeAllureResults({ ...run, resultsDir: join(directory, 'allure-results') });
    const written = await writeReports({ ...run, directory, secrets: ['a-secret-of-the-run'] });
    expect(written.problems).toEqual([]);
    return (await stat(join(directory, 'allure-report/index.html'))).size;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

test('the page of an ordinary run, a third of it deviating, can be mailed', async () => {
  expect(await writeRun(300)).toBeLessThan(10e6);
});

test('many more results than a process may have files open are written', async () => {
  await writeRun(1500);
}, 120_000);
