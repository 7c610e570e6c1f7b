// A comparison as each reader takes it: a console, a pull request, a program, and a page to be handed on.

import { documentTitle, operationIds } from '#contract';
import {
  caseText,
  cellTexts,
  type FactChange,
  isOfAnswer,
  type RulingSort,
  sentenceOf,
  subjectText,
  writeChange,
} from '#facts';
import { askedText, callText, gravestOf, seenText, sinceText } from '../finding.ts';
import { banner, facts, fold, html, list, Markup, nothing, renderPage, riskMark, type Tone, table } from '../page.ts';
import { cut, firstOf, groupBy, namedMarkdown, sanitiseLines, texts } from '../text.ts';
import type { JudgedFinding } from '../verdict.ts';
import { headingOf, totalsOf } from '../words.ts';
import { type Accounted, countedBy } from './account.ts';
import { type ChangeGroup, groupChanges, placeText } from './change-groups.ts';
import { advice, inWords, type Line } from './change-lines.ts';
import { type Comparison, tooLittle } from './compare-runs.ts';
import { type ComparedRun, catalogueOf, depthText } from './compared-run.ts';
import { type ComparisonView, comparisonView, namesOf, nothingDiffers, type Others } from './comparison-view.ts';

/** Nobody reads a longer screen; the page has all. */
const screenful = 18;
const maxPlace = 26;

const lineText = ({ word, endpoints, text }: Line): string =>
  `${word.toUpperCase().padEnd(8)} ${placeText(endpoints).padEnd(maxPlace)} ${text}`;

const mustText = ({ must }: Line): string => (must === undefined ? '' : `Your client must ${must}.`);

const detailsOf = (line: Line): readonly string[] => detailsIn(line, mustText(line));

const detailsIn = ({ endpoints, details, findings, requirements, changes }: Line, must: string): readonly string[] => [
  ...texts(must),
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
      (change) => `${change.kind}: ${change.endpoint} ${subjectText(change)}: ${beforeAndAfter(change).join(' -> ')}`,
    ),
];

/** Only what somebody has to do: the page has the rest. */
const urgent: readonly Line['word'][] = ['broken', 'breaks', 'changed'];

const todoOf = (lines: readonly Line[]): readonly string[] =>
  advice
    .filter(([word]) => urgent.includes(word) && lines.some((line) => line.word === word))
    .map(([word, , todo]) => `${word.toUpperCase()}: ${todo}`);

/** For a console: the answer, a line a cause, the most severe first; the rest is counted and stands in the page at this path. */
export const comparisonText = (
  view: Pick<ComparisonView, 'headline' | 'lines' | 'rest' | 'others'>,
  { verbose, page }: { readonly verbose: boolean; readonly page?: string | undefined },
): string => {
  const { headline, lines, rest, others } = view;
  const shown = verbose ? lines : lines.slice(0, screenful);
  const left = lines.length - shown.length;
  return [
    headline,
    ...(lines.length === 0 ? [] : ['']),
    ...shown.flatMap((line) => [lineText(line), ...(verbose ? detailsOf(line).map((each) => `         ${each}`) : [])]),
    ...(left > 0 ? [`and ${left} more: --verbose${page === undefined ? '' : `, or ${page}`}`] : []),
    ...(lines.length === 0 ? [] : ['', ...todoOf(lines)]),
    ...texts(rest),
    ...(verbose
      ? others.flatMap(({ line, entries }) => [
          line,
          ...entries.flatMap(({ title, details }) => [`  ${title}`, ...details.map((each) => `      ${each}`)]),
        ])
      : []),
    ...(page === undefined ? [] : [`The page: ${page}`]),
  ]
    .map((line) => sanitiseLines(line).trimEnd())
    .join('\n');
};

const item = (text: string): string => namedMarkdown(cut(text, 600));

/** For a pull request or a ticket. */
export const comparisonSummary = ({ headline, lines, rest, others }: ComparisonView): string =>
  [
    `# ${item(headline)}`,
    '',
    ...(lines.length === 0 ? [] : ['| | where | what |', '|---|---|---|']),
    ...lines.map((line) => `| **${line.word}** | ${item(placeText(line.endpoints))} | ${item(line.text)} |`),
    ...(lines.length === 0 ? [] : ['']),
    ...todoOf(lines).flatMap((todo) => [item(todo), '']),
    item(rest),
    '',
    ...others.filter(({ line }) => !line.endsWith(nothingDiffers)).map(({ line }) => `- ${item(line)}`),
    '',
  ].join('\n');

export const sideOf = ({ requirements: _all, facts: _observed, ...side }: ComparedRun) => side;

/** Numbers that add up, and each difference behind them. */
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

/** For a program. */
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
    lines: lines.map(({ word, endpoints, text, requirements, changes, must }) => ({
      word,
      endpoints,
      text,
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

/** Escapes a part of a sentence, whose spaces are those between the parts. */
const within = (part: string): string =>
  `${part.startsWith(' ') ? ' ' : ''}${html`${part}`.text}${part.length > 1 && part.endsWith(' ') ? ' ' : ''}`;

/** What stands between back ticks is a name of the service; a note stands small behind it. One element, as a cell wants it. */
export const marked = (text: string, note = ''): Markup => {
  const parts = text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>`.text : within(part)));
  const whole = new Markup(parts.join(''));
  return note === '' ? html`<span>${whole}</span>` : html`<span>${whole} <small>${note}</small></span>`;
};

const mustOf = (line: Line): Markup => (line.must === undefined ? nothing : html`<br>${marked(mustText(line))}`);

/** The answer in a word, by the gravest line. */
const answers: Readonly<Record<Line['word'], readonly [Tone, string]>> = {
  broken: ['bad', 'Worse: promises are broken'],
  breaks: ['bad', 'Worse: clients may break'],
  changed: ['mind', 'Changed: look before you upgrade'],
  waived: ['mind', 'No new difference; accepted deviations remain'],
  more: ['good', 'Nothing breaks'],
  least: ['good', 'Nothing breaks'],
  accepted: ['good', 'Nothing breaks'],
  mended: ['good', 'Better'],
};

const urgentFirst: readonly Line['word'][] = [
  'broken',
  'breaks',
  'changed',
  'waived',
  'more',
  'least',
  'accepted',
  'mended',
];

const answerOf = (comparison: Comparison, lines: readonly Line[]): readonly [Tone, string] => {
  if (tooLittle(comparison) !== undefined) return ['open', 'No answer'];
  const word = urgentFirst.find((each) => lines.some((line) => line.word === each));
  return word === undefined ? ['good', 'No difference'] : answers[word];
};

/** What somebody has to do something about, the gravest first; the rest is folded. */
const cards = (lines: readonly Line[], rest: string): Markup => {
  const all = advice.flatMap(([word, title, todo]) => {
    const own = lines.filter((line) => line.word === word);
    if (own.length === 0) return [];
    const body = html`<p>${todo}</p>
${list(own.map((line) => html`${riskMark(gravestOf(line.findings))} <strong>${placeText(line.endpoints)}</strong>: ${marked(line.text)}${mustOf(line)}`))}`;
    const heading = `${title}: ${own.length}`;
    return [
      urgent.includes(word) ? html`<div class="card ${word}"><h2>${heading}</h2>${body}</div>` : fold(heading, body),
    ];
  });
  return html`${all}<p>${rest}.</p>`;
};

type Row = readonly [word: string, what: Markup, before: string, after: string, request: string, kind: string];

/** The heading has the path. */
const caseOf = (finding: JudgedFinding, endpoint: string): string =>
  askedText(finding).replace(callText(endpoint), '').replace(/^, /, '');

/** Values that are not shown have a letter. */
const beforeAndAfter = (change: FactChange): readonly [before: string, after: string] => {
  const [before = '', after = ''] = cellTexts(change, [change.before, change.after]);
  return [change.before === undefined ? 'not there' : before, change.after === undefined ? 'gone' : after];
};

/** A place or case a row; a header stands for that of every status. */
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
    // The case stands beside it.
    const sentence = of === '' ? sentenceOf(change) : `${before} before, now ${after}`;
    return [word, marked(own.length === 1 ? text : sentence), before, after, of, kind];
  });
  const left = own.length - rows.length;
  return left === 0 ? rows : [...rows, [word, marked(`and ${left} more`), '', '', '', kind]];
};

/** More requests that are answered alike would be read by nobody. */
const maxRequests = 8;

/** One claim has an id at each endpoint. */
const alikeBy = ([word, what, before, after, , kind]: Row): string =>
  JSON.stringify([word, what.text, before, after, kind.replace(/^.*\//, '')]);

/** Rows that differ by their request, or by the endpoint of their claim, are one. */
const folded = (rows: readonly Row[]): readonly Row[] =>
  [...groupBy(rows, alikeBy).values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const [word, what, before, after] = first;
    const [requests, kinds] = [4, 5].map((at) => [...new Set(alike.map((row) => String(row[at])))].filter(Boolean));
    return [[word, what, before, after, firstOf(requests ?? [], maxRequests, '; '), firstOf(kinds ?? [], 1)]];
  });

const rowsAt = ({ word, findings, changes }: Line, endpoint: string): Row[] => [
  ...findings
    .filter(({ operation }) => operation === endpoint)
    .map((finding): Row => {
      const { claim, requirement, expected, observed, where, isMended } = finding;
      const [broken, kept] = [`${where}: ${inWords(observed)}`, `as promised: ${inWords(expected)}`];
      const [before, after] = isMended ? [broken, kept] : [kept, broken];
      const what = marked(claim, sinceText(finding));
      return [word, what, before, after, caseOf(finding, endpoint), requirement];
    }),
  ...groupChanges(changes.filter((change) => change.endpoint === endpoint)).flatMap((group) => changeRows(word, group)),
];

const captionOf = (endpoint: string): string => {
  const heading = headingOf(endpoint);
  return heading === undefined ? 'Pages of all listings' : `${heading}: ${callText(endpoint)}`;
};

const rowTable = (caption: string, rows: readonly Row[]): Markup =>
  table({
    caption,
    heads: ['Class', 'What', 'Before', 'After', 'Request', 'Kind'],
    widths: [8, 30, 18, 18, 13, 13],
    rows,
  });

/** Fewer tables with one row are as short. */
const isWide = (line: Line): boolean => {
  const each = line.endpoints.map((endpoint) => folded(rowsAt(line, endpoint)).map(alikeBy));
  return each.length > 2 && new Set(each.map((rows) => JSON.stringify(rows))).size === 1;
};

/** What is alike at many endpoints stands once, above the tables of each. */
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
      ['Verdict', run.verdict],
      ['Requirements', totalsOf(run).join('; ')],
      ['Started (UTC)', run.startedAt],
      ['Profile, gate and seed', `${depthText(run)}, ${run.gate}, ${run.seed}`],
      ['Harness, catalogue and document', `${run.harness.version}, ${catalogueOf(run)}, ${run.document.version}`],
    ])}`,
)}`;

const entryOf = ({ title, details }: Others['entries'][number]): Markup =>
  html`${marked(title)}${details.length === 0 ? nothing : list(details)}`;

/** The changes between two runs, as a page to be handed on: a manager reads the summary alone. */
export const renderComparison = (comparison: Comparison): string => {
  const { before, after } = comparison;
  const { headline, lines, rest, others } = comparisonView(comparison);
  return renderPage({
    title: headline,
    heading: namesOf([before, after]).join(' compared with '),
    lead: texts(before.target.label === after.target.label && after.target.label, documentTitle).join(' · '),
    first: {
      id: 'summary',
      title: 'Answer',
      body: html`${banner(...answerOf(comparison, lines), headline.slice(headline.indexOf(': ') + 2))}${cards(lines, rest)}`,
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
