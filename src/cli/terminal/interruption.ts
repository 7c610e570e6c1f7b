// Ends a command in order at a signal, or at the end of its parent process.
import { exitCode } from '../exit-code.ts';
import type { Terminal } from './terminal.ts';

/** Ends a command in order at the first signal, and at once at the second. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The exit code for the signal; undefined without a signal. */
  readonly code: () => number | undefined;
  /** True after the parent process ended, which counts as a signal. */
  readonly isOrphaned: () => boolean;
}

/**
 * Milliseconds. A terminal signals the whole process group, and npm forwards its signal, so one signal may come twice.
 */
const sameSignalMs = 400;

/** Milliseconds between two looks for the parent process. */
const lookMs = 250;

/** A run that nobody waits for must not continue to move money. Windows keeps the id of an ended parent. */
const watchParent = (onEnd: () => void): NodeJS.Timeout => {
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) onEnd();
  }, lookMs).unref();
};

/** Does work that signals and the end of the parent process can interrupt. */
export async function interruptible<T>(
  work: (interruption: Interruption) => Promise<T>,
  { outlivesParent = false } = {},
): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  let code: number | undefined;
  let since = 0;
  let orphaned = false;
  const end = (exitCode: number) => () => {
    if (code !== undefined && performance.now() - since < sameSignalMs) return;
    if (code !== undefined) process.exit(exitCode);
    code = exitCode;
    since = performance.now();
    controller.abort();
  };
  const onInterrupt = end(exitCode.interrupted);
  const onTerminate = end(exitCode.terminated);
  // A closed terminal sends SIGHUP.
  process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate).on('SIGHUP', onTerminate);
  const onOrphaned = () => {
    clearInterval(parent);
    if (code !== undefined) return;
    orphaned = true;
    onTerminate();
  };
  const parent = outlivesParent ? undefined : watchParent(onOrphaned);
  try {
    return await work({ signal, code: () => code, isOrphaned: () => orphaned });
  } finally {
    clearInterval(parent);
    process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate).off('SIGHUP', onTerminate);
  }
}

/** Requests under way end first, and the reports take a moment. */
export function sayInterruption(
  { err }: Pick<Terminal, 'err'>,
  { signal, code }: Pick<Interruption, 'signal' | 'code'>,
): void {
  const say = () => {
    const what = code() === exitCode.interrupted ? 'You interrupted the run.' : 'The run got a signal to stop.';
    err.write(`${err.live ? '\r\u001b[2K' : ''}${what} Writing the reports \u2026\n`);
  };
  signal.addEventListener('abort', say, { once: true });
}
