import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Verdict } from '../verdict.ts';
import { categories } from './categories.ts';
import { hardenReport } from './harden.ts';

export interface AllurePage {
  readonly resultsDir: string;
  readonly verdict: Verdict;
  /** A file that keeps earlier runs; it is read, and this run is added. */
  readonly historyPath?: string;
}

const settings = ({ verdict, historyPath }: AllurePage, output: string) => {
  const name = `${verdict.target.label}: ${verdict.verdict}`;
  return {
    name,
    output,
    ...(historyPath === undefined ? {} : { historyPath, appendHistory: true }),
    categories: { rules: categories.map((rule) => ({ ...rule })) },
    plugins: {
      awesome: {
        options: {
          reportName: name,
          singleFile: true,
          reportLanguage: 'en',
          groupBy: ['epic', 'feature', 'story'],
        },
      },
    },
  };
};

/** Generates Allure's report in this process, as the text of one file that loads nothing. */
export const renderAllureReport = async (page: AllurePage): Promise<string> => {
  const output = await mkdtemp(join(tmpdir(), 'ramp-conformance-allure-'));
  try {
    // Loaded here, because it takes longer than most commands need in all.
    const { AllureReport, resolveConfig } = await import('@allurereport/core');
    const report = new AllureReport(await resolveConfig(settings(page, output)));
    await report.start();
    await report.readDirectory(page.resultsDir);
    await report.done();
    return hardenReport(await readFile(join(output, 'index.html'), 'utf8'));
  } finally {
    await rm(output, { recursive: true, force: true });
  }
};
