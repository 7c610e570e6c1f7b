import { driftClasses, driftText, type FactChange } from '#baseline';
import type { Outcome } from '#contract';
import { type Cause, causesOf, reasonsFor } from '../causes.ts';
import { firstOf, groupBy, plural } from '../counting.ts';
import type { Verdict } from '../verdict.ts';
import type { Paint } from './paint.ts';

/** Requirements that one cause names; summary.md has more, and the verdict all. */
const maxNamed = 5;

const concerned = ({ requirements, operations }: Cause): string => {
  if (requirements.length === 1) return requirements[0] ?? '';
  return `${plural(requirements.length, 'requirement')} of ${plural(operations.length, 'operation')}: ${firstOf(requirements, maxNamed)}`;
};

const causeLines = (cause: Cause, paint: Paint): string[] => {
  const { outcome, firmness, claim, asked, difference, seen, id, drawn, failing } = cause;
  const again = id === undefined ? '' : `replay ${id}${drawn}: `;
  return [
    ...paint.lines(`${failing ? '✗' : '~'} ${asked}`, failing ? 'red' : 'yellow'),
    ...paint.lines(`    ${[difference, seen].filter(Boolean).join('; ')}`),
    ...paint.lines(`    ${outcome}, ${firmness}: ${claim}`),
    ...paint.lines(`    ${again}${concerned(cause)}`, 'dim'),
  ];
};

/** Findings by cause in at most so many lines; the others are counted. */
export const findingLines = (verdict: Verdict, paint: Paint, most: number): string[] => {
  const causes = causesOf(verdict).map((cause) => causeLines(cause, paint));
  const shown: string[] = [];
  let count = 0;
  for (const lines of causes) {
    if (count > 0 && shown.length + lines.length > most - 1) break;
    shown.push(...lines);
    count += 1;
  }
  const left = causes.length - count;
  return left > 0
    ? [...shown, `  and ${plural(left, 'more cause')}; --verbose or summary.md shows all`]
    : shown;
};

/** Why requirements are open or untested, most frequent first. */
export const reasonLines = (verdict: Verdict, paint: Paint, most: number): string[] => {
  const lines = (outcome: Outcome, style: 'red' | 'dim'): string[] =>
    reasonsFor(verdict.requirements, [outcome]).map(({ reason, by, ids }) => {
      const whose = by === undefined ? '' : ` (${by})`;
      return paint.line(`${outcome}${whose} ${ids.length === 1 ? ids[0] : ids.length}: ${reason}`, style);
    });
  const all = [...lines('broken', 'red'), ...lines('unproven', 'red'), ...lines('untested', 'dim')];
  const left = all.length - most;
  return left > 0 ? [...all.slice(0, most - 1), `  and ${plural(left + 1, 'more reason')}`] : all;
};

const styles = {
  breaking: 'red',
  risky: 'red',
  additive: 'yellow',
  reported: 'dim',
  'evidence lost': 'dim',
} as const;

/** One line for all places of a difference: most often the service changed once. */
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

export const waiverLines = ({ waivers = [] }: Verdict): string[] => {
  if (waivers.length === 0) return [];
  const states = [...groupBy(waivers, ({ state = 'in force' }) => state)];
  return [`Waivers: ${states.map(([state, alike]) => `${alike.length} ${state}`).join(', ')}`];
};
