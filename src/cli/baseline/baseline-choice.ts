import { join } from 'node:path';
import { type Baseline, readBaseline } from '#baseline';
import { labelOf, type Settings } from '#target';
import { programName, Refused } from '../command.ts';

export const baselinesIn = (directory: string): string => join(directory, 'baselines');

/** @throws Refused where there is none of the name, or none that can be read */
export function demandBaseline(directory: string, name: string): Baseline {
  const root = baselinesIn(directory);
  const baseline = readBaseline(root, name);
  if (baseline) return baseline;
  throw new Refused(
    `there is no baseline ${name} in ${root}; make one with ${programName} run and ${programName} baseline accept ${name}`,
  );
}

/** A service is compared with what was accepted of itself only; asked before the first request. */
export function demandSameTarget(baseline: Baseline | undefined, settings: Settings): void {
  if (baseline === undefined) return;
  const label = labelOf(settings);
  if (baseline.target === label) return;
  throw new Refused(
    `the baseline ${baseline.name} is of ${baseline.target}, and this run aims at ${label}; name a baseline of that target`,
  );
}
