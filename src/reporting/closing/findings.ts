import type { Outcome } from '#contract';
import { type Cause, causesOf, reasonsFor } from '../causes.ts';
import { firstOf, plural } from '../counting.ts';
import type { Verdict } from '../verdict.ts';
import type { Paint } from './paint.ts';

/** Requirements that one cause names; summary.md has more, and the verdict all. */
const maxNamed = 5;

const concerned = ({ requirements, operations }: Cause): string => {
  if (requirements.length === 1) return requirements[0] ?? '';
  return `${plural(requirements.length, 'requirement')} of ${plural(operations.length, 'operation')}: ${firstOf(requirements, maxNamed)}`;
};

const causeLines = (cause: Cause, paint: Paint): string[] => {
  const { outcome, firmness, claim, asked, difference, replay, drawn, failing } = cause;
  const again = replay === undefined ? '' : `replay ${replay}${drawn}: `;
  return [
    ...paint.lines(`${failing ? '✗' : '~'} ${asked}`, failing ? 'red' : 'yellow'),
    ...paint.lines(`    ${difference}`),
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
