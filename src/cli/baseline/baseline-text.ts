import { type Change, driftText } from '#baseline';
import { sanitise } from '#reporting';

const changeLines = ({ class: drift, endpoint, fact, accepted, met: actual }: Change): string[] => [
  `${drift.padEnd(13)} ${endpoint}  ${fact}`,
  `${' '.repeat(16)}- ${accepted}`,
  `${' '.repeat(16)}+ ${actual}`,
];

/** Every change with endpoint, place, before and after; the counts at the end. */
export const renderChanges = (name: string, changes: readonly Change[]): string =>
  [
    ...changes.flatMap(changeLines).map(sanitise),
    `Drift from the baseline ${name}: ${driftText(changes)}`,
  ].join('\n');
