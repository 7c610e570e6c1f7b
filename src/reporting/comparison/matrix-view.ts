// Several runs side by side: on a console, for a program, and as a page.
import { documentTitle, isPromise, operationIds, type Risk, riskOf, risks } from '#contract';
import { type MatrixGroup, matrixGroups } from '#facts';
import type { Outcome } from '#run';
import { wasExecuted } from '../outcomes.ts';
import { banner, fold, html, list, type Markup, outcomeSign, renderPage, riskMark, type Tone, table } from '../page.ts';
import { groupBy, momentText, plural, rowIn, sanitiseLines, texts } from '../text.ts';
import { totalsOf, verdictWords } from '../words.ts';
import { placeText } from './change-groups.ts';
import { catalogueOf, depthText } from './compared-run.ts';
import { hanging, indent, labelled, marked, type Screen, sideOf, usualWidth } from './comparison-reports.ts';
import { labelOf, lineWordOf, sectionIn } from './line-kinds.ts';
import { type ClaimRow, type Matrix, matrixLacks, withoutAmounts } from './matrix.ts';

const promiseWord = 'broken';

/** `broken` for the cell ``broken (`from.amount` is a number)``. */
const outcomeOf = (cell: string): string => cell.split(' (')[0] ?? '';

const brokenIn = ({ promises }: Matrix, at: number): number =>
  promises.filter(({ cells }) => outcomeOf(cells[at] ?? '') === promiseWord).length;

const countsOf = ({ rows }: Matrix): readonly (readonly [MatrixGroup, number])[] =>
  matrixGroups
    .map((group) => [group, rows.filter((row) => row.group === group).length] as const)
    .filter(([, count]) => count > 0);

const untestedIn = ({ requirements }: Matrix['runs'][number]): number =>
  requirements.filter((each) => isPromise(each) && !wasExecuted(each)).length;

const headlineOf = (matrix: Matrix): string => {
  const { runs, names, rows } = matrix;
  const broken = names.map((name, at) => `${brokenIn(matrix, at) || 'none'} in ${name}`);
  const untested = runs.flatMap((run, at) => (untestedIn(run) > 0 ? [`${untestedIn(run)} in ${names[at]}`] : []));
  const why = matrixLacks(matrix);
  return why === undefined
    ? texts(
        `${runs.length} runs.`,
        `Promises broken: ${broken.join(', ')}.`,
        untested.length > 0 && `Promises not tested: ${untested.join(', ')}.`,
        `${plural(rows.length, 'other difference')}.`,
      ).join(' ')
    : `${runs.length} runs, no answer: ${why}`;
};

const orText = (all: readonly string[]): string =>
  all.length < 2 ? all.join() : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;

/** `From 2.13 to 2.14 or 2.15: do not upgrade yet.` */
const verdictOf = ({ names: [first = '', ...others], answers }: Matrix): string => {
  const each = others.map((name, at) => ({ name, answer: answers[at] ?? '' }));
  return [...groupBy(each, ({ answer }) => answer)]
    .map(([answer, own]) => {
      const said = answer.slice(0, 1).toLowerCase() + answer.slice(1);
      return `From ${first} to ${orText(own.map(({ name }) => name))}: ${said}.`;
    })
    .join(' ');
};

const adviceOf = ({ runs, names, answers }: Matrix): string => {
  const at = answers.findLastIndex((answer) => !answer.startsWith('You may'));
  const [first, other] = [runs[0], runs[at + 1]];
  if (at < 0 || first === undefined || other === undefined) return 'No action is needed.';
  const areReleases = [first, other].every(({ release }, side) => release === names[side === 0 ? 0 : at + 1]);
  return areReleases
    ? `To see what your client and the vendor must do, run \`ramp-conformance compare ${first.release} ${other.release}\`.`
    : `To see what your client and the vendor must do, compare two of these runs: ${names[0]} and ${names[at + 1]}.`;
};

const leadOf = (matrix: Matrix): readonly string[] =>
  matrixLacks(matrix) === undefined ? [verdictOf(matrix), adviceOf(matrix)] : [];

/** `2.5 shows no difference from 2.3`: runs with equal promises, examples and facts. Speed does not count. */
const twins = ({ names, promises, examples, rows }: Matrix): readonly string[] => {
  const shown = rows.filter(({ facts }) => !facts.every((fact) => fact.endsWith(' speed')));
  const columns = names.map((_name, at) =>
    JSON.stringify([...promises, ...examples, ...shown].map(({ cells }) => cells[at])),
  );
  return columns.flatMap((column, at) => {
    const first = columns.indexOf(column);
    return first < at ? [`${names[at]} shows no difference from ${names[first]}.`] : [];
  });
};

const maxTop = 10;

interface ShownClaim {
  readonly risk: Risk | undefined;
  readonly what: string;
  readonly cells: readonly string[];
}

/** A claim with the same cells at several endpoints stands once; the most severe claims come first. */
const foldedClaims = (claims: readonly ClaimRow[]): readonly ShownClaim[] =>
  [...groupBy(claims, ({ claim, cells }) => JSON.stringify([claim, cells.map(outcomeOf)])).values()]
    .toSorted(([one], [other]) => riskAt(one) - riskAt(other))
    .flatMap((alike): readonly ShownClaim[] => {
      const [first] = alike;
      if (first === undefined) return [];
      const ids = alike.map(({ requirement }) => requirement.split('/')[0]);
      const endpoints = operationIds.filter((id) => ids.includes(id));
      return [
        {
          risk: riskOf(first.requirement),
          what: texts(endpoints.length > 0 && placeText(endpoints), first.claim).join(': '),
          cells: first.cells,
        },
      ];
    });

const labelIn = ({ class: drift, kinds }: Matrix['rows'][number]): string => {
  return labelOf(sectionIn(lineWordOf(drift), kinds));
};

const riskAt = (row: ClaimRow | undefined): number => {
  const at = risks.indexOf(riskOf(row?.requirement ?? '') ?? 'low');
  return at < 0 ? risks.length : at;
};

/** Each value once, with its runs; the largest group of runs is `all others`. */
const cellsText = (names: readonly string[], cells: readonly string[]): string => {
  const all = [
    ...groupBy(
      names.map((name, at) => ({ name, cell: cells[at] ?? '' })),
      ({ cell }) => withoutAmounts(cell),
    ).values(),
  ].map((own) => [own[0]?.cell ?? '', own] as const);
  const most = all.toSorted(([, one], [, other]) => other.length - one.length)[0];
  const areMany = all.length > 1 && (most?.[1].length ?? 0) > 2;
  const others = all.filter((each) => !areMany || each !== most);
  return [
    ...others.map(([cell, own]) => `${own.map(({ name }) => name).join(', ')}: ${cell}`),
    ...(areMany && most ? [`all others: ${most[0]}`] : []),
  ].join('; ');
};

const topRows = ({ names, promises, rows }: Matrix, width: number): readonly string[] => {
  const all = [
    ...foldedClaims(promises).map((each) => ({ label: labelOf('broken'), ...each })),
    ...rows.map((row) => ({ label: labelIn(row), what: `${placeText(row.endpoints)}: ${row.what}`, cells: row.cells })),
  ];
  const top = all
    .slice(0, maxTop)
    .flatMap(({ label, what, cells }) => [
      ...hanging(labelled(label, what), width),
      ...hanging(`${indent}${cellsText(names, cells)}`, width),
    ]);
  const left = all.length - maxTop;
  return left > 0 ? [...top, `and ${left} more rows: see --verbose or the page`] : top;
};

/** For a console: the ten most important rows, or each row with the cell of each run. The page has all rows. */
export const matrixText = (
  matrix: Matrix,
  { page, verbose = false, width = usualWidth }: Partial<Screen> = {},
): string => {
  const { names, promises, examples, rows } = matrix;
  const cellsIn = (cells: readonly string[]) => cells.map((cell, at) => `${names[at]}: ${cell}`).join('; ');
  const listed = (title: string, own: readonly (readonly [what: string, cells: readonly string[]])[]) =>
    own.length === 0 ? [] : [title, ...own.flatMap(([what, cells]) => [`  ${what}`, `      ${cellsIn(cells)}`])];
  const all = [
    ...listed(
      'promises',
      promises.map(({ claim, cells }) => [claim, cells] as const),
    ),
    ...listed(
      'examples',
      examples.map(({ claim, cells }) => [claim, cells] as const),
    ),
    ...countsOf(matrix).flatMap(([group]) =>
      listed(
        group,
        rows
          .filter((row) => row.group === group)
          .map(({ endpoints, what, cells }) => [`${placeText(endpoints)}: ${what}`, cells] as const),
      ),
    ),
  ];
  return [
    headlineOf(matrix),
    ...leadOf(matrix),
    ...(matrixLacks(matrix) === undefined ? twins(matrix) : []),
    '',
    ...(verbose ? all : topRows(matrix, width)),
    ...(page === undefined
      ? []
      : ['', `The page has one row for each difference and one column for each run: ${page}`]),
  ]
    .map(sanitiseLines)
    .join('\n');
};

/** The matrix as JSON, for a program. */
export const matrixData = (matrix: Matrix) => {
  const { runs, names, answers, promises, examples, rows, open } = matrix;
  return {
    format: 1,
    headline: headlineOf(matrix),
    names,
    answers,
    runs: runs.map(sideOf),
    promises,
    examples,
    rows,
    open,
  };
};

const answerOf = (matrix: Matrix): readonly [Tone, string] => {
  const { names, rows } = matrix;
  if (matrixLacks(matrix) !== undefined) return ['open', 'No answer'];
  const broken = names.filter((_, at) => brokenIn(matrix, at) > 0);
  if (broken.length > 0) return ['bad', `Promises broken in ${broken.length} of ${plural(names.length, 'run')}`];
  return rows.length > 0 ? ['mind', 'No promise broken, but they differ'] : ['good', 'No difference'];
};

const cellOutcomes: Readonly<Record<string, Outcome>> = {
  kept: 'conforms',
  broken: 'deviates',
  waived: 'waived',
  different: 'drifts',
  untested: 'untested',
};

const cellOf = (text: string): Markup => {
  const outcome = rowIn(cellOutcomes, /^\w*/.exec(text)?.[0] ?? '');
  return outcome === undefined ? html`${text}` : html`<span>${outcomeSign(outcome)} ${text}</span>`;
};

const overview = (matrix: Matrix): Markup => {
  const { runs, names } = matrix;
  const counts = countsOf(matrix).map(([group, count]) => `${group}: ${plural(count, 'difference')}`);
  return html`${banner(...answerOf(matrix), headlineOf(matrix), list([...leadOf(matrix).map((each) => marked(each)), ...twins(matrix), ...counts]))}
${table({
  caption: 'The runs',
  heads: ['Run', 'Verdict', 'Promises', 'Target', 'Started', 'Profile', 'Harness and catalogue'],
  rows: runs.map((run, at) => [
    names[at] ?? '',
    verdictWords[run.verdict],
    totalsOf({ requirements: run.requirements.filter(isPromise) }).join('; '),
    run.target.label,
    html`<span class="word">${momentText(run.startedAt)}</span>`,
    depthText(run),
    `${run.harness.version}, ${catalogueOf(run)}`,
  ]),
})}`;
};

/** The differences of several runs as an HTML page. */
export const renderMatrix = (matrix: Matrix): string => {
  const { runs, names, promises, examples, rows, open } = matrix;
  const widths = [24, ...runs.map(() => Math.floor(76 / runs.length))];
  const tableOf = (head: string, noun: string, own: readonly (readonly (Markup | string)[])[]) =>
    own.length === 0
      ? html`<p>None.</p>`
      : table({ caption: plural(own.length, noun), heads: [head, ...names], widths, rows: own });
  const claimsOf = (head: string, claims: readonly ClaimRow[]) =>
    tableOf(
      head,
      head.toLowerCase(),
      foldedClaims(claims).map(({ risk, what, cells }) => [
        html`<span>${riskMark(risk)} ${what}</span>`,
        ...cells.map(cellOf),
      ]),
    );
  const counts = countsOf(matrix);
  return renderPage({
    title: names.join(', '),
    heading: `${names.join(', ')} side by side`,
    lead: documentTitle,
    first: { id: 'overview', title: 'Answer', body: overview(matrix) },
    sections: [
      {
        id: 'promises',
        title: 'Promises that are broken in one of them',
        body: claimsOf('Promise', promises),
      },
      {
        id: 'examples',
        title: 'Examples of the document that only some of them follow',
        body: claimsOf('Example', examples),
      },
      ...counts.map(([group]) => ({
        id: group.replaceAll(' ', '-'),
        title: `What differs: ${group}`,
        body: tableOf(
          'What',
          'difference',
          rows
            .filter((row) => row.group === group)
            .map(({ endpoints, what, cells, must }) => [
              marked(`${placeText(endpoints)}: ${what}`, must.join(' ')),
              ...cells.map((text) => marked(text)),
            ]),
        ),
      })),
      {
        id: 'open',
        title: 'Open questions, and each answer',
        body: fold(
          plural(open.length, 'question'),
          table({
            caption: 'What the document leaves open',
            heads: ['Question', ...names],
            widths,
            groups: [...groupBy(open, ({ endpoint }) => endpoint)].map(([title, own]) => ({
              title,
              rows: own.map(({ what, cells }) => [what, ...cells]),
            })),
          }),
        ),
      },
    ],
    version: runs.at(-1)?.harness.version ?? '',
  });
};
