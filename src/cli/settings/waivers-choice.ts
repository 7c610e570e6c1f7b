import { resolve } from 'node:path';
import type { TestReport } from '#contract';
import { sanitise } from '#reporting';
import { readWaivers, type Waiver, type WaiversInRun } from '#waivers';

/** Day of an instant, as YYYY-MM-DD in UTC. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** No clock that means it is further ahead, and a day has a year of four digits. */
const furthestAheadMs = 10 * 365 * 86_400_000;

/** Day of a run by the later clock, ours or that of the service: a waiver ends for both. */
export function laterDay(
  startedAt: Date,
  reports: readonly TestReport[],
): Pick<WaiversInRun, 'today' | 'clock'> {
  const ahead = Math.max(0, ...reports.map(({ clockAheadMs = 0 }) => clockAheadMs));
  const [ours, later] = [0, Math.min(ahead, furthestAheadMs)].map((ms) =>
    dayOf(new Date(startedAt.getTime() + ms)),
  ) as [string, string];
  return later === ours ? { today: ours } : { today: later, clock: 'the clock of the service' };
}

/** @throws Refused with every problem of the file, each with its line */
export const waiversIn = (file: string, cwd: string): readonly Waiver[] =>
  readWaivers(resolve(cwd, file), sanitise(file), dayOf(new Date()));
