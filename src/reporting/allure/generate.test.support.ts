import { afterAll, beforeAll } from 'vitest';
import * as pages from './generate.ts';
import * as results from './write-results.ts';

export { type AllureResults, placesOf } from './write-results.ts';

let hasPage = false;
let hasResults = false;

/** Has a file of tests that reads Allure's results get that of each requirement; they take half of the time of a short run. */
export const useAllureResults = (): void => {
  beforeAll(() => {
    hasResults = true;
  });
  afterAll(() => {
    hasResults = false;
  });
};

/** Has a file of tests that reads Allure's page get it; to make one takes most of the time of a short run. */
export const useAllurePage = (): void => {
  useAllureResults();
  beforeAll(() => {
    hasPage = true;
  });
  afterAll(() => {
    hasPage = false;
  });
};

/** Has a command whose page is read make it. */
export const withAllurePage = async <T>(work: () => Promise<T>): Promise<T> => {
  const before = hasResults;
  hasPage = true;
  hasResults = true;
  try {
    return await work();
  } finally {
    hasPage = false;
    hasResults = before;
  }
};

/** Stands in for the function of this name: an empty page, unless the test reads it. */
export const renderAllureReport = async (
  run: Parameters<typeof pages.renderAllureReport>[0],
): Promise<pages.MadeReport> =>
  hasPage ? pages.renderAllureReport(run) : { page: '<!doctype html>\n', data: '' };

/** Stands in for the function of this name: the results of no requirement, unless the test reads them. */
export const writeAllureResults: typeof results.writeAllureResults = (run) =>
  results.writeAllureResults(
    hasResults ? run : { ...run, verdict: { ...run.verdict, requirements: [] }, reports: [] },
  );
