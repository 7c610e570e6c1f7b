import { operationIds } from '#contract';
import { askedText, callText, sinceText } from '../finding.ts';
import { headingOf } from '../outcomes.ts';
import { facts, html, list, type Markup, outcomeBars, renderPage, table } from '../page.ts';
import { plural, texts } from '../text.ts';
import type { Comparison } from './compare.ts';
import { catalogueOf, depthText } from './compared-run.ts';
import { comparisonView, type Line, type LineWord } from './comparison-view.ts';
import { caseText, factText, placeText } from './fact-words.ts';

/** What each kind of line asks of the reader. */
const advice: readonly (readonly [LineWord, one: string, todo: string])[] = [
  ['broken', 'promise of the document broken', 'Have the vendor mend it before the upgrade, or waive it until it is.'],
  ['breaks', 'change that breaks clients', 'Change the client first, or stay on the older release.'],
  ['changed', 'change of what was never promised', 'See whether the client relies on it.'],
  ['more', 'addition', 'Nothing has to be done.'],
  ['least', 'change of little weight', 'Nothing has to be done, unless somebody reads wording or order.'],
  ['waived', 'broken promise that is waived', 'Somebody answers for it until the waiver ends.'],
  ['mended', 'promise mended', 'A waiver of it can go.'],
];

const summary = (lines: readonly Line[], rest: string): Markup => {
  const told = advice.flatMap(([word, what, todo]) => {
    const own = lines.filter((line) => line.word === word);
    return own.length === 0 ? [] : [[`${plural(own.length, what, what.replace(/^(\w+)/, '$1s'))}`, own, todo] as const];
  });
  if (told.length === 0) return html`<p>Nothing changed. ${rest}.</p>`;
  return html`${told.map(
    ([title, own, todo]) => html`
<h3>${title}</h3>
<p>${todo}</p>
${list(own.map(({ endpoints, text }) => html`<strong>${placeText(endpoints)}</strong>: ${text}`))}`,
  )}<p>${rest}.</p>`;
};

type Row = readonly [word: string, what: string, before: string, after: string, request: string];

const rowsAt = (line: Line, endpoint: string): Row[] => [
  ...line.findings
    .filter(({ operation }) => operation === endpoint)
    .map((finding): Row => {
      const { claim, requirement, expected, observed, where } = finding;
      const [broken, kept] = [`${where}: ${observed}`, `as promised: ${expected}`];
      const isMended = line.word === 'mended';
      const what = texts(`${claim} ${requirement}`, sinceText(finding) || undefined).join(', ');
      return [line.word, what, isMended ? broken : kept, isMended ? kept : broken, askedText(finding)];
    }),
  ...line.changes
    .filter((change) => change.endpoint === endpoint)
    .map((change): Row => {
      const isCase = /^(?:status|observed): /.test(change.fact);
      const of = isCase ? caseText(change) : change.fact;
      return [
        line.word,
        `${of} (${change.kind})`,
        factText(change.accepted),
        factText(change.met),
        isCase ? of : callText(endpoint),
      ];
    }),
];

const endpointTable = (lines: readonly Line[], endpoint: string): Markup =>
  table({
    caption: headingOf(endpoint) ?? 'Pages of all listings',
    heads: ['Class', 'What', 'Before', 'After', 'Request'],
    widths: [9, 29, 20, 22, 20],
    rows: lines.flatMap((line) => rowsAt(line, endpoint)),
  });

const changesOf = (lines: readonly Line[]): Markup => {
  const names = [...operationIds, 'service'].filter((name) => lines.some((line) => rowsAt(line, name).length > 0));
  return html`${names.map((name) => endpointTable(lines, name))}`;
};

const runs = ({ before, after }: Comparison): Markup => html`
${[before, after].map(
  (run, at) =>
    html`<h3>${at === 0 ? 'Before' : 'After'}</h3>${facts([
      ['Target', run.target.label],
      ...(run.release === undefined ? [] : [['Release', run.release] as const]),
      ['Verdict', run.verdict],
      ['Started (UTC)', run.startedAt],
      ['Profile, gate and seed', `${depthText(run)}, ${run.gate}, ${run.seed}`],
      ['Harness, catalogue and document', `${run.harness.version}, ${catalogueOf(run)}, ${run.document.version}`],
    ])}`,
)}`;

/** The changes between two runs, as a page to be handed on: a manager reads the summary alone. */
export const renderComparison = (comparison: Comparison): string => {
  const { before, after } = comparison;
  const { headline, lines, rest, others } = comparisonView(comparison);
  return renderPage({
    title: headline,
    lead: `${before.target.label}, ${before.startedAt}, compared with ${after.target.label}, ${after.startedAt}`,
    sections: [
      { id: 'summary', title: 'Summary', body: summary(lines, rest) },
      { id: 'changes', title: 'By endpoint', body: changesOf(lines) },
      {
        id: 'runs',
        title: 'The two runs',
        body: html`${outcomeBars('Requirements of each endpoint by outcome, the earlier run above the later one', [before, after])}${runs(comparison)}`,
      },
      ...others.map(({ title, line, entries }, at) => ({
        id: ['run', 'harness'][at] ?? 'unobserved',
        title,
        body: html`<p>${line}</p>${
          entries.length === 0
            ? html``
            : list(entries.map((each) => html`${each.title}${each.details.length === 0 ? html`` : list(each.details)}`))
        }`,
      })),
    ],
    version: after.harness.version,
  });
};
