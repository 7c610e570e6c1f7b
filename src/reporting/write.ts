import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestReport } from '#contract';
import { type OtherRun, readOtherRuns } from './allure/other-runs.ts';
import { renderAllureReport } from './allure/report.ts';
import { renderCompliance } from './compliance/page.ts';
import { digestsOf, resultsFolder } from './digests.ts';
import { renderEvidence } from './evidence.ts';
import { type FileText, readFolder, type Written, writeWhole } from './files.ts';
import { renderFindings } from './findings-text.ts';
import { renderJunit } from './junit.ts';
import { findLeaks, type Leak, type Output } from './leaks/scan.ts';
import { statement, withheldFile } from './leaks/statement.ts';
import type { ProofSummary } from './proof-file.ts';
import { renderSummary } from './summary.ts';
import type { Verdict } from './verdict.ts';

interface AllureFolder {
  readonly resultsDir?: string;
  /** Whether a page is made of the results, where there are any; by default it is. */
  readonly page?: boolean;
  /** Files that this process has written there, which need not be read back. */
  readonly written?: Written;
}

export interface ReportsToWrite {
  readonly verdict: Verdict;
  /** Left out when the verdict was read back from a file: then the evidence on disk stays as it is. */
  readonly reports?: readonly TestReport[];
  readonly directory: string;
  /** Literal secrets of the run, of which no output may hold one. */
  readonly secrets: readonly string[];
  readonly allure?: AllureFolder;
  /** Further files of the run, searched and written with the rest. */
  readonly others?: readonly FileText[];
  /** Files of the folder that stay whatever is found in them, such as the ledger; searched all the same. */
  readonly kept?: readonly FileText[];
  /** The proof of the checks, where `prove` was run. */
  readonly proof?: ProofSummary;
  /** The packages of the harness, as CycloneDX. */
  readonly inventory?: string;
  /** Other runs, shown with this one in Allure's report. */
  readonly otherRuns?: readonly OtherRun[];
}

export interface WrittenReports {
  /** Paths of the written files, relative to the folder. */
  readonly files: readonly string[];
  /** Leaks that were found; then nothing was written, and the files of this run were removed. */
  readonly leaked?: readonly Leak[];
  /** Reports that could not be made, in a sentence each. */
  readonly problems: readonly string[];
  /** The size of all of them on the disk, Allure's results included. */
  readonly bytes?: number;
}

const reportFolder = 'allure-report';
const page = 'compliance.html';
const evidence = 'evidence.csv';
const inventoryFile = 'sbom.json';
/** Earlier runs, so that the next report shows what is new and what is fixed. */
const historyFile = 'allure-history.jsonl';

/** Everything that a run leaves in its folder; baselines are no part of it. */
const outputNames = [
  'verdict.json',
  'summary.md',
  'findings.md',
  'junit.xml',
  evidence,
  page,
  inventoryFile,
  resultsFolder,
  reportFolder,
];

const renderTexts = ({ verdict, reports, others = [] }: ReportsToWrite): FileText[] => [
  ...others,
  { file: 'verdict.json', text: `${JSON.stringify(verdict, null, 2)}\n` },
  { file: 'summary.md', text: renderSummary(verdict) },
  { file: 'findings.md', text: renderFindings(verdict) },
  { file: 'junit.xml', text: renderJunit(verdict) },
  ...(reports ? [{ file: evidence, text: renderEvidence(verdict, reports) }] : []),
];

const folderOf = ({ directory, allure }: ReportsToWrite): AllureFolder & { readonly resultsDir: string } => ({
  resultsDir: join(directory, resultsFolder),
  ...allure,
});

interface AllurePart {
  readonly report?: FileText;
  /** The data of the report, in a form that can be searched. */
  readonly data?: FileText;
  readonly history?: FileText;
  readonly problem?: string;
}

interface Results {
  readonly own: readonly FileText[];
  readonly others: readonly FileText[];
}

const renderAllure = async (run: ReportsToWrite, { own, others }: Results): Promise<AllurePart> => {
  try {
    const file = `${reportFolder}/index.html`;
    const {
      page: text,
      data,
      history = '',
    } = await renderAllureReport({
      results: own,
      others,
      verdict: run.verdict,
      historyPath: join(run.directory, historyFile),
    });
    return {
      report: { file, text },
      data: { file, text: data },
      history: { file: historyFile, text: history },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: `${reportFolder}/index.html was not written: ${reason}` };
  }
};

/** Long numbers that are ours: the seeds by which cases are made again. */
const seedsOf = ({ seed, requirements }: Verdict): string[] => {
  const replayed = requirements.flatMap(({ findings }) => findings.map(({ replay }) => replay?.seed ?? seed));
  return [...new Set([seed, ...replayed].map((each) => String(Math.abs(each))))];
};

const withhold = async (run: ReportsToWrite): Promise<void> => {
  const names = [...outputNames, ...(run.others ?? []).map(({ file }) => file)];
  const all = [...names.map((name) => join(run.directory, name)), folderOf(run).resultsDir];
  await Promise.all(all.map((path) => rm(path, { recursive: true, force: true })));
};

/** Searches the outputs before they are written; on a hit, all files of the run are removed. */
const search = async (
  run: ReportsToWrite,
  outputs: readonly Output[],
): Promise<WrittenReports | undefined> => {
  const leaked = findLeaks(outputs, { secrets: run.secrets, numbers: seedsOf(run.verdict) });
  if (leaked.length === 0) return undefined;
  await withhold(run);
  await writeWhole(join(run.directory, withheldFile), statement(leaked));
  return { files: [], leaked, problems: [] };
};

const inFull = (files: readonly FileText[]): Output[] => files.map((each) => ({ ...each, search: 'all' }));

/**
 * Writes all reports of a run, once none of them holds a secret or a personal datum. The files that the Allure reporter
 * has already written are searched too, and removed with the rest when there is a leak.
 */
export const writeReports = async (run: ReportsToWrite): Promise<WrittenReports> => {
  const { directory, verdict, reports, allure, proof, kept: left = [] } = run;
  const inventory = run.inventory === undefined ? [] : [{ file: inventoryFile, text: run.inventory }];
  const texts = renderTexts(run);
  const { resultsDir, written } = folderOf(run);
  const results = await readFolder(resultsDir, written);
  const kept = reports ? [] : (await readFolder(directory)).filter(({ file }) => file === evidence);
  const others = await readOtherRuns(results, run.otherRuns ?? []);
  const named = [...results, ...others].map(({ file, text }) => ({ file: `${resultsFolder}/${file}`, text }));
  const early = await search(run, inFull([...texts, ...kept, ...left, ...named]));
  if (early) return early;

  const { report, data, history, problem } =
    allure?.page === false || results.length === 0 ? {} : await renderAllure(run, { own: results, others });
  const made = [...texts, ...(report ? [report] : []), ...inventory];
  const [components] = inventory;
  const compliance = {
    file: page,
    text: renderCompliance({
      verdict,
      digests: digestsOf(made, kept, results),
      ...(proof ? { proof } : {}),
      ...(components ? { inventory: components } : {}),
    }),
  };
  const bundle = [...(report && data ? [report, data] : []), ...inventory].map(
    (each): Output => ({ ...each, search: 'literal' }),
  );
  const late = await search(run, [...inFull([compliance, ...(history ? [history] : [])]), ...bundle]);
  if (late) return late;

  await rm(join(directory, withheldFile), { force: true });
  const all = [...made, compliance];
  // A report that is made again adds no run to the history.
  const remembered = reports && history ? [history] : [];
  for (const { file, text } of [...all, ...remembered]) await writeWhole(join(directory, file), text);
  const bytes = [...all, ...remembered, ...results].reduce(
    (sum, { text }) => sum + Buffer.byteLength(text),
    0,
  );
  return { files: all.map(({ file }) => file), problems: problem === undefined ? [] : [problem], bytes };
};
