// The last lines of a run on a console.
import { styleText } from 'node:util';
import { operationOf, riskMeanings } from '#contract';
import type { Outcome } from '#run';
import { type Cause, causesOf, gravestIn, reasonsFor } from './causes.ts';
import { groupChanges, groupText } from './comparison/change-groups.ts';
import { driftIn, driftText } from './comparison/drift-text.ts';
import { askedText, drawnText, looksText, promisedText, seenText, sinceText } from './finding.ts';
import { headlineOf, statementOf } from './headline.ts';
import { nextStep } from './next-step.ts';
import { countIn, troubles } from './outcomes.ts';
import { answersOfOthers, answersText, leaveOutEntries, reasonsOf, trafficText } from './remarks.ts';
import { cut, firstOf, groupBy, plural, sanitise, texts, wrapped } from './text.ts';
import type { JudgedRequirement, Verdict } from './verdict.ts';
import {
  byEndpoint,
  columnsIn,
  countOf,
  type EndpointGroup,
  endpointTitles,
  outcomeWords,
  untestedWords,
} from './words.ts';

type Style = Parameters<typeof styleText>[0];

/** Lines for a console. Each text is cut first and coloured afterwards, so that no escape sequence is cut. */
const createPaint = (colour: boolean, width: number) => {
  const paint = (text: string, style?: Style): string =>
    colour && style ? styleText(style, text, { validateStream: false }) : text;
  return {
    width,
    part: paint,
    lines: (text: string, style?: Style): string[] => wrapped(text, width).map((line) => paint(line, style)),
  };
};

type Paint = ReturnType<typeof createPaint>;

type Named = Pick<EndpointGroup, 'requirements'> & { readonly name: string };

/** Most endpoints with a row of their own, so that the findings stay on the screen. */
const maxRows = 5;

/** Fewest columns for the name of an endpoint; with fewer, there is no table. */
const narrowName = 22;

/** Joins the endpoints without trouble into one row, if any endpoint has trouble. */
const condensed = (groups: readonly Named[]): readonly Named[] => {
  const troubled = groups.filter(({ requirements }) => countIn(requirements, ...troubles) > 0).slice(0, maxRows);
  const others = groups.filter((group) => !troubled.includes(group));
  if (troubled.length === 0 || others.length < 2) return groups;
  const requirements = others.flatMap((group) => group.requirements);
  return [...troubled, { name: `   ${others.length} others`, requirements }];
};

const endpointTable = ({ requirements }: Verdict, paint: Paint, whole: boolean): string[] => {
  const shown = columnsIn(requirements);
  const all = byEndpoint(requirements).map(({ name, operation, requirements: own }) => ({
    name: `${operation === undefined ? '  ' : String(operationOf(operation).number).padStart(2)} ${name}`,
    requirements: own,
  }));
  const groups = whole ? all : condensed(all);
  const widths = shown.map(({ head }) => Math.max(6, head.length + 1));
  const nameWidth = Math.max(12, Math.min(32, paint.width - widths.reduce((sum, width) => sum + width, 0)));
  const longest = Math.min(narrowName, Math.max(...groups.map(({ name }) => name.length)));
  if (nameWidth < longest)
    return groups.flatMap(({ name, requirements: own }) => {
      const counts = shown.map((column) => ({ column, count: countOf(own, column) })).filter(({ count }) => count > 0);
      return paint.lines(`${name}: ${counts.map(({ column, count }) => `${count} ${column.head}`).join(', ')}`);
    });
  const cells = (counted: readonly JudgedRequirement[]): string =>
    shown
      .map((column, at) => {
        const count = countOf(counted, column);
        return paint.part(String(count || '·').padStart(widths[at] ?? 0), count === 0 ? 'dim' : column.style);
      })
      .join('');
  const heads = shown.map(({ head }, at) => head.padStart(widths[at] ?? 0)).join('');
  return [
    paint.part(`${'endpoint'.padEnd(nameWidth)}${heads}`, 'bold'),
    ...groups.map((group) => cut(group.name, nameWidth).padEnd(nameWidth) + cells(group.requirements)),
    `${'all'.padEnd(nameWidth)}${cells(requirements)}`,
  ];
};

const maxNamed = 5;

const concerned = ({ requirements, operations }: Cause): string => {
  if (requirements.length === 1) return requirements[0] ?? '';
  return `${plural(requirements.length, 'requirement')} of ${plural(operations.length, 'operation')}: ${firstOf(requirements, maxNamed)}`;
};

const causeLines = (cause: Cause, paint: Paint, whole: boolean): string[] => {
  const { code, risk, findings, id, failing } = cause;
  const marks = texts(
    id !== undefined && `replay ${id}${drawnText(cause)}`,
    code,
    whole && looksText(cause),
    sinceText(cause),
    concerned(cause),
  );
  return [
    ...paint.lines(
      texts(failing ? '✗' : '~', risk && `${risk}:`, promisedText(cause)).join(' '),
      failing ? 'red' : 'yellow',
    ),
    ...paint.lines(`    Seen: ${seenText(findings)}`),
    ...paint.lines(
      `    ${endpointTitles(cause.operations)}${cause.operations.length > 1 ? ', for example' : ''}: ${askedText(cause)}`,
    ),
    ...paint.lines(`    ${marks.join('; ')}`, 'dim'),
  ];
};

const findingLines = (verdict: Verdict, paint: Paint, most: number): string[] => {
  const causes = causesOf(verdict);
  const shown: string[] = [];
  let count = 0;
  for (const cause of causes) {
    const lines = causeLines(cause, paint, most === Number.POSITIVE_INFINITY);
    if (count > 0 && shown.length + lines.length > most - 1) break;
    shown.push(...lines);
    count += 1;
  }
  const left = causes.slice(count);
  const broken = left.filter(({ outcome }) => outcome === 'deviates').length;
  const others = left.length - broken;
  const more = texts(broken > 0 && plural(broken, 'more cause'), others > 0 && plural(others, 'other difference')).join(
    ' and ',
  );
  return more === '' ? shown : [...shown, ...paint.lines(`  and ${more}; --verbose or summary.md shows all`)];
};

const reasonLines = (verdict: Verdict, paint: Paint, most: number): string[] => {
  const lines = (outcome: Outcome, style: 'red' | 'dim'): string[][] =>
    reasonsFor(verdict.requirements, [outcome]).map(({ reason, by, ids, kinds }) => {
      const why = by === undefined ? '' : `, ${untestedWords[by]}`;
      return paint.lines(`${outcomeWords[outcome]}${why}: ${ids.length === 1 ? ids[0] : kinds}: ${reason}`, style);
    });
  const all = [...lines('no-result', 'red'), ...lines('untested', 'dim')];
  const left = all.length - most;
  return left > 0 ? [...all.slice(0, most - 1).flat(), `  and ${plural(left + 1, 'more reason')}`] : all.flat();
};

const styles = {
  breaks: 'red',
  changed: 'yellow',
  more: 'yellow',
  least: 'dim',
  unseen: 'dim',
} as const;

const driftLines = ({ baseline }: Verdict, paint: Paint, most: number): string[] => {
  if (baseline === undefined) return [];
  const changes = driftIn(baseline);
  const groups = groupChanges(changes);
  const shown = groups.slice(0, most);
  const left = groups.length - shown.length;
  return [
    ...paint.lines(`Drift from the baseline ${baseline.name}: ${driftText(baseline)}`),
    ...shown.flatMap((alike) => paint.lines(`  ${groupText(alike)}`, styles[alike.class])),
    ...(left > 0 ? paint.lines(`  and ${plural(left, 'more change')}; --verbose or summary.md shows all`) : []),
  ];
};

const waiverLines = ({ waivers = [] }: Verdict): string[] => {
  if (waivers.length === 0) return [];
  const states = [...groupBy(waivers, ({ state = 'in force' }) => state)];
  return [`Accepted deviations: ${states.map(([state, alike]) => `${alike.length} ${state}`).join(', ')}`];
};

interface Closing {
  readonly verdict: Verdict;
  readonly colour: boolean;
  /** Shows signs, because a person watches. */
  readonly signs?: boolean;
  readonly width: number;
  /** Shows all findings and reasons, on any number of lines. */
  readonly verbose: boolean;
  /** The exit code of the process, if a signal gives another code than the verdict. */
  readonly code?: number | undefined;
  /** Shows only the verdict. */
  readonly quiet?: boolean;
  /** The folder of the reports; undefined if none were written. */
  readonly directory?: string;
  /** Size of the reports in bytes, and the time to write them in milliseconds. */
  readonly effort?: { readonly bytes: number; readonly ms: number };
}

const screenful = 40;
const maxReasons = 6;
const maxChanges = 3;
/** Lines for two causes, and for the number of the others. */
const minFindings = 9;

const verdictStyles = {
  conforms: 'green',
  'conforms-in-part': 'cyan',
  'conforms-with-waivers': 'yellow',
  deviates: 'red',
  inconclusive: 'magenta',
  refused: 'magenta',
} as const;

/** Not wrapped, because a user pastes each line. */
const leaveOutLines = (verdict: Verdict): string[] => {
  const { title, entries } = leaveOutEntries(verdict);
  return entries.length === 0 ? [] : [`  ${title}`, ...entries.map((entry) => `    ${sanitise(entry)}`)];
};

/** Without colour, the sign shows the verdict. */
const verdictSigns: Readonly<Record<Verdict['verdict'], string>> = {
  conforms: '✓',
  'conforms-in-part': '!',
  'conforms-with-waivers': '!',
  deviates: '✗',
  inconclusive: '?',
  refused: '?',
};

const answerLines = ({ verdict, signs }: Closing, text: string, paint: Paint): string[] =>
  paint.lines(`${signs ? `${verdictSigns[verdict.verdict]} ` : ''}${text}`, ['bold', verdictStyles[verdict.verdict]]);

const detailLines = (closing: Closing, paint: Paint): string[] => {
  const { verdict, directory, effort } = closing;
  const took = effort ? ` (${(effort.bytes / 1e6).toFixed(1)} MB in ${(effort.ms / 1000).toFixed(1)} s)` : '';
  const { cases, gate, profile, seed, exitCode, passive } = verdict;
  const { code = exitCode } = closing;
  const tried = cases === undefined ? '' : `, ${plural(cases, 'generated case')}`;
  const drawn = passive ? '' : `${tried}, profile ${profile}`;
  const run = `${trafficText(verdict)}${drawn}, gate ${gate}${passive ? '' : `, seed ${seed}`}, exit code ${code}`;
  return [
    ...reasonsOf(verdict).flatMap((reason) => paint.lines(`  ${reason}`)),
    ...leaveOutLines(verdict),
    ...paint.lines(`  ${run}`, 'dim'),
    ...[answersText(verdict)].filter(Boolean).flatMap((text) => paint.lines(`  ${text}`, 'dim')),
    ...paint.lines(`  ${nextStep(verdict)}`, 'bold'),
    ...(directory === undefined ? [] : [cut(`  reports in ${sanitise(directory)}${took}`, paint.width * 4)]),
  ];
};

const gravestLine = (verdict: Verdict, paint: Paint): string[] => {
  const risk = gravestIn(verdict);
  return risk === undefined ? [] : paint.lines(`  Gravest risk: ${risk} (${riskMeanings[risk]}).`);
};

const block = (lines: readonly string[]): string[] => (lines.length > 0 ? ['', ...lines] : []);

/**
 * The last lines of a run on a console, about one screen: verdict, endpoints, findings by cause, and the verdict again.
 */
export function closingText(closing: Closing): string {
  const { verdict, colour, width, verbose, quiet } = closing;
  const paint = createPaint(colour, Math.max(40, width));
  const headline = answerLines(closing, headlineOf(verdict), paint);
  const details = detailLines(closing, paint);
  if (quiet) return [...headline, ...details, ''].join('\n');
  const end = [...details, '', ...headline];
  const first = answerLines(closing, statementOf(verdict), paint);
  const risk = gravestLine(verdict, paint);
  const table = endpointTable(verdict, paint, verbose);
  const atMost = (lines: number): number => (verbose ? Number.POSITIVE_INFINITY : lines);
  const reasons = reasonLines(verdict, paint, atMost(maxReasons));
  const drift = [...driftLines(verdict, paint, atMost(maxChanges)), ...waiverLines(verdict)];
  const spareLines =
    screenful - first.length - risk.length - table.length - end.length - reasons.length - drift.length - 5;
  const findings = findingLines(verdict, paint, atMost(Math.max(minFindings, spareLines)));
  const answered = verbose ? answersOfOthers(verdict).flatMap((line) => paint.lines(line, 'dim')) : [];
  return [...first, ...risk, ...[table, findings, reasons, drift, answered, end].flatMap(block), ''].join('\n');
}
