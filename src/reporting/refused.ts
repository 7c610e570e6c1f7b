import { documentVersion } from '#contract';
import { countsOf, coverageOf } from './coverage.ts';
import { shorten } from './sanitise.ts';
import type { Verdict } from './verdict.ts';

/** The verdict of a run that sent nothing, because its arguments or settings cannot be used. */
export const refusedVerdict = (why: string, harnessVersion: string, now: Date): Verdict => ({
  format: 1,
  verdict: 'refused',
  exitCode: 2,
  target: { label: 'none', environment: 'sandbox', embedded: false },
  harness: { version: harnessVersion },
  document: { version: documentVersion },
  profile: 'gate',
  gate: 'implied',
  seed: 0,
  startedAt: now.toISOString(),
  endedAt: now.toISOString(),
  counts: countsOf([]),
  coverage: coverageOf([], 'implied'),
  requests: { sent: 0, retried: 0, rateLimited: 0 },
  refusal: shorten(why, 2_000),
  requirements: [],
});
