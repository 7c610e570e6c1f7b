import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Reporter, Vitest } from 'vitest/node';
import { sendStop } from '#client';
import type { RunPlan } from '#contract';
import { type Collected, Collector, type OnReport } from './collector.ts';
import { openPlanChannel } from './plan-channel.ts';
import { allSuites, type Extent, resolution, type SuiteConfig, suiteConfig } from './suite-config.ts';

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

/** How long orders that are under way may still take after an interruption, and a little for their tests to tell. */
const stopMs = 2_500;

/** How long tests that are cancelled may still take. */
const graceMs = 3_000;

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

const start = async (config: SuiteConfig, cacheDir: string): Promise<Vitest> => {
  const { createVitest } = await import('vitest/node');
  return createVitest(
    'test',
    { ...suiteConfig(config), config: false },
    { cacheDir, envDir: false, logLevel: 'silent', ...resolution },
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

interface Runner {
  readonly vitest: Vitest;
  readonly running: Promise<unknown>;
  /** Once the worker is on its way. */
  readonly started: Promise<unknown>;
  readonly close: () => Promise<void>;
}

const openRunner = async (config: SuiteConfig): Promise<Runner> => {
  const cacheDir = await mkdtemp(join(tmpdir(), 'ramp-conformance-'));
  const removeCache = () => rm(cacheDir, { recursive: true, force: true });
  const starter = new EventEmitter();
  const reporters = [{ onTestRunStart: () => void starter.emit('started') }, ...config.reporters];
  try {
    const vitest = await keepListeners(() => start({ ...config, reporters }, cacheDir));
    const started = once(starter, 'started').then(() => nextTurn());
    const running = vitest.start();
    // Whoever abandons it does not wait for it.
    running.catch(() => undefined);
    const close = async () => {
      await Promise.race([vitest.close(), sleep(graceMs)]);
      await removeCache();
    };
    return { vitest, running, started: Promise.race([started, running.catch(() => undefined)]), close };
  } catch (error) {
    await removeCache();
    throw error;
  }
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
  const before = process.exitCode;
  const withStop = (plan: RunPlan): RunPlan => ({ ...plan, stop: stop.channel });
  const known = extent.plan ? { ...extent, plan: withStop(extent.plan) } : extent;
  const runner = openRunner({
    extent: known,
    reporters: [collector, ...reporters],
    include,
    channel: plans.name,
  });
  const close = async () => {
    await runner.then((it) => it.close()).catch(() => undefined);
    plans.close();
    stop.end();
    // Vitest sets it for its own command; here the judge decides.
    process.exitCode = before;
  };
  return {
    // A runner that cannot be opened is told to whoever runs it.
    started: runner.then((it) => it.started).catch(() => undefined),
    run: async (plan) => {
      plans.send(withStop(plan));
      try {
        await runner.then(({ vitest, running }) => toEnd(vitest, running, signal));
      } finally {
        await close();
      }
      return { ...collector.collected(), interrupted: signal?.aborted ?? false };
    },
    abandon: async () => {
      plans.cancel();
      await runner.then(({ running }) => Promise.race([running, sleep(graceMs)])).catch(() => undefined);
      await close();
    },
  };
}

/** Runs the conformance suites in this process and gathers what they tell. */
export const runSuites = (plan: RunPlan, hooks: SuiteHooks = {}): Promise<SuiteResult> =>
  beginSuites({ budgets: plan.target.budgets, plan }, hooks).run(plan);
