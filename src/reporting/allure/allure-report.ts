// The report that Allure makes of our results: its settings, and its one page.

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
  /** Allure 3 matches these. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The beginning of the message, as Allure 2 matches them. */
  readonly message?: string;
}

/** Groups of results that need attention. */
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

/** `categories.json`, which Allure 2, Jenkins and TestOps read. */
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

/** A waived requirement stays failed, and Allure shows that somebody accepted it. */
const resolutionRules = ({ requirements, waivers = [], target }: Verdict) =>
  requirements
    .filter(({ outcome }) => outcome === 'waived')
    .map((each) => ({
      resolution: 'accepted' as const,
      testCaseId: [identityOf(each.id, target)],
      comment: resolutionOf(each, waivers) || 'waived',
    }));

/** Runs of one target and profile are compared with each other. */
function seriesOf({ target, profile }: Pick<Verdict, 'target' | 'profile'>): string {
  return `${target.label}, ${profile}: `;
}

function reportName(verdict: Pick<Verdict, 'target' | 'profile' | 'verdict'>): string {
  return seriesOf(verdict) + verdictWords[verdict.verdict];
}

type PageOptions = NonNullable<ConstructorParameters<typeof AwesomePlugin>[0]>;

/** Allure's charts that say something here: others count what the document does not show as a failure, or are empty. */
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
  // Its timeline needs names of hosts, which no report of ours has.
  sections: ['charts'],
  // The names of the types are an enumeration of a package that ours does not know.
  charts: charts as unknown as NonNullable<PageOptions['charts']>,
};

/** Allure's settings for the results of a run, wherever a report is made of them. */
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
    // Shown above all results; profile, seed and versions stand in the environment.
    variables: {
      Tested: testedAgainst(verdict),
      Requirements: totalsOf(verdict).join('; '),
      ...(verdict.release === undefined ? {} : { Release: verdict.release }),
    },
    resolutions: { rules: resolutionRules(verdict), knownIssuesPath: './.allure/known-issues.json' },
  };
}

/** Earlier runs that a page shows at most. */
const maxEarlier = 20;

const attached = ['verdict.json', 'compliance.html', 'findings.md'];

/**
 * `allurerc.mjs` beside the results: what the report of a run is made by, for a report of the user's own. Results of several targets
 * in the folder become environments; paths are found from its own place.
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

/** A file of Allure's results; the others are attachments, or describe the run as a whole. */
interface ParsedFile extends FileText {
  readonly result?: TestResult;
}

function parsed(file: FileText): ParsedFile {
  if (!file.file.endsWith('-result.json')) return file;
  // Others may put results into the folder too.
  const problem = structureProblem(file.text);
  if (problem !== undefined) throw new UnreadableFile(`${file.file} ${problem}`);
  return { ...file, result: JSON.parse(file.text) as TestResult };
}

/** Results by the time at which they began, so that Allure, which keeps some lists as they came, has all in one order. */
const inOrder = (files: readonly ParsedFile[]): ParsedFile[] => {
  const startOf = ({ result }: ParsedFile) => (result ? (result.start ?? 0) : Number.MAX_SAFE_INTEGER);
  return files.toSorted((first, second) => startOf(first) - startOf(second));
};

/** A file of which the text is known, as Allure asks for it. */
const inMemory = ({ file, text, result }: ParsedFile): Parameters<AllureReport['readResult']>[0] => {
  return {
    getOriginalFileName: () => file,
    getExtension: () => extname(file),
    // A result names the types of its attachments, and Allure asks for no other.
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
  /** Earlier runs with which this one is compared, in the form of Allure. */
  readonly earlier: string;
  /** A folder that can be written to. */
  readonly directory: string;
}

export interface MadeReport {
  readonly page: string;
  /** The page as it is searched for leaks: without its code, its data in plain text. */
  readonly data: string;
}

type PluginContext = Parameters<AwesomePlugin['done']>[0];

/**
 * Outside a CI Allure asks Git for the folder, the branch and the origin of the repository that the command is called in,
 * and writes them into its page: a report that is mailed to a vendor would show them. In a CI it still knows the job.
 */
const withoutGit = ({ ci, ...context }: PluginContext): PluginContext =>
  ci === undefined || String(ci.type) === 'local' ? context : { ...context, ci };

/** Generates the report as one file, and keeps it instead of writing it. */
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

/** Beside our own report lies the page that says more of a requirement. */
const withPage = (file: ParsedFile): ParsedFile => {
  const { result } = file;
  const id = result?.labels?.find(({ name }) => name === 'requirement')?.value;
  if (result === undefined || id === undefined) return file;
  const whole = { ...result, links: [requirementLink(id), ...(result.links ?? [])] };
  return { ...file, result: whole, text: JSON.stringify(whole) };
};

const analytics = /<script async src="https:\/\/www\.googletagmanager[^>]*>\s*<\/script>\s*<script>[\s\S]*?<\/script>/;

/** Its code and data are part of the file; nothing is sent or fetched. */
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

/** Allure scrolls to the first result; until somebody reads, the page stays at its verdict. */
const staysAtVerdict = `let isRead = false;
for (const each of ['wheel', 'keydown', 'pointerdown', 'touchstart'])
  addEventListener(each, () => { isRead = true; }, { capture: true, once: true });
addEventListener('scroll', ({ target }) => {
  if (!isRead && location.hash === '') (target.scrollingElement ?? target).scrollTop = 0;
}, true);`;

/** Its ring counts results, so that it is green to 99 % beside a broken promise. */
const withoutRing = 'article:has([aria-label^="Success rate:"]) { display: none }';

const charset = '<meta charset="utf-8">';
const head = `${charset}<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer"><style>${withoutRing}</style><script>${staysAtVerdict}</script>`;

/** Allure's page without its analytics, forbidden all traffic. */
export function offline(html: string): string {
  const plain = html.replace(analytics, '');
  if (plain === html || !plain.includes(charset))
    throw new Error('Allure generated a page of an unknown layout: its analytics or its character set were not found');
  return plain.replace(charset, head);
}

/** Allure keeps its data in base64, where a leak would not be found. */
const searchable = (html: string): string =>
  html
    .replace(/data:text\/javascript;base64,[^"]*/, '')
    .replace(/d\("[^"]+","([^"]*)"\)/g, (_, data: string) => Buffer.from(data, 'base64').toString('utf8'));

/** Loaded when it is needed, because it takes longer than most commands need in all. */
const loadGenerator = () => Promise.all([import('@allurereport/core'), import('@allurereport/plugin-awesome')]);

/** Generates Allure's report in this process, as the text of one file that loads nothing. */
export async function renderAllureReport(run: ReportToMake): Promise<MadeReport> {
  const { earlier, verdict } = run;
  const results = inOrder(run.results.map(parsed));
  // Without the folder of TMPDIR, that of the reports serves.
  const folder = await mkdtemp(join(tmpdir(), 'ramp-conformance-allure-')).catch(() =>
    mkdtemp(join(run.directory, '.trial-')),
  );
  const historyPath = join(folder, 'history.jsonl');
  const configuration = configurationOf(verdict);
  // Allure would write it where the command was called.
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
    // Without plugins of its choice, which it would look up by their names.
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

/** Allure knows a result again by it; the second part stands for parameters, of which ours have none. */
const historyIdOf = (id: string, target: Verdict['target']): string => `${md5(identityOf(id, target))}.${md5('')}`;

/** The point of a run in Allure's own history. */
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

/** The last runs of this target and profile before this one, as Allure reads them. */
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
