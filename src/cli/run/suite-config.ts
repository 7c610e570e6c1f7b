import type { InlineConfig, Reporter } from 'vitest/node';
import type { RunPlan } from '#contract';
import { packageRoot, runsFromSource } from '../package/package-root.ts';

export interface SuiteConfig {
  readonly plan: RunPlan;
  readonly reporters: Reporter[];
  readonly include: string;
}

/** More than there are tests: each waits for its probes, whose requests are bounded by the client. */
const testsAtOnce = 1_000;

/** Rooms resolve to what this program itself runs from. */
const conditions = ['source', 'module', 'node', 'development|production'];

export const resolution = runsFromSource ? { ssr: { resolve: { conditions } } } : {};

/** All of them in one file: Vitest ends a file before it begins the next. */
export const allSuites = runsFromSource ? 'suites/all.ts' : 'dist/bundle/suites.js';

export const suiteConfig = ({ plan, reporters, include }: SuiteConfig): InlineConfig => ({
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
  maxConcurrency: testsAtOnce,
  teardownTimeout: 1_000,
  // Built files are plain modules, which Node loads faster than they can be transformed.
  server: { deps: runsFromSource ? {} : { external: [/\/dist\/(src|schemas|suites|bundle)\//] } },
  passWithNoTests: true,
  provide: { plan },
  reporters,
  silent: true,
  cache: false,
});
