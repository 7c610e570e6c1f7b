// Drift from a baseline in words.
import { excusingSettings } from '#baseline';
import { driftClasses, type FactChange, readChange } from '#facts';
import type { BaselineComparison } from '../verdict.ts';
import { driftWords } from '../words.ts';
import { groupChanges } from './change-groups.ts';

export const driftIn = ({ changes }: BaselineComparison): readonly FactChange[] => changes.map(readChange);

/** `1 change breaks clients, 2 changed`, or `none`: by cause, as the lines beside it. */
export const driftCounts = (changes: readonly FactChange[]): string => {
  const groups = groupChanges(changes);
  return (
    driftClasses
      .map((each) => [groups.filter((change) => change.class === each).length, each] as const)
      .filter(([count]) => count > 0)
      .map(([count, each]) => `${count} ${each === 'breaks' && count > 1 ? 'changes break clients' : driftWords[each]}`)
      .join(', ') || 'none'
  );
};

/** Drift from a baseline in counts; changed settings explain it, and then it does not fail. */
export const driftText = (changes: readonly FactChange[]): string => {
  const excusing = excusingSettings(changes);
  return excusing.length === 0
    ? driftCounts(changes)
    : `${driftCounts(changes)}; it was made with other settings (${excusing.join(', ')}), so nothing fails: accept it again`;
};
