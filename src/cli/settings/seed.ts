import { createHash, randomInt } from 'node:crypto';
import { type Profile, requirements } from '#contract';
import { Refused } from '../command.ts';

const maxSeed = 2 ** 31 - 1;

/** Drawn from the ids of the requirements, in any order: any run of a catalogue gives one service one verdict. */
export const catalogueSeed = (): number => {
  const digest = createHash('sha256')
    .update(
      requirements
        .map(({ id }) => id)
        .toSorted()
        .join('\n'),
    )
    .digest();
  return digest.readUInt32BE(0) % maxSeed;
};

/** Each run draws other cases. */
const isDrawnAnew = (seed: string | undefined, profile: Profile): boolean =>
  seed === 'random' || (seed === undefined && profile === 'deep');

/**
 * The seed that `--seed` names: a number or `random`. Without it the catalogue fixes the seed, save in `deep`, which draws
 * anew each time.
 */
export const seedFor = (text: string | undefined, profile: Profile): number => {
  if (isDrawnAnew(text, profile)) return randomInt(1, maxSeed);
  if (text === undefined) return catalogueSeed();
  const seed = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(seed) <= maxSeed + 1) return seed;
  throw new Refused('--seed must be `random`, or a whole number of at most 32 bits, such as 727951080');
};
