import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { InlineConfig, Reporter, Vitest } from 'vitest/node';
import { sendStop } from '#client';
import type { Budgets, ProofPlan, RunPlan } from '#contract';
import { type Collected, Collector, type OnReport } from './collector.ts';
import { packageRoot, runsFromSource } from './package-root.ts';
import { openPlanChannel } from './plan-channel.ts';

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

/** What is known of a plan before the target has been probed. */
export interface Extent {
  readonly budgets: Budgets;
  readonly proof?: ProofPlan;
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

/** How long orders that are under way may still take after an interruption, and a little for their tests to tell. */
const stopMs = 2_500;

/** How long tests that are cancelled may still take. */
const graceMs = 3_000;

const suiteFolder = runsFromSource ? 'suites' : 'dist/suites';
const suiteEnding = runsFromSource ? 'ts' : 'js';

/** Rooms resolve to what this program itself runs from. */
const conditions = ['module', 'node', 'development|production'];

/** All of them in one file, which overlaps their tests. */
const allSuites = runsFromSource ? 'suites/all.ts' : 'dist/bundle/suites.js';

/** Faults make tests enough in each file to overlap; all of them in one file would need twice the memory. */
export const separateSuites = `${suiteFolder}/{endpoints,rules,flows}/**/*.${suiteEnding}`;

/** Variations that are tried at the same time, besides those that only wait. */
const variationsAtOnce = 6;

/** A test beside a variation is all requirements at once, and fills every place by itself. */
const testsAtOnce = ({ proof, budgets }: Extent): number =>
  proof === undefined || Object.keys(proof.variations).length === 0
    ? budgets.concurrency * testsPerPlace
    : proof.apart.length + variationsAtOnce;

const configFor = ({ extent, reporters, include, channel }: Start): InlineConfig => ({
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
  provide: { planChannel: channel },
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
  readonly extent: Extent;
  readonly reporters: Reporter[];
  readonly cacheDir: string;
  readonly include: string;
  /** Where the plan will come from. */
  readonly channel: string;
}

const start = async (given: Start): Promise<Vitest> => {
  const { createVitest } = await import('vitest/node');
  return createVitest(
    'test',
    { ...configFor(given), config: false },
    {
      cacheDir: given.cacheDir,
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

/** Waits for the end of all suites, or until the signal and a little longer. */
const toEnd = async (
  vitest: Vitest,
  running: Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<void> => {
  await Promise.race([running, aborted(signal)]);
  if (!signal?.aborted) return;
  // Nothing more is sent, so every test ends by itself unless it waits for something else.
  await Promise.race([running.catch(() => undefined), sleep(stopMs)]);
  const cancelled = vitest.cancelCurrentRun('keyboard-input').then(() => running);
  cancelled.catch(() => undefined);
  await Promise.race([cancelled, sleep(graceMs)]);
};

/** Suites whose worker gets ready while their plan is still being made. */
export interface BegunSuites {
  /** The worker is on its way: what this process does now, it does beside it. */
  readonly started: Promise<unknown>;
  /** Gives the worker its plan, and resolves when all suites have run to their end. */
  readonly run: (plan: RunPlan) => Promise<SuiteResult>;
  /** Ends what was begun, if it has not run. */
  readonly abandon: () => Promise<void>;
}

/** Starts the runner in this process; it judges nothing and prints nothing. */
export function beginSuites(extent: Extent, hooks: SuiteHooks = {}): BegunSuites {
  const { onReport = () => {}, reporters = [], include = allSuites, signal } = hooks;
  const [plans, stop, collector] = [openPlanChannel(), stopping(signal), new Collector(onReport)];
  const starter = new EventEmitter();
  const starting = { onTestRunStart: () => void starter.emit('started') };
  const before = process.exitCode;
  const begin = async () => {
    const cacheDir = await mkdtemp(join(tmpdir(), 'ramp-conformance-'));
    const end = () => rm(cacheDir, { recursive: true, force: true });
    const given = {
      extent,
      reporters: [collector, starting, ...reporters],
      cacheDir,
      include,
      channel: plans.name,
    };
    try {
      const vitest = await keepListeners(() => start(given));
      const running = vitest.start();
      // Whoever abandons it does not wait for it.
      running.catch(() => undefined);
      return { vitest, running, end };
    } catch (error) {
      await end();
      throw error;
    }
  };
  const begun = begin();
  const started = Promise.race([
    once(starter, 'started').then(() => nextTurn()),
    begun.then(({ running }) => running),
  ]);
  started.catch(() => undefined);
  const close = async () => {
    try {
      const { vitest, end } = await begun;
      await Promise.race([vitest.close(), sleep(graceMs)]);
      await end();
    } finally {
      plans.close();
      stop.end();
      // Vitest sets it for its own command; here the judge decides.
      process.exitCode = before;
    }
  };
  let closed: Promise<void> | undefined;
  const closeOnce = () => (closed ??= close());
  return {
    started,
    run: async (plan) => {
      plans.send({ ...plan, stop: stop.channel });
      try {
        const { vitest, running } = await begun;
        await toEnd(vitest, running, signal);
      } finally {
        await closeOnce();
      }
      return { ...collector.collected(), interrupted: signal?.aborted ?? false };
    },
    abandon: async () => {
      plans.cancel();
      await begun.then(({ running }) => Promise.race([running, sleep(graceMs)])).catch(() => undefined);
      await closeOnce();
    },
  };
}

/** Runs the conformance suites in this process and gathers what they tell. */
export const runSuites = (plan: RunPlan, hooks: SuiteHooks = {}): Promise<SuiteResult> =>
  beginSuites({ budgets: plan.target.budgets, ...(plan.proof ? { proof: plan.proof } : {}) }, hooks).run(
    plan,
  );
