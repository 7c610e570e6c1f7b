// The inputs of a source, and the profiles in which it sends.

import { followedBy, lacking, merged, type Untested } from '#evidence';
import type { Probe, Source } from '#probes';
import { type Profile, profiles, skipText } from '#run';

export const isWithin = ({ minProfile }: Pick<Probe<unknown>, 'minProfile'>, profile: Profile): boolean =>
  profiles.indexOf(profile) >= profiles.indexOf(minProfile);

export const leavesOut = ({ minProfile }: Pick<Probe<unknown>, 'minProfile'>, profile: Profile): Untested =>
  lacking('SMALL_PROFILE', skipText(profile, minProfile), 'profile');

const allLacking =
  (inputs: readonly Promise<unknown>[]) =>
  async (first: unknown): Promise<never> => {
    const settled = await Promise.allSettled(inputs);
    throw merged(
      first,
      settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])),
    );
  };

/** An input is undefined if it is missing and the source accepts a part of its inputs. */
export const inputsOf = async (
  source: Source<unknown>,
  get: (input: Source<unknown>) => Promise<unknown>,
): Promise<readonly unknown[]> => {
  const inputs = source.from.map(get);
  if (source.kind === 'probe' || !source.partial) return Promise.all(inputs).catch(allLacking(inputs));
  const settled = await Promise.allSettled(inputs);
  const [first] = settled;
  const failures = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  if (first !== undefined && failures.length === settled.length) throw followedBy(failures[0], failures);
  return settled.map((each) => (each.status === 'fulfilled' ? each.value : undefined));
};
