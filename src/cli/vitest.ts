import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InlineConfig, Reporter, Vitest } from 'vitest/node';
import { sendStop } from '#client';
import type { RunPlan } from '#contract';
import { type Collected, Collector, type OnReport } from './collector.ts';
import { packageRoot, runsFromSource } from './package-root.ts';

export interface SuiteHooks {
  readonly onReport?: OnReport;
  /** Beside the one that gathers the reports. */
  readonly reporters?: readonly Reporter[];
  /** In place of all suites. */
  readonly include?: string;
  /** Ends the run early; what was told until then is kept. */
  readonly signal?: AbortSignal;
}

export interface SuiteResult extends Collected {
  readonly interrupted: boolean;
}

const testTimeoutMs = 120_000;

/** A test that waits for the answer to one request leaves its place to others. */
const testsPerPlace = 3;

/** Requests of the longest tests, and more. */
const requestsPerTest = 60;

/** A test may take as long as its requests and those of the tests beside it, where the rate is limited. */
const timeoutFor = ({ concurrency, requestsPerSecond }: RunPlan['target']['budgets']): number => {
  const spacing = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
  return testTimeoutMs + concurrency * testsPerPlace * requestsPerTest * spacing;
};

/** How long orders that are under way may still take after an interruption, and a little for their tests to tell. */
const stopMs = 2_500;

/** How long tests that are cancelled may still take. */
const graceMs = 3_000;

const suiteFolder = runsFromSource ? 'suites' : 'dist/suites';
const suiteEnding = runsFromSource ? 'ts' : 'js';

/** Rooms resolve to what this program itself runs from. */
const conditions = ['module', 'node', 'development|production'];

const allSuites = `${suiteFolder}/all.${suiteEnding}`;

/** Faults make tests enough in each file to overlap; all of them in one file would need twice the memory. */
export const separateSuites = `${suiteFolder}/{endpoints,rules,flows}/**/*.${suiteEnding}`;

/** Variations that are tried at the same time, besides those that only wait. */
const variationsAtOnce = 6;

/** A test beside a variation is all requirements at once, and fills every place by itself. */
const testsAtOnce = ({ proof, target }: RunPlan): number =>
  proof === undefined || Object.keys(proof.variations).length === 0
    ? target.budgets.concurrency * testsPerPlace
    : proof.apart.length + variationsAtOnce;

const configFor = (plan: RunPlan, reporters: Reporter[], include: string): InlineConfig => ({
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
  maxConcurrency: testsAtOnce(plan),
  testTimeout: timeoutFor(plan.target.budgets),
  teardownTimeout: 1_000,
  // Built files are plain modules, which Node loads faster than they can be transformed.
  server: { deps: runsFromSource ? {} : { external: [/\/dist\/(src|schemas|suites)\//] } },
  passWithNoTests: true,
  provide: { plan },
  reporters,
  silent: true,
  cache: false,
});

const events = ['SIGINT', 'SIGTERM', 'unhandledRejection'];

const listenersOf = (name: string) =>
  (process as EventEmitter).listeners(name) as ((...args: unknown[]) => void)[];

/** Vitest would end the process at a signal or a stray error; here partial reports and the exit code come first. */
async function keepListeners<T>(work: () => Promise<T>): Promise<T> {
  const before = events.map((name) => listenersOf(name));
  const result = await work();
  events.forEach((name, index) => {
    for (const listener of listenersOf(name))
      if (!before[index]?.includes(listener)) process.off(name, listener);
  });
  return result;
}

const silence = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

interface Start {
  readonly reporters: Reporter[];
  readonly cacheDir: string;
  readonly include: string;
}

const start = async (plan: RunPlan, { reporters, cacheDir, include }: Start): Promise<Vitest> => {
  const { createVitest } = await import('vitest/node');
  return createVitest(
    'test',
    { ...configFor(plan, reporters, include), config: false },
    {
      cacheDir,
      envDir: false,
      logLevel: 'silent',
      ...(runsFromSource ? { ssr: { resolve: { conditions: ['source', ...conditions] } } } : {}),
    },
    { stdout: silence(), stderr: silence() },
  );
};

const aborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });

/** Tells the worker to stop, again and again, because it may be at its start and not listen yet. */
const stopping = (signal: AbortSignal | undefined) => {
  const channel = `ramp-conformance ${randomUUID()}`;
  let repeating: NodeJS.Timeout | undefined;
  const begin = () => {
    sendStop(channel);
    repeating = setInterval(() => sendStop(channel), 50);
  };
  if (signal?.aborted) begin();
  else signal?.addEventListener('abort', begin, { once: true });
  return {
    channel,
    end: () => {
      signal?.removeEventListener('abort', begin);
      clearInterval(repeating);
    },
  };
};

/** Runs all suites to their end, or until the signal and a little longer. */
const runToEnd = async (vitest: Vitest, signal: AbortSignal | undefined): Promise<void> => {
  const running = vitest.start().then(() => undefined);
  await Promise.race([running, aborted(signal)]);
  if (!signal?.aborted) return;
  // Nothing more is sent, so every test ends by itself unless it waits for something else.
  await Promise.race([running.catch(() => undefined), sleep(stopMs)]);
  const cancelled = vitest.cancelCurrentRun('keyboard-input').then(() => running);
  cancelled.catch(() => undefined);
  await Promise.race([cancelled, sleep(graceMs)]);
};

/** Runs the conformance suites in this process and gathers what they tell; judges nothing and prints nothing. */
export async function runSuites(plan: RunPlan, hooks: SuiteHooks = {}): Promise<SuiteResult> {
  const { onReport = () => {}, reporters = [], include = allSuites, signal } = hooks;
  const stop = stopping(signal);
  const collector = new Collector(onReport);
  const cacheDir = await mkdtemp(join(tmpdir(), 'ramp-conformance-'));
  const before = process.exitCode;
  try {
    const vitest = await keepListeners(() =>
      start({ ...plan, stop: stop.channel }, { reporters: [collector, ...reporters], cacheDir, include }),
    );
    try {
      await runToEnd(vitest, signal);
    } finally {
      await Promise.race([vitest.close(), sleep(graceMs)]);
    }
  } finally {
    stop.end();
    // Vitest sets it for its own command; here the judge decides.
    process.exitCode = before;
    await rm(cacheDir, { recursive: true, force: true });
  }
  return { ...collector.collected(), interrupted: signal?.aborted ?? false };
}
