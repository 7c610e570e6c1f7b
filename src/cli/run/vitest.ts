import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InlineConfig, Reporter, Vitest } from 'vitest/node';
import { sendStop } from '#client';
import type { GatheredReports, Plan } from '#contract';
import { packageRoot, runsFromSource } from '../package/package.ts';
import { Collector, type OnReport } from './collector.ts';

export interface SuiteHooks {
  readonly onReport?: OnReport;
  /** Besides the one that gathers the reports. */
  readonly reporters?: Reporter[];
  /** One file to run instead of all suites. */
  readonly include?: string;
  /** Ends the run early; what was reported until then is kept. */
  readonly signal?: AbortSignal;
}

/** More than there are tests: each waits for its probes, whose requests are bounded by the client. */
const testsAtOnce = 1_000;

/** Rooms resolve to what this program itself runs from. */
const conditions = ['source', 'module', 'node', 'development|production'];

const resolution = runsFromSource ? { ssr: { resolve: { conditions } } } : {};

/** All suites in one file: Vitest ends a file before it begins the next. */
const allSuites = runsFromSource ? 'suites/all.ts' : 'dist/bundle/suites.js';

const configOf = (plan: Plan, { reporters = [], include = allSuites }: SuiteHooks): InlineConfig => ({
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
  // Nothing is chosen by them here.
  strictTags: false,
  reporters,
  silent: true,
  cache: false,
});

/** How long orders that are under way may still take after an interruption, and a little for their tests to report. */
const stopMs = 2_500;

/** How long tests that are cancelled may still take. */
const graceMs = 3_000;

const events = ['SIGINT', 'SIGTERM', 'unhandledRejection'];

/**
 * Vitest and Vite would end the process at a signal or a stray error; here partial reports and the exit code come first. Their
 * listeners go as soon as they come, because a signal may come before the next.
 */
async function withoutListeners<T>(work: () => Promise<T>): Promise<T> {
  const drop = (name: string, listener: (...args: unknown[]) => void): void => {
    if (events.includes(name)) queueMicrotask(() => process.off(name, listener));
  };
  process.on('newListener', drop);
  try {
    return await work();
  } finally {
    process.off('newListener', drop);
  }
}

const silence = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

const start = async (config: InlineConfig, cacheDir: string): Promise<Vitest> => {
  const { createVitest } = await import('vitest/node');
  return createVitest(
    'test',
    { ...config, config: false },
    { cacheDir, envDir: false, logLevel: 'silent', ...resolution },
    { stdout: silence(), stderr: silence() },
  );
};

/** Has the worker stop, again and again, because it may be at its start and not listen yet. */
const stopping = (signal: AbortSignal) => {
  const channel = `ramp-conformance ${randomUUID()}`;
  let repeating: NodeJS.Timeout | undefined;
  const begin = () => {
    sendStop(channel);
    repeating = setInterval(() => sendStop(channel), 50);
  };
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  return {
    channel,
    end: () => {
      signal.removeEventListener('abort', begin);
      clearInterval(repeating);
    },
  };
};

/** Waits for the end of all suites, or until the signal and a little longer. */
const toEnd = async (vitest: Vitest, running: Promise<unknown>, signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await Promise.race([running, once(signal, 'abort')]);
  if (!signal.aborted) return;
  // Nothing more is sent, so every test ends by itself unless it waits for something else.
  await Promise.race([running.catch(() => undefined), sleep(stopMs)]);
  const cancelled = vitest.cancelCurrentRun('keyboard-input').then(() => running);
  cancelled.catch(() => undefined);
  await Promise.race([cancelled, sleep(graceMs)]);
};

/** Runs all suites in this process to their end; judges nothing and prints nothing. */
export async function runSuites(plan: Plan, hooks: SuiteHooks = {}): Promise<GatheredReports> {
  const { onReport = () => {}, reporters = [], signal = new AbortController().signal } = hooks;
  const startedAt = new Date();
  const stop = stopping(signal);
  const collector = new Collector(onReport);
  const exitCode = process.exitCode;
  const cacheDir = await mkdtemp(join(tmpdir(), 'ramp-conformance-'));
  try {
    const withStop = { ...plan, stop: stop.channel };
    const config = configOf(withStop, { ...hooks, reporters: [collector, ...reporters] });
    const vitest = await withoutListeners(() => start(config, cacheDir));
    await toEnd(vitest, vitest.start(), signal);
    await Promise.race([vitest.close(), sleep(graceMs)]);
  } finally {
    // What is left there is nobody's loss; the reports would be.
    await rm(cacheDir, { recursive: true, force: true }).catch(() => undefined);
    stop.end();
    // Vitest sets it for its own command; here the judge decides.
    process.exitCode = exitCode;
  }
  const { reports, crashed } = collector;
  return { startedAt, reports, crashed, interrupted: signal.aborted };
}
