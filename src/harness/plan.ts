import fc from 'fast-check';
import { type AnyCheck, isUniversal, registeredChecks, sourcesOf } from '#checks';
import type { Plan } from '#contract';
import { probesOf } from '#probes';

/**
 * Where a check stands among others: first those that need the account to themselves, because orders shift what they look at;
 * then those of single probes and those of every exchange; at the end refused keys, for which a service may lock out the
 * caller.
 */
export const placeOf = (check: AnyCheck): number => {
  const modes = sourcesOf(check)
    .flatMap(probesOf)
    .map(({ mode }) => mode);
  if (modes.includes('wrongKeys')) return 3;
  if (isUniversal(check)) return 2;
  return modes.includes('exclusive') ? 0 : 1;
};

/** In an order that the seed draws, where a run is to show that no check depends on another. */
const shuffledBy = (seed: number, checks: readonly AnyCheck[]): readonly AnyCheck[] => {
  const whole = fc.shuffledSubarray([...checks], { minLength: checks.length });
  return fc.sample(whole, { seed, numRuns: 1 })[0] ?? checks;
};

export type Choice = Pick<Plan, 'seed' | 'only' | 'alongside' | 'shuffled'>;

/** A check as a plan asks for it; undefined where it does not, or where a rule alongside needs further requests. */
const asPlanned = (check: AnyCheck, { only, alongside }: Pick<Choice, 'only' | 'alongside'>): AnyCheck | undefined => {
  const { requirement } = check;
  if (only?.includes(requirement) ?? true) return check;
  return alongside?.includes(requirement) && isUniversal(check) ? { ...check, needs: [] } : undefined;
};

/** The checks that a plan asks for, in the order in which they begin. */
export const plannedChecks = ({ seed, shuffled, ...choice }: Choice): readonly AnyCheck[] => {
  const asked = registeredChecks().flatMap((check) => asPlanned(check, choice) ?? []);
  if (shuffled) return shuffledBy(seed, asked);
  const placed = asked.map((check) => ({ check, place: placeOf(check) }));
  return placed.toSorted((one, other) => one.place - other.place).map(({ check }) => check);
};

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
