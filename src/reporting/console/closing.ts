import { driftText } from '#baseline';
import type { Outcome } from '#contract';
import { type Cause, causesOf, reasonsFor } from '../causes.ts';
import { alikeChanges, causeText } from '../comparison/fact-words.ts';
import { firstOf, groupBy, plural } from '../counting.ts';
import { headlineOf } from '../headline.ts';
import { outcomeWords } from '../promises.ts';
import { answersText, reasonsOf, trafficText } from '../remarks.ts';
import { cut, sanitise } from '../sanitise.ts';
import type { Verdict } from '../verdict.ts';
import { createPaint, endpointTable, type Paint, railTable } from './tables.ts';

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
const findingLines = (verdict: Verdict, paint: Paint, most: number): string[] => {
  const causes = causesOf(verdict).map((cause) => causeLines(cause, paint));
  const shown: string[] = [];
  let count = 0;
  for (const lines of causes) {
    if (count > 0 && shown.length + lines.length > most - 1) break;
    shown.push(...lines);
    count += 1;
  }
  const left = causes.length - count;
  return left > 0 ? [...shown, `  and ${plural(left, 'more cause')}; --verbose or summary.md shows all`] : shown;
};

/** Why requirements are open or untested, most frequent first. */
const reasonLines = (verdict: Verdict, paint: Paint, most: number): string[] => {
  const lines = (outcome: Outcome, style: 'red' | 'dim'): string[] =>
    reasonsFor(verdict.requirements, [outcome]).map(({ reason, by, ids }) => {
      const whose = by === undefined ? '' : ` (${by})`;
      return paint.line(`${outcomeWords[outcome]}${whose} ${ids.length === 1 ? ids[0] : ids.length}: ${reason}`, style);
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

/** Changes from the accepted baseline, alike ones as one, the heaviest first; at most so many lines. */
const driftLines = ({ baseline }: Verdict, paint: Paint, most: number): string[] => {
  if (baseline === undefined) return [];
  const { name, changes } = baseline;
  const groups = alikeChanges(changes);
  const shown = groups.slice(0, most);
  const left = changes.length - shown.flatMap(({ all }) => all).length;
  return [
    `Drift from the baseline ${name}: ${driftText(changes)}`,
    ...shown.map((alike) => paint.line(`  ${causeText(alike)}`, styles[alike.first.class])),
    ...(left > 0 ? [`  and ${plural(left, 'more change')}; --verbose or summary.md shows all`] : []),
  ];
};

const waiverLines = ({ waivers = [] }: Verdict): string[] => {
  if (waivers.length === 0) return [];
  const states = [...groupBy(waivers, ({ state = 'in force' }) => state)];
  return [`Waivers: ${states.map(([state, alike]) => `${alike.length} ${state}`).join(', ')}`];
};

export interface Closing {
  readonly verdict: Verdict;
  readonly colour: boolean;
  readonly width: number;
  /** All findings and reasons, however many lines they take. */
  readonly verbose: boolean;
  /** The verdict alone. */
  readonly quiet?: boolean;
  /** The folder of the reports; left out when none were written. */
  readonly directory?: string;
  /** Size and time of the reports, in addition to the run. */
  readonly effort?: { readonly bytes: number; readonly ms: number };
}

/** Lines of a screen that is never scrolled. */
const screenful = 40;
const maxReasons = 6;
const maxChanges = 3;
/** Two causes, and how many more there are. */
const minFindings = 9;

const verdictStyles = {
  conforms: 'green',
  'conforms-in-part': 'cyan',
  'conforms-with-waivers': 'yellow',
  deviates: 'red',
  inconclusive: 'magenta',
  refused: 'magenta',
} as const;

const effortText = ({ effort }: Closing): string =>
  effort === undefined ? '' : ` (${(effort.bytes / 1e6).toFixed(1)} MB in ${(effort.ms / 1000).toFixed(1)} s)`;

const verdictLines = (closing: Closing, paint: Paint): string[] => {
  const { verdict, directory } = closing;
  const { cases, gate, profile, seed, exitCode, passive } = verdict;
  const tried = cases === undefined ? '' : `, ${plural(cases, 'generated case')}`;
  const drawn = passive ? '' : `${tried}, profile ${profile}`;
  const run = `${trafficText(verdict)}${drawn}, gate ${gate}${passive ? '' : `, seed ${seed}`}, exit code ${exitCode}`;
  return [
    ...paint.lines(headlineOf(verdict), ['bold', verdictStyles[verdict.verdict]]),
    ...reasonsOf(verdict).flatMap((reason) => paint.lines(`  ${reason}`)),
    ...paint.lines(`  ${run}`, 'dim'),
    ...[answersText(verdict)].filter(Boolean).flatMap((text) => paint.lines(`  ${text}`, 'dim')),
    ...(directory === undefined
      ? []
      : [cut(`  reports: ${sanitise(directory)}${effortText(closing)}`, paint.width * 4)]),
  ];
};

const block = (lines: readonly string[]): string[] => (lines.length > 0 ? ['', ...lines] : []);

/** The end of a run on a console: the endpoints, the findings by cause, the verdict; about one screen. */
export const closingText = (closing: Closing): string => {
  const { verdict, colour, width, verbose, quiet } = closing;
  const paint = createPaint(colour, Math.max(40, width));
  const end = verdictLines(closing, paint);
  if (quiet) return [...end, ''].join('\n');
  const table = endpointTable(verdict, paint, verbose);
  const atMost = (lines: number): number => (verbose ? Number.POSITIVE_INFINITY : lines);
  const reasons = reasonLines(verdict, paint, atMost(maxReasons));
  const drift = [...driftLines(verdict, paint, atMost(maxChanges)), ...waiverLines(verdict)];
  const room = screenful - table.length - end.length - reasons.length - drift.length - 4;
  const findings = findingLines(verdict, paint, atMost(Math.max(minFindings, room)));
  const rails = verbose || verdict.profile === 'deep' ? railTable(verdict, paint) : [];
  return [...table, ...[rails, findings, reasons, drift, end].flatMap(block), ''].join('\n');
};
