// Writes all reports of a run, or none if one of them contains a secret.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileText, readFileText, readFolder, type Written, writeWhole } from '#lib';
import type { TestReport } from '#run';
import { earlierRuns, type MadeReport, renderAllureReport } from './allure/allure-report.ts';

import { renderCompliance } from './compliance/compliance.ts';
import { digestsOf } from './compliance/how-to-check.ts';
import { renderEvidence } from './evidence.ts';
import { renderFindings } from './findings-page.ts';
import { type History, historyFile, historyWith } from './history.ts';
import { renderJunit } from './junit.ts';
import { findLeaks, type Leak, leaksText, type Output } from './leaks.ts';
import { renderSummary } from './summary.ts';
import { texts } from './text.ts';
import type { ProofSummary, Verdict } from './verdict.ts';

interface ReportsToWrite {
  readonly verdict: Verdict;
  /** Undefined if the verdict was read from a file: then the evidence on disk does not change. */
  readonly reports?: readonly TestReport[];
  readonly directory: string;
  /** Secrets of the run, which no output may contain. */
  readonly secrets: readonly string[];
  readonly allure?: {
    /** False to leave out Allure's page; by default the page is made if there are results. */
    readonly page?: boolean;
    /** Results that this process wrote, so that they need not be read again. */
    readonly written?: Written;
  };
  /** Files of the folder that stay even if they contain a leak, such as the ledger. They are searched too. */
  readonly kept?: readonly FileText[];
  readonly proof?: ProofSummary | undefined;
  /** The kept runs. This run is added, unless its verdict was read from a file. */
  readonly history?: History | undefined;
}

export interface WrittenReports {
  /** Paths of the written files, relative to the folder. */
  readonly files: readonly string[];
  /** The leaks that were found. With a leak, nothing is written and all files of this run are removed. */
  readonly leaked?: readonly Leak[];
  /** One sentence for each report that could not be made. */
  readonly problems: readonly string[];
  /** Bytes on the disk, with Allure's results and without the kept runs. */
  readonly bytes?: number;
}

const verdictFile = 'verdict.json';
const page = 'compliance.html';
const evidence = 'evidence.csv';
const resultsFolder = 'allure-results';
const reportFile = 'allure-report/index.html';
const withheldFile = 'withheld.txt';

/** All files and folders that reports write. Baselines are not included. */
export const outputNames: readonly string[] = [
  verdictFile,
  'summary.md',
  'findings.md',
  'junit.xml',
  evidence,
  page,
  resultsFolder,
  'allure-report',
  withheldFile,
];

const verdictText = (verdict: Verdict): string => `${JSON.stringify(verdict, null, 2)}\n`;

const renderTexts = ({ verdict, reports }: ReportsToWrite): FileText[] => [
  { file: verdictFile, text: verdictText(verdict) },
  { file: 'summary.md', text: renderSummary(verdict) },
  { file: 'findings.md', text: renderFindings(verdict) },
  { file: 'junit.xml', text: renderJunit(verdict) },
  ...(reports ? [{ file: evidence, text: renderEvidence(verdict, reports) }] : []),
];

/** The evidence that the run wrote, for reports that are made again. */
const evidenceLeft = ({ directory, reports }: ReportsToWrite): FileText[] => {
  const path = join(directory, evidence);
  return reports || !existsSync(path) ? [] : [{ file: evidence, text: readFileText(path) }];
};

const renderAllure = async (
  { verdict, history, directory }: ReportsToWrite,
  results: readonly FileText[],
): Promise<Partial<MadeReport> & { readonly problem?: string }> => {
  try {
    const earlier = earlierRuns(history?.runs ?? [], verdict);
    return await renderAllureReport({ results, verdict, earlier, directory });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: `${reportFile} was not written: ${reason}` };
  }
};

const fileOf = (file: string, text: string | undefined): FileText[] => (text === undefined ? [] : [{ file, text }]);

/**
 * Long numbers in the shown requests. Settings and ids of the service are placeholders there, so the remaining numbers
 * are our own.
 */
const numbersSent = ({ requirements }: Verdict): string[] =>
  requirements.flatMap(({ findings }) =>
    findings.flatMap(
      ({ request, against, answer, case: sent }) =>
        JSON.stringify([request, against?.request, sent, answer?.id, against?.answer?.id]).match(/\d{9,}/g) ?? [],
    ),
  );

/** Our own long numbers: seeds of cases, sums of orders, and sent numbers. */
export const ownNumbers = (verdict: Verdict): string[] => {
  const { seed, requirements, money } = verdict;
  const replayed = requirements.flatMap(({ findings }) => findings.map(({ replay }) => replay?.seed ?? seed));
  const seeds = [seed, ...replayed].map((each) => String(Math.abs(each)));
  const sums = money?.operations.flatMap(({ totals = {} }) => Object.values(totals)) ?? [];
  return [...new Set([...seeds, ...sums, ...numbersSent(verdict)])];
};

/** Searches the outputs before they are written. After a hit, all files of the run are removed. */
const search = async (
  { directory, secrets, verdict }: ReportsToWrite,
  outputs: readonly Output[],
): Promise<WrittenReports | undefined> => {
  const leaked = findLeaks(outputs, { secrets, numbers: ownNumbers(verdict) });
  if (leaked.length === 0) return undefined;
  await Promise.all(outputNames.map((name) => rm(join(directory, name), { recursive: true, force: true })));
  writeWhole(join(directory, withheldFile), leaksText(leaked, verdict));
  return { files: [], leaked, problems: [] };
};

/** The history with this run. It contains only facts that verdict.json has too. */
const historyFiles = ({ history, verdict, reports }: ReportsToWrite): FileText[] =>
  history === undefined || history.isUnreadable || reports === undefined
    ? []
    : [{ file: historyFile, text: historyWith(history, verdict, verdictText(verdict)) }];

const inFull = (files: readonly FileText[]): Output[] => files.map((each) => ({ ...each, search: 'all' }));

/**
 * Writes all reports of a run, after a search for secrets and personal data. Files that the Allure reporter already
 * wrote are searched too; after a hit, they are removed with the others.
 */
export async function writeReports(run: ReportsToWrite): Promise<WrittenReports> {
  const { directory, verdict, allure, proof, kept = [] } = run;
  const rendered = renderTexts(run);
  const left = evidenceLeft(run);
  const results = readFolder(join(directory, resultsFolder), allure?.written);
  const inFolder = results.map(({ file, text }) => ({ file: `${resultsFolder}/${file}`, text }));
  const early = await search(run, inFull([...rendered, ...left, ...kept, ...inFolder]));
  if (early) return early;

  const hasPage = allure?.page !== false && results.length > 0;
  const made = hasPage ? await renderAllure(run, results) : {};
  const files = [...rendered, ...fileOf(reportFile, made.page)];
  const digests = digestsOf(files, left, { folder: resultsFolder, files: results });
  const compliance = { file: page, text: renderCompliance({ verdict, digests, proof }) };
  const searched: Output[] = fileOf(reportFile, made.data).map((each) => ({ ...each, search: 'literal' }));
  const late = await search(run, [...inFull([compliance]), ...searched]);
  if (late) return late;

  await rm(join(directory, withheldFile), { force: true });
  const all = [...files, compliance];
  // verdict.json comes last: if the disk fails before, the folder still has the verdict of a run in progress, which
  // passes no gate.
  const lastly = all.filter(({ file }) => file === verdictFile);
  const before = all.filter(({ file }) => file !== verdictFile);
  for (const { file, text } of [...before, ...historyFiles(run), ...lastly]) writeWhole(join(directory, file), text);
  const bytes = [...all, ...results].reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  return { files: all.map(({ file }) => file), problems: texts(made.problem), bytes };
}
