import type { resolveConfig } from '@allurereport/core';
import { sanitise } from '../sanitise.ts';
import type { Verdict } from '../verdict.ts';
import { configurationOf } from './configuration.ts';
import { type ParsedFile, targetsIn } from './result-files.ts';

type AllureConfig = Parameters<typeof resolveConfig>[0];

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

export interface AllurePlaces {
  readonly output: string;
  readonly history: string;
  /** Allure would write it where the command was called. */
  readonly knownIssues: string;
}

/** The settings by which the report of a run is made: those that lie beside its results, and where it is put. */
export const settingsOf = (
  verdict: Verdict,
  results: readonly ParsedFile[],
  places: AllurePlaces,
): AllureConfig => {
  const configuration = configurationOf(verdict);
  return {
    ...configuration,
    output: places.output,
    historyPath: places.history,
    appendHistory: false,
    environments: environmentsOf(results),
    resolutions: { ...configuration.resolutions, knownIssuesPath: places.knownIssues },
  };
};
