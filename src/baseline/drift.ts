// Whether drift from a baseline fails the gate.

import {
  anyOf,
  type ChosenClasses,
  classOf,
  endpointNames,
  type FactChange,
  type Facts,
  formsOf,
  isPassing,
  serviceName,
} from '#facts';
import { profiles } from '#run';

const depths: readonly string[] = profiles;

const isOfProfile = ({ aspect, of: [name] }: FactChange): boolean => aspect === 'settings' && name === 'profile';

const depthOf = (value: FactChange['before']): number => depths.indexOf(formsOf(value).join());

/** A run that looks at less loses evidence, and that is all. */
const looksFurther = (change: FactChange): boolean =>
  change.aspect === 'settings' &&
  change.after !== undefined &&
  (!isOfProfile(change) || depthOf(change.after) > depthOf(change.before));

/**
 * Endpoints of which a run observed something, and the baseline holds nothing: its file is gone, or was never accepted. Without the file
 * of the service, single endpoints were accepted on purpose.
 */
export const missingFiles = (accepted: Facts, observed: Facts, classes: ChosenClasses = {}): readonly FactChange[] => {
  if (!accepted[serviceName]?.size) return [];
  const kind = 'file-missing' as const;
  return endpointNames.flatMap((endpoint): readonly FactChange[] => {
    const size = [...(observed[endpoint]?.values() ?? [])].filter((fact) => !isPassing(fact)).length;
    if (size === 0 || accepted[endpoint]?.size) return [];
    const subject = { aspect: 'not looked at', of: [String(size)] } as const;
    return [{ class: classOf(kind, classes), kind, endpoint, ...subject, before: undefined, after: anyOf('observed') }];
  });
};

const isHeavy = (change: FactChange): boolean => change.class === 'breaks';

/**
 * Settings with which a run sees of the same service what the accepted one could not see, so that a change which breaks does
 * not fail. None where the baseline does not say with what it was made.
 */
export const excusingSettings = (changes: readonly FactChange[]): readonly string[] => {
  const isUnknown = changes.some((change) => isOfProfile(change) && change.before === undefined);
  return isUnknown || !changes.some(isHeavy) ? [] : changes.filter(looksFurther).flatMap(({ of }) => of);
};

/** True where drift fails the gate: a change that breaks does, until it is accepted. */
export const failsOnDrift = (changes: readonly FactChange[]): boolean =>
  changes.some(isHeavy) && excusingSettings(changes).length === 0;
