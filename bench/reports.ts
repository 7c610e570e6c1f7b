import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestReport } from '#contract';
import { type Verdict, writeAllureResults, writeReports } from '#reporting';

/** Writes all reports for so many results, made of those of a real run, and prints the milliseconds. */
const [folder = '', directory = '', wanted = ''] = process.argv.slice(2);
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const run: Verdict = read('verdict.json');
const real: readonly TestReport[] = read('shard.json').end.reports;

/** Repeats results under further ids until there are as many as wanted. */
const repeated = <T, K extends keyof T>(all: readonly T[], key: K): T[] =>
  Array.from({ length: Number(wanted) }, (_, index) => {
    const each = all[index % all.length] as T;
    const round = Math.floor(index / all.length);
    return round === 0 ? each : { ...each, [key]: `${each[key]}-${round}` };
  });

const verdict: Verdict = { ...run, requirements: repeated(run.requirements, 'id') };
const reports = repeated(real, 'requirement');

const start = performance.now();
const written = writeAllureResults({ resultsDir: `${directory}/allure-results`, verdict, reports });
const { problems, leaked = [] } = await writeReports({
  verdict,
  reports,
  directory,
  secrets: [],
  allure: { written },
});
if (problems.length + leaked.length > 0) throw new Error(JSON.stringify({ problems, leaked }));
process.stdout.write(String(performance.now() - start));
