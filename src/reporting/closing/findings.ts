import { type Cause, causesOf, reasonsFor } from '../causes.ts';
import type { JudgedRequirement, Verdict } from '../verdict.ts';
import { placesText, plural } from '../words.ts';
import { fitLine, type Paint } from './paint.ts';

const concerned = ({ requirements, operations }: Cause): string => {
  if (requirements.length === 1) return requirements[0] ?? '';
  return `${plural(requirements.length, 'requirement')} of ${plural(operations.length, 'operation')}: ${requirements.join(', ')}`;
};

/** A generated case is made again by its seed and path; its id finds both in the verdict. */
const drawnFrom = ({ replay }: Cause['first']): string =>
  replay?.path ? ` (seed ${replay.seed}, path ${replay.path})` : '';

const replayOf = ({ first }: Cause): string =>
  first.id === undefined ? '' : `replay ${first.id}${drawnFrom(first)}: `;

const causeLines = (cause: Cause, paint: Paint): string[] => {
  const { outcome, firmness, claim, code, first, failing } = cause;
  const sign = failing ? '✗' : '~';
  const met = `    ${code} ${first.where}: expected ${first.expected}, actual ${first.observed}${placesText(first)}`;
  return [
    paint(failing ? 'red' : 'yellow', fitLine(`${sign} ${outcome}, ${firmness}: ${claim}`, paint.width)),
    fitLine(met, paint.width),
    ...(first.case === undefined ? [] : [fitLine(`    smallest case: ${first.case}`, paint.width)]),
    paint('dim', fitLine(`    ${replayOf(cause)}${concerned(cause)}`, paint.width)),
  ];
};

/** Findings by cause as far as the lines reach; what is left is counted. */
export const findingLines = (verdict: Verdict, paint: Paint, most: number): string[] => {
  const causes = causesOf(verdict).map((cause) => causeLines(cause, paint));
  const shown: string[] = [];
  let told = 0;
  for (const lines of causes) {
    if (told > 0 && shown.length + lines.length > most - 1) break;
    shown.push(...lines);
    told += 1;
  }
  const left = causes.length - told;
  return left > 0
    ? [...shown, `  and ${plural(left, 'more cause')}; --verbose or summary.md shows all`]
    : shown;
};

/** Why requirements are open or untested, most frequent first. */
export const reasonLines = (verdict: Verdict, paint: Paint, most: number): string[] => {
  const lines = (outcome: JudgedRequirement['outcome'], style: 'red' | 'dim'): string[] =>
    reasonsFor(verdict.requirements, [outcome]).map(({ reason, by, ids }) =>
      paint(
        style,
        fitLine(
          `${outcome}${by === undefined ? '' : ` (${by})`} ${ids.length === 1 ? ids[0] : ids.length}: ${reason}`,
          paint.width,
        ),
      ),
    );
  const all = [...lines('broken', 'red'), ...lines('unproven', 'red'), ...lines('untested', 'dim')];
  const left = all.length - most;
  return left > 0 ? [...all.slice(0, most - 1), `  and ${plural(left + 1, 'more reason')}`] : all;
};
