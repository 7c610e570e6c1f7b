import { afterEach, beforeEach, vi } from 'vitest';

/** Long enough for a busy machine. */
export const timeoutMs = 60_000;

/** Timers of other code, such as undici's, are shorter. */
const isDeadline = (ms = 0): boolean => ms > timeoutMs / 2;

/**
 * Stops the deadlines of attempts in all tests of this file. The returned function lets all deadlines pass, so that a
 * test chooses the step at which the time is up.
 */
export function useDeadlines(): () => void {
  const { now } = performance;
  const start = globalThis.setTimeout;
  const held: (() => void)[] = [];
  let ahead = 0;
  beforeEach(() => {
    vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ahead);
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms?: number, ...rest: []) => {
      if (isDeadline(ms)) held.push(work);
      return start(work, ms, ...rest);
    }) as typeof setTimeout);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    held.length = 0;
  });
  return () => {
    ahead += timeoutMs;
    for (const pass of held.splice(0)) pass();
  };
}
