import { driftClasses, driftText, type FactChange } from '#baseline';
import { groupBy, plural } from '../counting.ts';
import type { Verdict } from '../verdict.ts';
import type { Paint } from './paint.ts';

const styles = { breaking: 'red', risky: 'red', additive: 'yellow', 'evidence lost': 'dim' } as const;

/** The same difference in many places is most often one change of the service. */
const alikeText = (
  alike: readonly FactChange[],
  { class: drift, endpoint, fact, accepted, met }: FactChange,
): string => {
  const endpoints = new Set(alike.map((change) => change.endpoint)).size;
  const difference = `accepted ${accepted}, actual ${met}`;
  if (alike.length === 1) return `  ${drift}: ${endpoint} ${fact}: ${difference}`;
  const places = `${plural(alike.length, 'fact')} of ${plural(endpoints, 'endpoint')}`;
  return `  ${drift}: ${places}: ${difference}; first ${endpoint} ${fact}`;
};

/** Changes from the accepted baseline, alike ones as one, the heaviest first; at most so many lines. */
export const driftLines = ({ baseline }: Verdict, paint: Paint, most: number): string[] => {
  if (baseline === undefined) return [];
  const { name, changes } = baseline;
  const groups = driftClasses.flatMap((drift) => {
    const own = changes.filter((change) => change.class === drift);
    return [...groupBy(own, ({ accepted, met }) => JSON.stringify([accepted, met])).values()];
  });
  const shown = groups.slice(0, most);
  const alikeLine = (alike: readonly FactChange[]): string => {
    const [first] = alike as readonly [FactChange];
    return paint.line(alikeText(alike, first), styles[first.class]);
  };
  const left = changes.length - shown.flat().length;
  return [
    `Drift from the baseline ${name}: ${driftText(changes)}`,
    ...shown.map(alikeLine),
    ...(left > 0 ? [`  and ${plural(left, 'more change')}; --verbose or summary.md shows all`] : []),
  ];
};

/** How many waivers are in which state. */
export const waiverLines = ({ waivers = [] }: Verdict): string[] => {
  if (waivers.length === 0) return [];
  const states = [...groupBy(waivers, ({ state = 'in force' }) => state)];
  return [`Waivers: ${states.map(([state, alike]) => `${alike.length} ${state}`).join(', ')}`];
};
