// Allure's report of our results: its settings, and its single page.

import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { AllureReport, resolveConfig } from '@allurereport/core';
import type AwesomePlugin from '@allurereport/plugin-awesome';
import type { TestResult } from 'allure-js-commons';
import { type FileText, structureProblem, UnreadableFile } from '#lib';
import { statementOf, targetText, testedAgainst } from '../headline.ts';
import { type RunLine, runOf } from '../kept-run.ts';
import { waiverText } from '../remarks.ts';
import type { JudgedRequirement, KnownWaiver, Verdict } from '../verdict.ts';
import { brokenPromise, parts, totalsOf, verdictWords } from '../words.ts';
import { identityOf, requirementLink, statuses, waivedPromise } from './results.ts';

interface Category {
  readonly name: string;
  readonly statuses: readonly ('failed' | 'broken' | 'skipped')[];
  /** Allure 3 finds results by these labels. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Allure 2 finds results by the beginning of their message. */
  readonly message?: string;
}

const categories: readonly Category[] = [
  {
    name: `${parts.broken} that the document states`,
    statuses: ['failed'],
    labels: { outcome: 'deviates', level: 'stated' },
    message: `${brokenPromise} \\(stated\\)`,
  },
  {
    name: `${parts.broken} that the document implies`,
    statuses: ['failed'],
    labels: { outcome: 'deviates', level: 'implied' },
    message: `${brokenPromise} \\(implied\\)`,
  },
  {
    name: parts.changes,
    statuses: ['failed'],
    labels: { drift: 'breaks' },
    message: 'breaks: ',
  },
  {
    name: `${parts.waivers}, expired or stale`,
    statuses: ['failed'],
    labels: { epic: 'Waivers' },
    message: 'waiver \\S+ (?:expired|stale)',
  },
  { name: `${parts.waivers}, in force`, statuses: ['failed'], labels: { outcome: 'waived' }, message: waivedPromise },
  { name: parts.untested, statuses: ['broken', 'skipped'] },
];

/** The content of `categories.json`, which Allure 2, Jenkins and TestOps read. */
export function renderCategories(): string {
  return JSON.stringify(
    categories.map(({ name, statuses, message }) => ({
      name,
      matchedStatuses: statuses,
      ...(message === undefined ? {} : { messageRegex: `(?s)${message}.*` }),
    })),
  );
}

const resolutionOf = (requirement: JudgedRequirement, waivers: readonly KnownWaiver[]): string =>
  [...new Set(requirement.findings.flatMap(({ waiver }) => waiver ?? []))]
    .map((id) => {
      const waiver = waivers.find((each) => each.id === id);
      return waiver ? waiverText(waiver) : `waiver ${id}`;
    })
    .join('; ');

/** Allure shows a waived requirement as failed, with the note that somebody accepted it. */
const resolutionRules = ({ requirements, waivers = [], target }: Verdict) =>
  requirements
    .filter(({ outcome }) => outcome === 'waived')
    .map((each) => ({
      resolution: 'accepted' as const,
      testCaseId: [identityOf(each.id, target)],
      comment: resolutionOf(each, waivers) || 'waived',
    }));

/** Allure compares runs of the same target and profile with each other. */
function seriesOf({ target, profile }: Pick<Verdict, 'target' | 'profile'>): string {
  return `${target.label}, ${profile}: `;
}

function reportName(verdict: Pick<Verdict, 'target' | 'profile' | 'verdict'>): string {
  return seriesOf(verdict) + verdictWords[verdict.verdict];
}

type PageOptions = NonNullable<ConstructorParameters<typeof AwesomePlugin>[0]>;

/** Other charts of Allure are empty for our results, or count open questions of the document as failures. */
const charts = [
  { type: 'currentStatus', title: 'Outcomes' },
  { type: 'statusDynamics', title: 'Outcomes of earlier runs' },
  {
    type: 'testResultSeverities',
    title: 'Outcomes by severity',
    levels: ['blocker', 'critical', 'normal', 'minor'],
    statuses: ['passed', 'failed', 'broken', 'skipped'],
    includeUnset: false,
  },
];

const pageOptions: PageOptions = {
  reportLanguage: 'en',
  groupBy: ['part', 'feature', 'epic'],
  // Allure's timeline needs host names, which our results do not have.
  sections: ['charts'],
  // Allure types these names as an enumeration of a package that we do not depend on.
  charts: charts as unknown as NonNullable<PageOptions['charts']>,
};

/** Allure's settings for the results of a run. Each report of these results uses them. */
export function configurationOf(
  verdict: Verdict,
): Required<Pick<AllureConfig, 'name' | 'categories' | 'variables' | 'resolutions'>> {
  return {
    name: `${statementOf(verdict)} ${targetText(verdict)}`,
    categories: categories.map(({ name, statuses, labels = {} }) => ({
      name,
      matchers: { statuses: [...statuses], labels: { ...labels } },
      ...(name === parts.untested ? { groupByMessage: true } : {}),
    })),
    // Allure shows these variables above all results. The environment has profile, seed and versions.
    variables: {
      Tested: testedAgainst(verdict),
      Requirements: totalsOf(verdict).join('; '),
      ...(verdict.release === undefined ? {} : { Release: verdict.release }),
    },
    resolutions: { rules: resolutionRules(verdict), knownIssuesPath: './.allure/known-issues.json' },
  };
}

const maxEarlier = 20;

const attached = ['verdict.json', 'compliance.html', 'findings.md'];

/**
 * `allurerc.mjs` beside the results, for reports that users make themselves. Results of several targets in the folder
 * become environments. Paths are relative to the file.
 */
export function renderConfiguration(verdict: Verdict): string {
  return `// npx allure generate --config allure-results/allurerc.mjs allure-results
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = new URL('./', import.meta.url);
const results = readdirSync(here)
  .filter((file) => file.endsWith('-result.json'))
  .map((file) => JSON.parse(readFileSync(new URL(file, here), 'utf8')));
const targetOf = ({ labels }) => labels.find(({ name }) => name === 'target')?.value;
const targets = [...new Set(results.map(targetOf))].filter(Boolean).sort();
const environments = targets.map((target, at) => [
  \`target-\${at + 1}\`,
  { name: target, matcher: (result) => targetOf(result) === target },
]);

export default {
  ...${JSON.stringify(configurationOf(verdict), null, 2).replaceAll('\n', '\n  ')},
  plugins: { awesome: { options: ${JSON.stringify(pageOptions)} } },
  environments: Object.fromEntries(targets.length > 1 ? environments : []),
  historyPath: './.allure/history.jsonl',
  appendHistory: true,
  historyLimit: ${maxEarlier},
  globalAttachments: ${JSON.stringify(attached)}.map((file) =>
    fileURLToPath(new URL(\`../\${file}\`, here)).replaceAll('\\\\', '/'),
  ),
};
`;
}

/** One file of the results. Only test results have `result`; other files are attachments, or describe the whole run. */
interface ParsedFile extends FileText {
  readonly result?: TestResult;
}

function parsed(file: FileText): ParsedFile {
  if (!file.file.endsWith('-result.json')) return file;
  // Other tools may put results into the folder too.
  const problem = structureProblem(file.text);
  if (problem !== undefined) throw new UnreadableFile(`${file.file} ${problem}`);
  return { ...file, result: JSON.parse(file.text) as TestResult };
}

/** Sorts results by their start time, because Allure keeps some lists in the order in which it reads the results. */
const inOrder = (files: readonly ParsedFile[]): ParsedFile[] => {
  const startOf = ({ result }: ParsedFile) => (result ? (result.start ?? 0) : Number.MAX_SAFE_INTEGER);
  return files.toSorted((first, second) => startOf(first) - startOf(second));
};

const inMemory = ({ file, text, result }: ParsedFile): Parameters<AllureReport['readResult']>[0] => {
  return {
    getOriginalFileName: () => file,
    getExtension: () => extname(file),
    // The test result already names the types of its attachments; Allure asks for no other type.
    getContentType: () => undefined,
    getContentLength: () => Buffer.byteLength(text),
    asJson: async <T>() => (result ?? JSON.parse(text)) as T,
    asUtf8String: async () => text,
    asBuffer: async () => Buffer.from(text),
    readContent: (transform) => transform(Readable.from([Buffer.from(text)])),
    writeTo: (path) => writeFile(path, text),
  };
};

type AllureConfig = Parameters<typeof resolveConfig>[0];

interface ReportToMake {
  readonly results: readonly FileText[];
  readonly verdict: Verdict;
  /** Earlier runs to compare this run with, as text in Allure's own form. */
  readonly earlier: string;
  /** A folder that the process can write to. */
  readonly directory: string;
}

export interface MadeReport {
  readonly page: string;
  /** The data of the page as plain text without its code, for the search for leaks. */
  readonly data: string;
}

type PluginContext = Parameters<AwesomePlugin['done']>[0];

/**
 * Outside CI, Allure reads the folder, branch and origin of the current Git repository into its page. A vendor who
 * receives the report must not see them. In CI, Allure still knows the job.
 */
const withoutGit = ({ ci, ...context }: PluginContext): PluginContext =>
  ci === undefined || String(ci.type) === 'local' ? context : { ...context, ci };

/** Keeps the generated page in memory; Allure would write it to a file. */
const keeping = (Plugin: typeof AwesomePlugin) => {
  const files = new Map<string, Buffer>();
  const reportFiles = {
    addFile: async (path: string, data: Buffer) => {
      files.set(path, data);
      return path;
    },
  };
  const plugin = new Plugin({ ...pageOptions, singleFile: true });
  const { start, done } = plugin;
  plugin.start = (context) => start({ ...context, reportFiles });
  plugin.done = (context, store) => done({ ...withoutGit(context), reportFiles }, store);
  return { plugin, files };
};

/** Our own report lies beside the compliance page, so its results can link to it. */
const withPage = (file: ParsedFile): ParsedFile => {
  const { result } = file;
  const id = result?.labels?.find(({ name }) => name === 'requirement')?.value;
  if (result === undefined || id === undefined) return file;
  const whole = { ...result, links: [requirementLink(id), ...(result.links ?? [])] };
  return { ...file, result: whole, text: JSON.stringify(whole) };
};

const analytics = /<script async src="https:\/\/www\.googletagmanager[^>]*>\s*<\/script>\s*<script>[\s\S]*?<\/script>/;

/** The page contains its code and data, and sends or fetches nothing. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' data:",
  "style-src 'unsafe-inline' data:",
  'img-src data: blob:',
  'font-src data:',
  'connect-src data:',
  'frame-src blob:',
  "form-action 'none'",
].join('; ');

/** Allure scrolls to the first result. The page stays at its verdict until the reader scrolls. */
const staysAtVerdict = `let isRead = false;
for (const each of ['wheel', 'keydown', 'pointerdown', 'touchstart'])
  addEventListener(each, () => { isRead = true; }, { capture: true, once: true });
addEventListener('scroll', ({ target }) => {
  if (!isRead && location.hash === '') (target.scrollingElement ?? target).scrollTop = 0;
}, true);`;

/** Allure's ring counts results. Beside one broken promise it would be 99 % green. */
const withoutRing = 'article:has([aria-label^="Success rate:"]) { display: none }';

const charset = '<meta charset="utf-8">';
const head = `${charset}<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer"><style>${withoutRing}</style><script>${staysAtVerdict}</script>`;

/** Allure's page without analytics, and with a policy that forbids all network traffic. */
export function offline(html: string): string {
  const plain = html.replace(analytics, '');
  if (plain === html || !plain.includes(charset))
    throw new Error('Allure generated a page of an unknown layout: its analytics or its character set were not found');
  return plain.replace(charset, head);
}

/** Decodes Allure's base64 data, because a search finds no leak in base64. */
const searchable = (html: string): string =>
  html
    .replace(/data:text\/javascript;base64,[^"]*/, '')
    .replace(/d\("[^"]+","([^"]*)"\)/g, (_, data: string) => Buffer.from(data, 'base64').toString('utf8'));

/** Imported on first use, because the import takes longer than most commands. */
const loadGenerator = () => Promise.all([import('@allurereport/core'), import('@allurereport/plugin-awesome')]);

/** Generates Allure's report in this process, as one HTML file that loads nothing. */
export async function renderAllureReport(run: ReportToMake): Promise<MadeReport> {
  const { earlier, verdict } = run;
  const results = inOrder(run.results.map(parsed));
  // If TMPDIR is not usable, the folder of the reports is.
  const folder = await mkdtemp(join(tmpdir(), 'ramp-conformance-allure-')).catch(() =>
    mkdtemp(join(run.directory, '.trial-')),
  );
  const historyPath = join(folder, 'history.jsonl');
  const configuration = configurationOf(verdict);
  // By default Allure writes this file into the current folder.
  const knownIssuesPath = join(folder, 'known-issues.json');
  const settings = {
    ...configuration,
    output: join(folder, 'report'),
    historyPath,
    appendHistory: false,
    resolutions: { ...configuration.resolutions, knownIssuesPath },
  };
  try {
    await writeFile(historyPath, earlier);
    const [{ AllureReport, resolveConfig }, { default: Plugin }] = await loadGenerator();
    // No plugins here: Allure would look up its default plugins by name.
    const config = await resolveConfig(settings, { plugins: {} });
    const { plugin, files } = keeping(Plugin);
    const report = new AllureReport({
      ...config,
      plugins: [{ id: 'awesome', enabled: true, options: pageOptions, plugin }],
    });
    await report.start();
    for (const each of results) await report.readResult(inMemory(withPage(each)));
    await report.done();
    const html = files.get('index.html')?.toString('utf8') ?? '';
    const page = offline(html);
    return { page, data: searchable(page) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Allure recognises a test by this id. Its second part is the digest of the test's parameters; our tests have none. */
const historyIdOf = (id: string, target: Verdict['target']): string => `${md5(identityOf(id, target))}.${md5('')}`;

const pointOf = (line: RunLine): string => {
  const timestamp = Date.parse(line.startedAt);
  const ended = [
    ...runOf(line).requirements.map(({ id, outcome }) => [id, statuses[outcome]] as const),
    ...Object.entries(line.others ?? {}),
  ];
  const results = ended.map(([id, status]) => {
    const historyId = historyIdOf(id, line.target);
    return [historyId, { id: historyId, historyId, status, start: timestamp, duration: 0 }];
  });
  return JSON.stringify({
    uuid: randomUUID(),
    name: reportName(line),
    timestamp,
    knownTestCaseIds: [],
    testResults: Object.fromEntries(results),
    metrics: {},
    url: '',
  });
};

/** The last runs of this target and profile before this run, in Allure's own form of history. */
export function earlierRuns(runs: readonly RunLine[], verdict: Verdict): string {
  const own = runs.filter(
    (run) =>
      seriesOf(run) === seriesOf(verdict) &&
      run.passive === verdict.passive &&
      run.runId !== verdict.runId &&
      run.startedAt < verdict.startedAt,
  );
  return own
    .slice(-maxEarlier)
    .map((run) => `${pointOf(run)}\n`)
    .join('');
}
