import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reporter, Vitest } from 'vitest/node';
import { sendStop } from '#client';
import type { RunPlan } from '#contract';
import { type Collected, Collector, type OnReport } from './collector.ts';
import { allSuites, resolution, type SuiteConfig, suiteConfig } from './suite-config.ts';

export interface SuiteHooks {
  readonly onReport?: OnReport;
  /** Beside the one that gathers the reports. */
  readonly reporters?: readonly Reporter[];
  /** In place of all suites. */
  readonly include?: string;
  /** Ends the run early; what was reported until then is kept. */
  readonly signal?: AbortSignal;
}

export interface SuiteResult extends Collected {
  readonly interrupted: boolean;
}

/** How long orders that are under way may still take after an interruption, and a little for their tests to report. */
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

/** Runs all suites in this process to their end; judges nothing and prints nothing. */
export async function runSuites(plan: RunPlan, hooks: SuiteHooks = {}): Promise<SuiteResult> {
  const { onReport = () => {}, reporters = [], include = allSuites, signal } = hooks;
  const stop = stopping(signal);
  const collector = new Collector(onReport);
  const exitCode = process.exitCode;
  const cacheDir = await mkdtemp(join(tmpdir(), 'ramp-conformance-'));
  try {
    const withStop = { ...plan, stop: stop.channel };
    const vitest = await keepListeners(() =>
      start({ plan: withStop, reporters: [collector, ...reporters], include }, cacheDir),
    );
    await toEnd(vitest, vitest.start(), signal);
    await Promise.race([vitest.close(), sleep(graceMs)]);
  } finally {
    await rm(cacheDir, { recursive: true, force: true });
    stop.end();
    // Vitest sets it for its own command; here the judge decides.
    process.exitCode = exitCode;
  }
  return { ...collector.collected(), interrupted: signal?.aborted ?? false };
}
