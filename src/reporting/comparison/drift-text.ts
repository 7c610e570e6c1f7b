import { type DriftClass, driftClasses, excusingSettings, type FactChange } from '#baseline';
import { groupChanges } from './fact-words.ts';

const classWords: Readonly<Record<DriftClass, string>> = {
  breaks: 'change breaks clients',
  changed: 'changed',
  more: 'more',
  least: 'of little weight',
  unseen: 'not seen again',
};

/** `1 change breaks clients, 2 changed`, or `none`: by cause, as the lines beside it. */
export const driftCounts = (changes: readonly FactChange[]): string => {
  const groups = groupChanges(changes);
  return (
    driftClasses
      .map((each) => [groups.filter((change) => change.class === each).length, each] as const)
      .filter(([count]) => count > 0)
      .map(([count, each]) => `${count} ${each === 'breaks' && count > 1 ? 'changes break clients' : classWords[each]}`)
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
