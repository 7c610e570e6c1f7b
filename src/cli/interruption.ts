import { exitCode } from './exit-codes.ts';

/** Ends a command in order at the first signal, and at once at the second. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The exit code that goes with the signal; undefined while there was none. */
  readonly code: () => number | undefined;
  /** Resolves at the first signal. */
  readonly happened: Promise<void>;
  readonly stopWatching: () => void;
}

export function watchSignals(): Interruption {
  const controller = new AbortController();
  const { signal } = controller;
  let code: number | undefined;
  const end = (met: number) => () => {
    if (code !== undefined) process.exit(met);
    code = met;
    controller.abort();
  };
  const onInterrupt = end(exitCode.interrupted);
  const onTerminate = end(exitCode.terminated);
  process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate);
  return {
    signal,
    code: () => code,
    happened: new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    stopWatching: () => void process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate),
  };
}
