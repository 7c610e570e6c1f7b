import type { resolveConfig } from '@allurereport/core';
import type AwesomePlugin from '@allurereport/plugin-awesome';
import { heldText, statementOf, targetText } from '../headline.ts';
import { waiverText } from '../remarks.ts';
import type { JudgedRequirement, KnownWaiver, Verdict } from '../verdict.ts';
import { brokenPromise, parts, totalsOf } from '../words.ts';
import { identityOf, waivedPromise } from './results.ts';

type AllureConfig = Parameters<typeof resolveConfig>[0];

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
    labels: { outcome: 'deviates', firmness: 'stated' },
    message: `${brokenPromise} \\(stated\\)`,
  },
  {
    name: `${parts.broken} that the document implies`,
    statuses: ['failed'],
    labels: { outcome: 'deviates', firmness: 'implied' },
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
export function seriesOf({ target, profile }: Pick<Verdict, 'target' | 'profile'>): string {
  return `${target.label}, ${profile}: `;
}

export function reportName(verdict: Pick<Verdict, 'target' | 'profile' | 'verdict'>): string {
  return seriesOf(verdict) + verdict.verdict;
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

export const pageOptions: PageOptions = {
  reportLanguage: 'en',
  groupBy: ['part', 'feature', 'epic'],
  // Its timeline needs names of hosts, which no report of ours has.
  sections: ['charts'],
  // The names of the types are an enumeration of a package that ours does not know.
  charts: charts as unknown as NonNullable<PageOptions['charts']>,
};

/** Shown above all results of a report; profile, seed and versions stand in the environment. */
const variablesOf = (verdict: Verdict): Record<string, string> => ({
  'Held to': heldText(verdict),
  Requirements: totalsOf(verdict).join('; '),
  ...(verdict.release === undefined ? {} : { Release: verdict.release }),
});

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
    variables: variablesOf(verdict),
    resolutions: { rules: resolutionRules(verdict), knownIssuesPath: './.allure/known-issues.json' },
  };
}

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
  historyLimit: 20,
  globalAttachments: ${JSON.stringify(attached)}.map((file) =>
    fileURLToPath(new URL(\`../\${file}\`, here)).replaceAll('\\\\', '/'),
  ),
};
`;
}
