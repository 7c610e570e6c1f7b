import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type AwesomePlugin from '@allurereport/plugin-awesome';
import type { FileText } from '../files.ts';
import type { Verdict } from '../verdict.ts';
import { categories } from './categories.ts';
import { environmentsOf } from './environments.ts';
import { hardenReport } from './harden.ts';
import { earlierRuns, laterHistory, reportName } from './history.ts';
import { inMemory, keepPage } from './in-memory.ts';
import { inOrder } from './order.ts';
import { type Packed, packReport } from './pack.ts';
import { resolutionsOf } from './resolutions.ts';
import { stripGitInfo } from './strip-git-info.ts';

export interface AllurePage {
  readonly results: readonly FileText[];
  /** Results of other runs. */
  readonly others?: readonly FileText[];
  readonly verdict: Verdict;
  /** A file that keeps earlier runs, with which this one is compared. */
  readonly historyPath?: string;
}

export interface RenderedAllure extends Packed {
  /** The history with this run in it, as it is to be kept. */
  readonly history?: string;
}

interface Places {
  readonly output: string;
  readonly history: string;
  /** Allure would write it where the command was called. */
  readonly knownIssues: string;
}

const pageOptions = {
  singleFile: true,
  reportLanguage: 'en',
  groupBy: ['epic', 'feature', 'story'],
} satisfies ConstructorParameters<typeof AwesomePlugin>[0];

const settings = (
  { verdict, results, others = [], historyPath }: AllurePage,
  { output, history, knownIssues }: Places,
) => {
  const name = reportName(verdict);
  return {
    name,
    output,
    ...(historyPath === undefined ? {} : { historyPath: history, appendHistory: true }),
    categories: { rules: categories.map((rule) => ({ ...rule })) },
    environments: environmentsOf([...results, ...others]),
    resolutions: { ...resolutionsOf(verdict), knownIssuesPath: knownIssues },
  };
};

/** Loaded when it is needed, because it takes longer than most commands need in all. */
const loadGenerator = async () => {
  const [{ AllureReport, resolveConfig }, { default: Plugin }] = await Promise.all([
    import('@allurereport/core'),
    import('@allurereport/plugin-awesome'),
  ]);
  const page = { id: 'awesome', enabled: true, options: pageOptions, plugin: new Plugin(pageOptions) };
  const configure = async (config: Parameters<typeof resolveConfig>[0]) => ({
    // Without plugins of its choice, which it would look up by their names.
    ...(await resolveConfig(config, { plugins: {} })),
    plugins: [page],
  });
  return { AllureReport, configure };
};

/** Loads what the report will need, at a time when this process would only wait; without it, it is loaded later. */
export const prepareAllureReport = (): void => {
  loadGenerator().catch(() => undefined);
};

/** Generates Allure's report in this process, as the text of one file that loads nothing. */
export const renderAllureReport = async (page: AllurePage): Promise<RenderedAllure> => {
  const { historyPath, verdict } = page;
  const folder = await mkdtemp(join(tmpdir(), 'ramp-conformance-allure-'));
  const places = {
    output: join(folder, 'report'),
    history: join(folder, 'history.jsonl'),
    knownIssues: join(folder, 'known-issues.json'),
  };
  try {
    if (historyPath !== undefined) await writeFile(places.history, await earlierRuns(historyPath, verdict));
    const { AllureReport, configure } = await loadGenerator();
    const { config, made } = keepPage(stripGitInfo(await configure(settings(page, places))));
    const report = new AllureReport(config);
    await report.start();
    for (const each of inOrder([...page.results, ...(page.others ?? [])]))
      await report.readResult(inMemory(each));
    await report.done();
    const packed = await packReport(hardenReport(made()));
    if (historyPath === undefined) return packed;
    const grown = await readFile(places.history, 'utf8');
    return { ...packed, history: await laterHistory(historyPath, grown, verdict) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
