import type { resolveConfig } from '@allurereport/core';
import { waiverText } from '../remarks.ts';
import { sanitise } from '../sanitise.ts';
import type { JudgedRequirement, KnownWaiver, Verdict } from '../verdict.ts';
import { reportName } from './history.ts';
import { type ParsedFile, targetsIn } from './result-files.ts';

type AllureConfig = Parameters<typeof resolveConfig>[0];

/** Groups of results that need attention, as Allure 3 matches them. */
const categories: AllureConfig['categories'] = [
  {
    name: 'Deviates from what is stated',
    matchers: { statuses: ['failed'], labels: { outcome: 'deviates', firmness: 'stated' } },
  },
  {
    name: 'Deviates from what is implied',
    matchers: { statuses: ['failed'], labels: { outcome: 'deviates', firmness: 'implied' } },
  },
  {
    name: 'Drifts from the baseline',
    matchers: { statuses: ['failed'], labels: { drift: 'breaking|risky' } },
  },
  {
    name: 'Waiver expired or stale',
    matchers: { statuses: ['failed'], labels: { epic: 'Waivers' } },
  },
  { name: 'Waived', matchers: { statuses: ['failed'], labels: { outcome: 'waived' } } },
  { name: 'Not proved', matchers: { statuses: ['broken'] } },
  { name: 'Untested', matchers: { statuses: ['skipped'] }, groupByMessage: true },
];

interface Labelled {
  readonly labels: readonly { readonly name: string; readonly value?: string }[];
}

const byTarget = (target: string) => ({
  name: sanitise(target).slice(0, 60),
  matcher: ({ labels }: Labelled) => labels.some(({ name, value }) => name === 'target' && value === target),
});

/** An environment for each target, where the results are of several; a single one needs none. */
export const environmentsOf = (results: readonly ParsedFile[]) => {
  const targets = targetsIn(results).sort();
  if (targets.length < 2) return {};
  return Object.fromEntries(targets.map((target, index) => [`target-${index + 1}`, byTarget(target)]));
};

const resolutionOf = (requirement: JudgedRequirement, waivers: readonly KnownWaiver[]): string =>
  [...new Set(requirement.findings.flatMap(({ waiver }) => waiver ?? []))]
    .map((id) => {
      const waiver = waivers.find((each) => each.id === id);
      return waiver ? waiverText(waiver) : `waiver ${id}`;
    })
    .join('; ');

/** A waived requirement stays failed, and Allure shows that somebody accepted it. */
const resolutionRules = ({ requirements, waivers = [] }: Verdict) =>
  requirements
    .filter(({ outcome }) => outcome === 'waived')
    .map((each) => ({
      resolution: 'accepted' as const,
      testCaseId: [each.id],
      comment: resolutionOf(each, waivers) || 'waived',
    }));

export interface AllurePlaces {
  readonly output: string;
  readonly history: string;
  /** Allure would write it where the command was called. */
  readonly knownIssues: string;
}

/** Allure's settings for a run: how its results are grouped, and which deviations somebody accepted. */
export const settingsOf = (
  verdict: Verdict,
  results: readonly ParsedFile[],
  places: AllurePlaces,
): AllureConfig => ({
  name: reportName(verdict),
  output: places.output,
  historyPath: places.history,
  appendHistory: true,
  categories,
  environments: environmentsOf(results),
  resolutions: { rules: resolutionRules(verdict), knownIssuesPath: places.knownIssues },
});
