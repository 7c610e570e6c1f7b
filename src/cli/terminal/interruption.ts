// Ends a command in order at a signal, or at the end of its parent process.
import { exitCode } from '../exit-code.ts';
import type { Terminal } from './terminal.ts';

/** Ends a command in order at the first signal, and at once at the second. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The exit code that goes with the signal; undefined while there was none. */
  readonly code: () => number | undefined;
  /** True once the parent process ended, which counts as a signal. */
  readonly isOrphaned: () => boolean;
}

/** A terminal signals the whole group, and npm passes on what it gets: the same signal comes twice. */
const sameSignalMs = 400;

/** How often the parent process is looked for. */
const lookMs = 250;

/** A run that nobody waits for any more must not go on moving money. Windows keeps the id of a parent that ended. */
const watchParent = (onEnd: () => void): NodeJS.Timeout => {
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) onEnd();
  }, lookMs).unref();
};

/** Does work that signals, and the end of the parent process, can interrupt. */
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
  // A terminal that is closed says SIGHUP.
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

/** What is under way comes to its end first, and the reports take a moment. */
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
