import { registeredChecks } from '#checks';
import { placeOf } from './plan.ts';

/** The place of each suite file: that of its latest check, and first where one needs the account to itself. */
export const placesOf = async (files: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const places = new Map<string, number>();
  for (const file of files) {
    const known = registeredChecks().length;
    await import(file);
    const own = registeredChecks().slice(known).map(placeOf);
    const last = Math.max(...own);
    places.set(file, last === 1 ? Math.min(...own) : last);
  }
  return places;
};
