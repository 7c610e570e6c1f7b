import { afterAll, beforeAll } from 'vitest';
import * as real from './generate.ts';

let isWanted = false;

/** Has a file of tests that reads Allure's page get it; to make one takes most of the time of a short run. */
export const useAllurePage = (): void => {
  beforeAll(() => {
    isWanted = true;
  });
  afterAll(() => {
    isWanted = false;
  });
};

/** Has a command whose page is read make it. */
export const withAllurePage = async <T>(work: () => Promise<T>): Promise<T> => {
  isWanted = true;
  try {
    return await work();
  } finally {
    isWanted = false;
  }
};

export const prepareAllureReport = (): void => {
  if (isWanted) real.prepareAllureReport();
};

/** Stands in for the function of this name: an empty page, unless the test reads it. */
export const renderAllureReport = async (
  run: Parameters<typeof real.renderAllureReport>[0],
): Promise<real.MadeReport> =>
  isWanted ? real.renderAllureReport(run) : { page: '<!doctype html>\n', data: '' };
