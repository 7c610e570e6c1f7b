// The drift of a run from an accepted baseline, and its effect on the gate.

import {
  anyOf,
  byWeight,
  type ChosenClasses,
  classOf,
  differencesBetween,
  endpointNames,
  type FactChange,
  type FactDifference,
  type Facts,
  isPassing,
  lessIn,
  type RunDifference,
  serviceName,
  settingDifferences,
} from '#facts';

/**
 * Endpoints that the run observed, but that the baseline lacks: the file is missing, or was never accepted. Without the
 * file of the service, somebody accepted only single endpoints on purpose.
 */
const missingFiles = (accepted: Facts, observed: Facts, classes: ChosenClasses = {}): readonly FactChange[] => {
  if (!accepted[serviceName]?.size) return [];
  const kind = 'file-missing' as const;
  return endpointNames.flatMap((endpoint): readonly FactChange[] => {
    const size = [...(observed[endpoint]?.values() ?? [])].filter((fact) => !isPassing(fact)).length;
    if (size === 0 || accepted[endpoint]?.size) return [];
    const subject = { aspect: 'not looked at', of: [String(size)] } as const;
    return [{ class: classOf(kind, classes), kind, endpoint, ...subject, before: undefined, after: anyOf('observed') }];
  });
};

export interface BaselineDrift {
  readonly changes: readonly FactChange[];
  /** The number of facts that were not compared, because differences between the runs may explain their changes. */
  readonly held: number;
  readonly runs: readonly RunDifference[];
}

interface DriftOf {
  readonly accepted: Facts;
  readonly observed: Facts;
  readonly narrowed?: boolean | undefined;
  readonly interrupted?: boolean | undefined;
  readonly classes?: ChosenClasses | undefined;
}

/** A fact is not compared only if a difference between the runs can change it. */
export const driftFrom = ({ accepted, observed, narrowed, interrupted, classes }: DriftOf): BaselineDrift => {
  const all = differencesBetween(accepted, observed, {
    classes,
    runs: [
      ...settingDifferences(accepted, observed),
      ...(narrowed ? [lessIn('--only', 'after')] : []),
      ...(interrupted ? [lessIn('interrupted', 'after')] : []),
    ],
  });
  const isHeld = ({ aspect, held: runs }: FactDifference): boolean => runs !== undefined && aspect !== 'settings';
  const held = all.filter(isHeld);
  return {
    changes: [
      ...missingFiles(accepted, observed, classes),
      ...byWeight(all.flatMap((each) => (isHeld(each) ? [] : each.changes))),
    ],
    held: held.length,
    runs: [...new Set(held.flatMap((each) => each.held ?? []))],
  };
};

/** A breaking change fails the gate until it is accepted. */
export const failsOnDrift = (changes: readonly FactChange[]): boolean =>
  changes.some((change) => change.class === 'breaks');
