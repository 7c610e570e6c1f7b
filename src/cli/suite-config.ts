import type { InlineConfig, Reporter } from 'vitest/node';
import type { Budgets, RunPlan } from '#contract';
import { packageRoot, runsFromSource } from './package-root.ts';

/** What is known of a plan before the target has been probed. */
export interface Extent {
  readonly budgets: Budgets;
  /** The plan itself, where it is there already: then the worker waits for none. */
  readonly plan?: RunPlan;
}

export interface SuiteConfig {
  readonly extent: Extent;
  readonly reporters: Reporter[];
  readonly include: string;
  /** Where the plan will come from. */
  readonly channel: string;
}

const testTimeoutMs = 120_000;

/** A test that waits for the answer to one request leaves its place to others. */
const testsPerPlace = 3;

/** Requests of the longest tests, and more. */
const requestsPerTest = 60;

/** A test may take as long as its requests and those of the tests beside it, where the rate is limited. */
const timeoutFor = ({ concurrency, requestsPerSecond }: Budgets): number => {
  const spacing = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
  return testTimeoutMs + concurrency * testsPerPlace * requestsPerTest * spacing;
};

const suiteFolder = runsFromSource ? 'suites' : 'dist/suites';
const suiteEnding = runsFromSource ? 'ts' : 'js';

/** Rooms resolve to what this program itself runs from. */
const conditions = ['source', 'module', 'node', 'development|production'];

export const resolution = runsFromSource ? { ssr: { resolve: { conditions } } } : {};

/** All of them in one file, which overlaps their tests. */
export const allSuites = runsFromSource ? 'suites/all.ts' : 'dist/bundle/suites.js';

/** Faults make tests enough in each file to overlap; all of them in one file would need twice the memory. */
export const separateSuites = `${suiteFolder}/{endpoints,rules,flows}/**/*.${suiteEnding}`;

/** Variations that are tried at the same time, besides those that only wait. */
const variationsAtOnce = 6;

/** A test beside a variation is all requirements at once, and fills every place by itself. */
const testsAtOnce = ({ plan, budgets }: Extent): number => {
  const { variations = {}, apart = [] } = plan?.proof ?? {};
  return Object.keys(variations).length === 0
    ? budgets.concurrency * testsPerPlace
    : apart.length + variationsAtOnce;
};

export const suiteConfig = ({ extent, reporters, include, channel }: SuiteConfig): InlineConfig => ({
  root: packageRoot,
  include: [include],
  exclude: [],
  watch: false,
  // One worker that keeps its modules: one transport, so that its limits hold for the whole run.
  pool: 'threads',
  isolate: false,
  maxWorkers: 1,
  fileParallelism: false,
  sequence: { concurrent: false, shuffle: false },
  maxConcurrency: testsAtOnce(extent),
  testTimeout: timeoutFor(extent.budgets),
  teardownTimeout: 1_000,
  // Built files are plain modules, which Node loads faster than they can be transformed.
  server: { deps: runsFromSource ? {} : { external: [/\/dist\/(src|schemas|suites|bundle)\//] } },
  passWithNoTests: true,
  provide: extent.plan ? { plan: extent.plan } : { planChannel: channel },
  reporters,
  silent: true,
  cache: false,
});
