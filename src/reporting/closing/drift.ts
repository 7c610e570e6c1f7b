import { driftClasses, driftText } from '#baseline';
import { groupBy } from '../group-by.ts';
import type { Verdict } from '../verdict.ts';
import { plural } from '../words.ts';
import { fitLine, type Paint } from './paint.ts';

const styles = { breaking: 'red', risky: 'red', additive: 'yellow', 'evidence lost': 'dim' } as const;

/** Changes from the accepted baseline, the heaviest first, as far as the lines reach. */
export const driftLines = ({ baseline }: Verdict, paint: Paint, most: number): string[] => {
  if (baseline === undefined) return [];
  const { name, changes } = baseline;
  const ordered = driftClasses.flatMap((each) => changes.filter((change) => change.class === each));
  const shown = ordered.slice(0, most).map((change) => {
    const { class: drift, endpoint, fact, accepted, met } = change;
    return paint(
      styles[drift],
      fitLine(`  ${drift}: ${endpoint} ${fact}: accepted ${accepted}, met ${met}`, paint.width),
    );
  });
  const left = ordered.length - shown.length;
  return [
    `Drift from the baseline ${name}: ${driftText(changes)}`,
    ...shown,
    ...(left > 0 ? [`  and ${plural(left, 'more change')}; --verbose or summary.md shows all`] : []),
  ];
};

/** How many waivers are in which state. */
export const waiverLines = ({ waivers = [] }: Verdict): string[] => {
  if (waivers.length === 0) return [];
  const states = [...groupBy(waivers, ({ state = 'in force' }) => state)];
  return [`Waivers: ${states.map(([state, alike]) => `${alike.length} ${state}`).join(', ')}`];
};
