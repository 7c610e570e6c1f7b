import { resolve } from 'node:path';
import { readWaivers, UnusableWaivers, type Waiver } from '#waivers';
import { Refused } from './command.ts';

/** Day of an instant, as YYYY-MM-DD in UTC. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** @throws Refused with every problem of the file, each with its line */
export function waiversIn(file: string, cwd: string): readonly Waiver[] {
  try {
    return readWaivers(resolve(cwd, file), file, dayOf(new Date()));
  } catch (error) {
    if (error instanceof UnusableWaivers)
      throw new Refused(`the waivers cannot be used\n${error.message.replace(/^/gm, '  ')}`);
    throw error;
  }
}
