import { plural } from '../counting.ts';
import { headlineOf } from '../headline.ts';
import { answersText, reasonsOf, trafficText } from '../remarks.ts';
import { cut, sanitise } from '../sanitise.ts';
import type { Verdict } from '../verdict.ts';
import { driftLines, findingLines, reasonLines, waiverLines } from './findings.ts';
import { createPaint, type Paint } from './paint.ts';
import { endpointTable, railTable } from './tables.ts';

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
  effort === undefined
    ? ''
    : ` (${(effort.bytes / 1e6).toFixed(1)} MB in ${(effort.ms / 1000).toFixed(1)} s)`;

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
