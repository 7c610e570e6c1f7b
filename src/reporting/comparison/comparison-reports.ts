// A comparison for each reader: on a console, in a pull request, for a program, and as a page.

import { documentTitle, operationIds, risks } from '#contract';
import {
  answerStep,
  caseText,
  cellTexts,
  changedText,
  type FactChange,
  isOfAnswer,
  type RulingSort,
  sentenceOf,
  subjectText,
  writeChange,
} from '#facts';
import { askedText, callText, gravestOf, requestCase, seenText, sinceText } from '../finding.ts';
import { banner, facts, fold, html, list, Markup, nothing, renderPage, riskMark, type Tone, table } from '../page.ts';
import { cut, firstOf, groupBy, momentText, namedMarkdown, sanitiseLines, texts, wrapped } from '../text.ts';
import type { JudgedFinding } from '../verdict.ts';
import { headingOf, totalsOf, verdictWords } from '../words.ts';
import { type Accounted, countedBy } from './account.ts';
import { alsoText, type ChangeGroup, groupChanges, placeText } from './change-groups.ts';
import { type Comparison, isUndecided, tooLittle } from './compare-runs.ts';
import { type ComparedRun, catalogueOf, depthText } from './compared-run.ts';
import {
  type ComparisonView,
  comparisonView,
  isGrave,
  isLettered,
  nothingDiffers,
  type Others,
} from './comparison-view.ts';
import { isOfRule } from './finding-text.ts';
import { inWords } from './form-words.ts';
import { type Line, labelOf, sectionOf, sections, todoOf } from './line-kinds.ts';
import { namesOf } from './run-words.ts';

/** The number of lines on a screen; the page has all. */
const screenful = 30;
const maxPlace = 26;

/** Columns, if the screen does not give its width. */
export const usualWidth = 110;

export const indent = ' '.repeat(4);

const labelWidth = 15;

/** `CHECK           balances.read`. */
export const labelled = (label: string, place: string): string => `${label.padEnd(labelWidth)} ${place}`;

/** All lines of a text, indented from the second line on. */
export const hanging = (text: string, width: number): readonly string[] =>
  wrapped(text, width).map((each, at) => (at === 0 ? each : `${indent}${each.trim()}`));

/** Place and text on one line if they fit, else the text below the place. */
const headLines = (line: Line, width: number): readonly string[] => {
  const { endpoints, text } = line;
  const risk = gravestOf(line.findings);
  const place = texts(placeText(endpoints), risk && `(${risk} risk)`).join(' ');
  const head = labelled(labelOf(sectionOf(line)), place);
  const whole = `${head.padEnd(labelWidth + 1 + maxPlace)} ${text}`;
  return place.length <= maxPlace && whole.length <= width
    ? [whole]
    : [...hanging(head, width), ...hanging(`${indent}${text}`, width)];
};

/** Names the page, if the screen leaves out names of places that a client must be changed for. */
const whereAll = ({ also, must }: Line, page: string | undefined): string =>
  page === undefined || must === undefined || also?.all === undefined || !alsoText(also).includes('; and ')
    ? ''
    : ` ${page} lists them all.`;

const lineTexts = (line: Line, { verbose, page, width = usualWidth }: Screen) => [
  ...headLines(line, width),
  ...[
    ...texts(line.also && !verbose && alsoText(line.also)),
    ...(verbose ? detailsOf(line) : texts(mustText(line) && `${mustText(line)}${whereAll(line, page)}`)),
  ].flatMap((each) => hanging(`${indent}${each}`, width)),
];

const mustText = ({ must, also }: Line): string =>
  must === undefined ? '' : `${must}${also?.all === undefined ? '' : ` Do the same for ${also.all}.`}`;

const mostNamed = ({ must, also }: Line): number =>
  must === undefined || also?.all === undefined ? maxListed : also.names.length;

const detailsOf = (line: Line): readonly string[] => detailsIn(line, mustText(line));

const detailsIn = (
  { also, endpoints, details, findings, requirements, changes }: Line,
  must: string,
): readonly string[] => [
  ...texts(must, also && alsoText(also, must === '' ? maxListed : also.names.length)),
  ...(endpoints.length > 1 ? [endpoints.join(', ')] : []),
  ...details,
  ...(requirements.length > 0 ? [firstOf(requirements, 10)] : []),
  ...findings
    .slice(0, 3)
    .flatMap((each) => [
      askedText(each),
      texts(`${each.code} ${seenText([each])}`, sinceText(each) || undefined).join('; '),
    ]),
  ...changes
    .slice(0, 20)
    .map(
      (change) =>
        `${change.kind}: ${change.endpoint} ${subjectText(change)}: ${changedText(...beforeAndAfter(change))}`,
    ),
];

const todosOf = (lines: readonly Line[]): readonly string[] => [
  ...new Set(lines.flatMap((line) => texts(todoOf(line)).map((todo) => `${labelOf(sectionOf(line))}: ${todo}`))),
];

const alikeIn = (lines: readonly Line[]): readonly (readonly Line[])[] => {
  const askOf = (line: Line | undefined): string | undefined => line && JSON.stringify([sectionOf(line), todoOf(line)]);
  const starts = [...lines.keys()].filter((at) => at === 0 || askOf(lines[at]) !== askOf(lines[at - 1]));
  return starts.map((start, at) => lines.slice(start, starts[at + 1]));
};

/** The advice for one line stands below the line; the advice for several lines stands above them. */
const entriesOf = (lines: readonly Line[], screen: Screen): readonly string[] => {
  const { width = usualWidth } = screen;
  return alikeIn(lines).flatMap((alike) => {
    const own = alike.flatMap((line) => lineTexts(line, screen));
    const [todo] = alike.flatMap((line) => texts(todoOf(line)));
    if (todo === undefined) return own;
    return alike.length === 1
      ? [...own, ...hanging(`${indent}${todo}`, width)]
      : [...hanging(`For each of the next ${alike.length} entries: ${todo}`, width), ...own];
  });
};

const shownOf = (lines: readonly Line[], width: number): readonly Line[] => {
  let height = 0;
  const end = lines.findIndex((line) => {
    height += lineTexts(line, { verbose: false, width }).length;
    return height > screenful;
  });
  return end < 0 ? lines : lines.slice(0, Math.max(1, end));
};

export interface Screen {
  readonly verbose: boolean;
  readonly page?: string | undefined;
  readonly width?: number | undefined;
}

/**
 * For a console: the answer, then one line for each cause, the most severe first. It counts the lines that do not fit;
 * the page at this path has all.
 */
export const comparisonText = (
  {
    headline,
    note,
    lines,
    rest,
    others,
  }: Pick<ComparisonView, 'headline' | 'lines' | 'rest' | 'others'> & {
    readonly note?: string;
  },
  { verbose, page, width = usualWidth }: Screen,
): string => {
  const shown = verbose ? lines : shownOf(lines, width);
  const left = lines.length - shown.length;
  return [
    headline,
    ...texts(note),
    ...(lines.length === 0 ? [] : ['']),
    ...entriesOf(shown, { verbose, page, width }),
    ...(left > 0 ? [`and ${left} more: see --verbose${page === undefined ? '' : ` or ${page}`}`] : []),
    ...(lines.length === 0 ? [] : ['']),
    ...rest,
    ...(verbose
      ? others.flatMap(({ line, entries }) => [
          line,
          ...entries.flatMap(({ title, details }) => [`  ${title}`, ...details.map((each) => `      ${each}`)]),
        ])
      : []),
    ...(page === undefined ? [] : [`Full lists: ${page}${verbose ? '' : ', or compare with --verbose'}.`]),
  ]
    .map((line) => sanitiseLines(line).trimEnd())
    .join('\n');
};

const item = (text: string): string => namedMarkdown(cut(text, 600));

const wholeText = (line: Line): string =>
  texts(line.text, line.also && alsoText(line.also), mustText(line))
    .map((each) => each.replace(/\.$/, ''))
    .join('. ');

/** The comparison as Markdown, for a pull request or a ticket. */
export const comparisonSummary = ({ headline, note, lines, rest, others }: ComparisonView): string =>
  [
    `# ${item(headline)}`,
    '',
    note,
    '',
    ...(lines.length === 0 ? [] : ['| | where | what |', '|---|---|---|']),
    ...lines.map(
      (line) => `| **${labelOf(sectionOf(line))}** | ${item(placeText(line.endpoints))} | ${item(wholeText(line))} |`,
    ),
    ...(lines.length === 0 ? [] : ['']),
    ...todosOf(lines).flatMap((todo) => [item(todo), '']),
    ...rest.map((each) => `- ${item(each)}`),
    ...others
      .filter(({ line, title }) => !line.endsWith(nothingDiffers) && /^(?:Your run|The harness)$/.test(title))
      .map(({ line }) => `- ${item(line)}`),
    '',
  ].join('\n');

export const sideOf = ({ requirements: _all, facts: _observed, ...side }: ComparedRun) => side;

const tallyOf = (all: readonly Accounted[]) => {
  const tally = (sort: RulingSort) => ({ count: all.filter(({ is }) => is === sort).length, by: countedBy(all, sort) });
  return {
    differ: all.length,
    reported: all.filter(({ is }) => is === 'reported').length,
    sameCause: tally('same cause'),
    notCompared: tally('not compared'),
    noChange: tally('no change'),
    differences: all,
  };
};

/** The comparison as JSON, for a program. */
export const comparisonData = (comparison: Comparison) => {
  const { before, after, compared, service, run, harness, facts, gone } = comparison;
  const { headline, lines, account } = comparisonView(comparison);
  const named = ({ requirement, reason }: Comparison['run'][number]) => ({ requirement: requirement.id, reason });
  return {
    format: 2,
    headline,
    before: sideOf(before),
    after: sideOf(after),
    compared,
    lines: lines.map(({ word, endpoints, text, also, requirements, changes, must }) => ({
      word,
      endpoints,
      text,
      also,
      must,
      requirements,
      kinds: [...new Set(changes.map(({ kind }) => kind))],
    })),
    service: service.map(({ turn, requirement: { id, claim, firmness }, findings }) => ({
      turn,
      requirement: id,
      claim,
      firmness,
      findings,
    })),
    gone: [...gone.keys()],
    run: run.map(named),
    harness: harness.map(named),
    account: { facts: tallyOf(account.facts), requirements: tallyOf(account.requirements) },
    facts: Object.fromEntries(Object.entries(facts).map(([whose, changes]) => [whose, changes.map(writeChange)])),
  };
};

/** Escapes a part of a sentence, and keeps the spaces at its ends. */
const within = (part: string): string =>
  `${part.startsWith(' ') ? ' ' : ''}${html`${part}`.text}${part.length > 1 && part.endsWith(' ') ? ' ' : ''}`;

/** Marks text between back ticks as code, with a small note behind it. One element, because a table cell needs one. */
export const marked = (text: string, note = ''): Markup => {
  const parts = text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>`.text : within(part)));
  const whole = new Markup(parts.join(''));
  return note === '' ? html`<span>${whole}</span>` : html`<span>${whole} <small>${note}</small></span>`;
};

const maxListed = 8;

const belowOf = (line: Line, isSaidAbove: boolean): Markup =>
  html`${texts(line.also && alsoText(line.also, mostNamed(line)), mustText(line), !isSaidAbove && todoOf(line)).map((each) => html`<br>${marked(each)}`)}`;

/** By the most severe line: green means `You may upgrade`. */
const toneOf = (comparison: Comparison, lines: readonly Line[]): Tone => {
  if (tooLittle(comparison) !== undefined) return 'open';
  if (isGrave(lines) || isUndecided(comparison)) return 'bad';
  const isOpen = ({ word, findings }: Line): boolean =>
    word === 'changed' || (word === 'accepted' && findings.length > 0);
  return lines.some(isOpen) ? 'mind' : 'good';
};

const riskOf = ({ findings }: Line): Markup => {
  const risk = gravestOf(findings);
  return risk === undefined ? nothing : html`${riskMark(risk)} risk, `;
};

/** Lines that need an action, the most severe first; the rest is folded. */
const cards = (lines: readonly Line[], rest: readonly string[]): Markup => {
  const all = sections.flatMap(({ id, title, isUrgent }) => {
    const own = lines.filter((line) => sectionOf(line) === id);
    if (own.length === 0) return [];
    const scale = own.some((line) => gravestOf(line.findings))
      ? ` The risk says how much harm a broken promise can do: ${risks.toReversed().join(', ')}.`
      : '';
    const todos = [...new Set(own.flatMap((line) => texts(todoOf(line))))];
    const about = texts(todos.length === 1 && todos[0], scale.replace(/, (?=\w+\.$)/, ' or ').trim()).join(' ');
    const body = html`${about === '' ? nothing : html`<p>${about}</p>`}
${list(own.map((line) => html`${riskOf(line)}<strong>${placeText(line.endpoints)}</strong>: ${marked(line.text)}${belowOf(line, todos.length === 1)}`))}`;
    const heading = `${title}: ${own.length}`;
    return [
      isUrgent ? html`<div class="card ${own[0]?.word ?? id}"><h2>${heading}</h2>${body}</div>` : fold(heading, body),
    ];
  });
  return html`${all}${list(rest)}`;
};

type Row = readonly [word: string, what: Markup, before: string, after: string, request: string, kind: string];

/** `(first seen on 2026-11-29 in release 2.15)`. */
const sinceSaid = ({ firstSeen }: JudgedFinding): string => {
  if (firstSeen === undefined) return '';
  const { at, release } = firstSeen;
  return `(${texts(`first seen on ${at.slice(0, 10)}`, release && `in release ${release}`).join(' ')})`;
};

const beforeAndAfter = (change: FactChange): readonly [before: string, after: string] => {
  const cells = cellTexts(change, [change.before, change.after]);
  const [before = '', after = ''] = cells.every(isLettered) ? ['a hidden value', 'another hidden value'] : cells;
  return [change.before === undefined ? 'not there' : before, change.after === undefined ? 'gone' : after];
};

const maxRows = 20;

const changeRows = (word: string, { text, kind, changes }: ChangeGroup): Row[] => {
  const [first] = changes;
  const isOne = first === undefined || first.aspect === 'header';
  const own = isOne
    ? changes.slice(0, 1)
    : [...groupBy(changes, sentenceOf).values()].flatMap((alike) => alike.slice(0, 1));
  const rows = own.slice(0, maxRows).map((change): Row => {
    const [before, after] = beforeAndAfter(change);
    const of = isOfAnswer(change) ? caseText(change, change.endpoint) : '';
    // The row has a column for the case.
    const sentence = of === '' ? sentenceOf(change) : answerStep(change);
    return [word, marked(own.length === 1 ? text : sentence), before, after, of, kind];
  });
  const left = own.length - rows.length;
  return left === 0 ? rows : [...rows, [word, marked(`and ${left} more`), '', '', '', kind]];
};

const maxRequests = 8;

/** A key for equal rows. The same claim has another id at each endpoint. */
const alikeBy = ([word, what, before, after, , kind]: Row): string =>
  JSON.stringify([word, what.text, before, after, kind.replace(/^.*\//, '')]);

const folded = (rows: readonly Row[]): readonly Row[] =>
  [...groupBy(rows, alikeBy).values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const [word, what, before, after] = first;
    const [all = [], kinds = []] = [4, 5].map((at) =>
      [...new Set(alike.map((row) => String(row[at])))].filter(Boolean),
    );
    // All valid orders get the same answer as a valid request.
    const requests = all.includes('a valid request') ? all.filter((each) => !/^valid \w+$/.test(each)) : all;
    return [[word, what, before, after, firstOf(requests, maxRequests, '; '), firstOf(kinds, 1)]];
  });

const rowsAt = (line: Line, endpoint: string): Row[] => {
  const { findings, changes } = line;
  const label = labelOf(sectionOf(line));
  return [
    ...findings
      .filter(({ operation }) => operation === endpoint)
      .map((finding): Row => {
        const { claim, requirement, expected, observed, where, isMended } = finding;
        const [broken, kept] = isOfRule(finding)
          ? [`rule broken at ${where}: expected ${inWords(expected)}`, 'rule kept']
          : [texts(where !== 'status' && where, inWords(observed)).join(': '), inWords(expected)];
        const [before, after] = isMended ? [broken, kept] : [kept, broken];
        const what = marked(claim, sinceSaid(finding));
        return [label, what, before, after, requestCase(finding), requirement];
      }),
    ...groupChanges(changes.filter((change) => change.endpoint === endpoint)).flatMap((group) =>
      changeRows(label, group),
    ),
  ];
};

const captionOf = (endpoint: string): string => {
  const heading = headingOf(endpoint);
  const [, number] = /^(\d+) /.exec(heading ?? '') ?? [];
  return heading === undefined
    ? 'Pages of all listings'
    : `${endpoint}, ${callText(endpoint)} (endpoint ${number} of the document)`;
};

const rowTable = (caption: string, rows: readonly Row[]): Markup =>
  table({
    caption,
    heads: ['Label', 'What', 'Before', 'After', 'Request', 'Id'],
    widths: [8, 30, 18, 18, 13, 13],
    rows,
  });

const isWide = (line: Line): boolean => {
  const each = line.endpoints.map((endpoint) => folded(rowsAt(line, endpoint)).map(alikeBy));
  return each.length > 2 && new Set(each.map((rows) => JSON.stringify(rows))).size === 1;
};

/** Changes that are the same at many endpoints stand once, above the tables of the endpoints. */
const changesOf = (lines: readonly Line[]): Markup => {
  const wide = lines.filter(isWide);
  const shared = [...groupBy(wide, ({ endpoints }) => endpoints.join(', '))].map(([names, own]) => {
    const place = placeText(own[0]?.endpoints ?? []);
    const isNamed = place === names || place.startsWith('all endpoints');
    const caption = isNamed ? place.replace(/^all/, 'All') : `${place}: ${names}`;
    return rowTable(
      caption,
      folded(own.flatMap((line) => line.endpoints.flatMap((endpoint) => rowsAt(line, endpoint)))),
    );
  });
  const others = lines.filter((line) => !wide.includes(line));
  const tables = [...operationIds, 'service'].flatMap((endpoint) => {
    const rows = folded(others.flatMap((line) => rowsAt(line, endpoint)));
    return rows.length === 0 ? [] : [rowTable(captionOf(endpoint), rows)];
  });
  return html`${[...shared, ...tables]}`;
};

const runs = ({ before, after }: Comparison): Markup => html`
${[before, after].map(
  (run, at) =>
    html`<h3>${at === 0 ? 'Before' : 'After'}</h3>${facts([
      ['Target', run.target.label],
      ...(run.release === undefined ? [] : [['Release', run.release] as const]),
      ['Verdict', verdictWords[run.verdict]],
      ['Requirements', totalsOf(run).join('; ')],
      ['Started', momentText(run.startedAt)],
      ['Profile, gate and seed', `${depthText(run)}, ${run.gate}, ${run.seed}`],
      ['Harness, catalogue and document', `${run.harness.version}, ${catalogueOf(run)}, ${run.document.version}`],
    ])}`,
)}`;

const entryOf = ({ title, details }: Others['entries'][number]): Markup =>
  html`${marked(title)}${details.length === 0 ? nothing : list(details)}`;

/** The changes between two runs as an HTML page. A manager needs only its summary. */
export const renderComparison = (comparison: Comparison): string => {
  const { before, after } = comparison;
  const { headline, answer, counts, note, lines, rest, others } = comparisonView(comparison);
  return renderPage({
    title: headline,
    heading: namesOf([before, after]).join(' compared with '),
    lead: texts(before.target.label === after.target.label && after.target.label, documentTitle).join(' · '),
    first: {
      id: 'summary',
      title: 'Answer',
      body: html`${banner(toneOf(comparison, lines), answer, `${counts}. ${note}`)}${cards(lines, rest)}`,
    },
    sections: [
      { id: 'changes', title: 'By endpoint', body: changesOf(lines) },
      { id: 'runs', title: 'The two runs', body: runs(comparison) },
      ...others
        .filter(({ line }) => !line.endsWith(nothingDiffers))
        .map(({ title, line, entries }) => ({
          id: title.toLowerCase().replaceAll(' ', '-'),
          title,
          body: html`<p>${line}</p>${entries.length === 0 ? nothing : list(entries.map(entryOf))}`,
        })),
    ],
    version: after.harness.version,
  });
};
