// Three and more runs side by side: a row for each promise and fact that differs, a column a run.

import { isPromise, orderIds } from '#contract';
import {
  compareFacts,
  type WrittenFacts as Facts,
  type MatrixGroup,
  matrixGroups,
  readFacts,
  writeChange,
  writeFacts,
} from '#facts';
import { bars, html, list, type Markup, renderPage, sharesOf, table } from '../page.ts';
import { groupBy, plural, sanitiseLines } from '../text.ts';
import type { JudgedRequirement } from '../verdict.ts';
import { outcomeWords } from '../words.ts';
import { placeText } from './change-groups.ts';
import { type ComparedRun, catalogueOf, depthText, observedFacts } from './compared-run.ts';
import { marked, sideOf } from './comparison-reports.ts';
import { namesOf } from './comparison-view.ts';
import { caseText, factText, memberText, placesText, termText, valueText } from './fact-words.ts';

interface Row {
  readonly group: MatrixGroup;
  readonly endpoints: readonly string[];
  readonly what: string;
  /** Keys of the facts that differ so. */
  readonly facts: readonly string[];
  /** One a run, in words. */
  readonly cells: readonly string[];
}

interface ClaimRow {
  readonly requirement: string;
  readonly claim: string;
  readonly cells: readonly string[];
}

const groups: readonly (readonly [RegExp, MatrixGroup])[] = [
  [/^probed: |^order: |^observed: .*(?:page|limit)|bounds/, 'limits and pages'],
  [/^(?:methods|required fields|optional fields|currencies|assets|flags|rails|networks):/, 'capabilities'],
  [/^(?:speed$|expiry:|delay:)/, 'speed'],
  [/^(?:limit|fee|fee types|fee rate|fee share): |^zero balances|^\$\.balances$|effect of a deposit/, 'money'],
  [/^(?:\d{3} )?(?:header)/, 'members and headers'],
  [/^\d{3} |^wording: /, 'error kinds'],
  [/^(?:places|uuid|mask): /, 'spelling and places'],
  [/^codes: /, 'states'],
];

const groupOf = (fact: string, cells: readonly string[]): MatrixGroup => {
  const known = groups.find(([form]) => form.test(fact))?.[1];
  if (known) return known;
  if (/^(?:status|observed): /.test(fact))
    return cells.some((cell) => /^2|accepted/.test(cell)) ? 'accepted and refused' : 'error kinds';
  if (cells.some((cell) => cell === '')) return 'members and headers';
  return cells.some((cell) => /enum:|another value/.test(cell)) ? 'states' : 'spelling and places';
};

/** What a fact says of a member beside its form. */
const aspects: Readonly<Record<string, string>> = {
  places: 'decimal places',
  uuid: 'version of the UUID',
  mask: 'what is masked',
  codes: 'which code',
  rate: 'which way round',
  'fee in': 'whose currency',
  echo: 'compared with what was sent',
  counts: 'what it counts',
  expiry: 'after creation',
  delay: 'after creation',
};

const nameOf = (endpoint: string, fact: string): string => {
  if (/^(?:status|observed): /.test(fact)) return caseText({ endpoint, fact });
  if (fact === 'probed: greatest limit') return 'greatest page size (`limit`)';
  if (fact.startsWith('probed: ')) return fact.slice(8);
  if (/^(?:limit|fee|methods|required fields|optional fields|fee types|fee rate|fee share):/.test(fact))
    return `${fact.split(':', 1)[0]} ${termText(fact)}`;
  const [, status] = /^(\d{3}) /.exec(fact) ?? [];
  const of = status === undefined ? '' : ` of a ${status}`;
  const aspect = aspects[fact.split(':', 1)[0] ?? ''];
  if (aspect !== undefined) return `${memberText(fact)}, ${aspect}`;
  return fact.includes('$')
    ? `${memberText(fact)}${of}`
    : fact.replace(/^\d{3} /, '').replace(/^wording: /, 'wording of a ') + of;
};

/** What comes and goes with records, or by chance, is no difference of services. */
const isDifferent = (one: Facts, other: Facts): ReadonlySet<string> => {
  const [here, there] = [readFacts(one), readFacts(other)];
  const both = [...compareFacts(here, there), ...compareFacts(there, here)].map(writeChange);
  return new Set(
    both
      .filter(({ kind }) => !['not-seen', 'given-changed', 'facts-changed'].includes(kind))
      .map(({ endpoint, fact }) => `${endpoint}\n${fact}`),
  );
};

/**
 * Zeros at the end are no drift of one service; of two services, a client has to read both. What other people's records hold
 * has the places that it has.
 */
const isOtherPlaces = (endpoint: string, values: readonly (string | undefined)[]): boolean => {
  const all = values.filter((value) => value !== undefined);
  const isOwn = orderIds.some((id) => id === endpoint);
  const form = isOwn ? /^decimal\(\w+\)(?: or decimal\(\w+\))*(?: \w+)?$/ : /^decimal\(\d+\)(?: \w+)?$/;
  return new Set(all).size > 1 && all.every((value) => form.test(value));
};

const isSlower = (values: readonly (string | undefined)[]): boolean => {
  const all = values.map(Number).filter((ms) => ms > 0);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return all.length > 1 && most >= least * 1.5 && most >= least + 100;
};

const unseen = '–';

const cellText = (fact: string | undefined): string => (fact === undefined ? unseen : factText(fact));

const measured = (fact: string, value: string | undefined): string =>
  value === undefined
    ? unseen
    : fact === 'speed'
      ? `${value} ms`
      : fact.startsWith('fee ')
        ? valueText(fact, value)
        : placesText(value);

/** Values that are not shown differ by their letter. */
const letters = (values: readonly (string | undefined)[]): readonly string[] => {
  const known = [...new Set(values.filter((value) => value !== undefined))];
  return values.map((value) => (value === undefined ? unseen : String.fromCharCode(65 + known.indexOf(value))));
};

/** That a member is always there is said where it is not so in all runs. */
const cellsOf = (values: readonly (string | undefined)[]): readonly string[] => {
  const presences = new Set(
    values.flatMap((value) => (value === undefined ? [] : [/ (?:req|opt|seen)$/.exec(value)?.[0]])),
  );
  const isAlike = presences.size === 1;
  return values.map((value) => cellText(isAlike ? value?.replace(/ (?:req|opt|seen)$/, '') : value));
};

/** What all fees take away is told by the fee that differs, and all members of unknown names by each. */
const isRepeated = (endpoint: string, fact: string, different: ReadonlySet<string>): boolean => {
  const start = fact.startsWith('fee rate: ')
    ? 'fee share: '
    : fact.endsWith('{*}')
      ? fact.replace('{*}', '.hidden-')
      : '';
  return start !== '' && [...different].some((key) => key.startsWith(`${endpoint}\n${start}`));
};

/** Rows with one name and the same cells are one; a header of a refusal is that of a success. */
const foldName = (fact: string): string => {
  if (fact.includes('header ')) return fact.replace(/^\d{3} /, '');
  return fact.includes('$') ? '' : (fact.split(/[: ]/)[0] ?? '');
};

const rowsOf = (all: readonly Facts[]): readonly Row[] => {
  const [first = {}, ...others] = all;
  const different = new Set(others.flatMap((other) => [...isDifferent(first, other)]));
  const keys = new Set(
    all.flatMap((run) =>
      Object.entries(run).flatMap(([endpoint, own]) => Object.keys(own).map((key) => `${endpoint}\n${key}`)),
    ),
  );
  const rows = [...keys].flatMap((key) => {
    const [endpoint = '', fact = ''] = key.split('\n');
    const [, holder] = /^(.*)\.hidden-[\da-f]{4}$/.exec(fact) ?? [];
    const values = all.map(({ [endpoint]: own = {} }) =>
      holder === undefined || own[fact] === undefined ? own[fact] : (own[`${holder}{*}`] ?? own[fact]),
    );
    if (
      fact.startsWith('settings: ') ||
      isRepeated(endpoint, fact, different) ||
      !(different.has(key) || isOtherPlaces(endpoint, values) || (fact === 'speed' && isSlower(values)))
    )
      return [];
    const group = groupOf(
      fact,
      values.map((value) => value ?? ''),
    );
    const cells = /^(?:codes|wording): /.test(fact)
      ? letters(values)
      : /^(?:speed$|places: |fee (?:rate|share): )/.test(fact)
        ? values.map((value) => measured(fact, value))
        : cellsOf(values);
    return [{ group, endpoint, fact, cells }];
  });
  const alike = groupBy(rows, ({ group, cells, fact }) => JSON.stringify([group, cells, foldName(fact)]));
  const folded = [...alike.values()].flatMap((own): Row[] => {
    const [head] = own;
    if (head === undefined) return [];
    const all = [...new Set(own.map(({ endpoint, fact }) => nameOf(endpoint, fact)))];
    const names = head.fact.includes('header ') ? all.toSorted((one, other) => one.length - other.length) : all;
    const what = `${names[0]}${names.length > 1 ? `, and ${names.length - 1} more` : ''}`;
    const endpoints = [...new Set(own.map(({ endpoint }) => endpoint))];
    return [
      {
        group: head.group,
        endpoints,
        what,
        facts: own.map(({ endpoint, fact }) => `${endpoint} ${fact}`),
        cells: head.cells,
      },
    ];
  });
  return matrixGroups.flatMap((group) => folded.filter((row) => row.group === group));
};

/** The requirements of which some runs have a telling set of outcomes. */
const outcomeRows = (
  runs: readonly ComparedRun[],
  isMeant: (requirement: JudgedRequirement) => boolean,
  isTelling: (outcomes: ReadonlySet<string | undefined>) => boolean,
): readonly ClaimRow[] => {
  const byId = runs.map(({ requirements }) => new Map(requirements.map((each) => [each.id, each])));
  const ids = new Map(
    runs.flatMap(({ requirements }) => requirements.filter(isMeant).map(({ id, claim }) => [id, claim])),
  );
  return [...ids].flatMap(([requirement, claim]) => {
    const own = byId.map((each) => each.get(requirement));
    if (!isTelling(new Set(own.map((each) => each?.outcome)))) return [];
    return [
      { requirement, claim, cells: own.map((each) => (each === undefined ? unseen : outcomeWords[each.outcome])) },
    ];
  });
};

/** Open questions, with the answer of each run. */
const openOf = (all: readonly Facts[]) => {
  const asked = all.flatMap((run) =>
    Object.entries(run).flatMap(([endpoint, own]) =>
      Object.keys(own)
        .filter((fact) => fact.startsWith('observed: '))
        .map((fact) => `${endpoint}\n${fact}`),
    ),
  );
  return [...new Set(asked)].map((key) => {
    const [endpoint = '', fact = ''] = key.split('\n');
    return { endpoint, what: caseText({ endpoint, fact }), cells: all.map((run) => cellText(run[endpoint]?.[fact])) };
  });
};

export const matrixOf = (runs: readonly ComparedRun[]) => {
  const all = runs.map((run) => writeFacts(observedFacts(run) ?? {}));
  return {
    runs,
    names: namesOf(runs),
    /** Those that at least one run found broken. */
    promises: outcomeRows(runs, isPromise, (outcomes) => outcomes.has('deviates') || outcomes.has('waived')),
    /** Those that only some of the runs follow. */
    examples: outcomeRows(
      runs,
      (each) => each.firmness === 'shown',
      (outcomes) => outcomes.has('drifts') && outcomes.has('conforms'),
    ),
    rows: rowsOf(all),
    open: openOf(all),
  };
};

type Matrix = ReturnType<typeof matrixOf>;

/** Why the runs show nothing beside each other; undefined where they do. */
export const matrixLacks = ({ runs, names }: Matrix): string | undefined => {
  const refused = runs.findIndex(({ verdict }) => verdict === 'refused');
  if (refused >= 0) return `${names[refused]} was refused and tested nothing`;
  const versions = new Set(runs.map(({ document }) => document.version));
  if (versions.size > 1) return `they were held to documents of several versions: ${[...versions].join(', ')}`;
  const silent = runs.findIndex((run) => observedFacts(run) === undefined);
  return silent < 0 ? undefined : `the facts of ${names[silent]} are not kept; name its verdict.json`;
};

const brokenIn = ({ promises }: Matrix, at: number): number =>
  promises.filter(({ cells }) => cells[at] === 'broken').length;

const countsOf = ({ rows }: Matrix): readonly (readonly [MatrixGroup, number])[] =>
  matrixGroups
    .map((group) => [group, rows.filter((row) => row.group === group).length] as const)
    .filter(([, count]) => count > 0);

const headlineOf = (matrix: Matrix): string => {
  const { runs, names, rows } = matrix;
  const broken = names.map((name, at) => `${name}: ${plural(brokenIn(matrix, at), 'promise')} broken`);
  const why = matrixLacks(matrix);
  return why === undefined
    ? `${runs.length} runs, ${plural(rows.length, 'difference')}. ${broken.join('; ')}`
    : `${runs.length} runs, no answer: ${why}`;
};

/** `2.5 is as 2.3`: runs of which no promise, example or fact differs, save how fast they were. */
const twins = ({ names, promises, examples, rows }: Matrix): readonly string[] => {
  const shown = rows.filter(({ facts }) => !facts.every((fact) => fact.endsWith(' speed')));
  const columns = names.map((_name, at) =>
    JSON.stringify([...promises, ...examples, ...shown].map(({ cells }) => cells[at])),
  );
  return columns.flatMap((column, at) => {
    const first = columns.indexOf(column);
    return first < at ? [`${names[at]} is as ${names[first]}`] : [];
  });
};

/** For a console: what differs, counted, or each with the cell of every run; the page has the rows. */
export const matrixText = (
  matrix: Matrix,
  { page, verbose = false }: { readonly page?: string | undefined; readonly verbose?: boolean } = {},
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
    ...(matrixLacks(matrix) === undefined ? twins(matrix) : []),
    '',
    ...(verbose ? all : countsOf(matrix).map(([group, count]) => `${group.padEnd(21)} ${count}`)),
    ...(page === undefined ? [] : ['', `A row a difference, a column a run: ${page}`]),
  ]
    .map(sanitiseLines)
    .join('\n');
};

/** For a program. */
export const matrixData = (matrix: Matrix) => {
  const { runs, names, promises, examples, rows, open } = matrix;
  return { format: 1, headline: headlineOf(matrix), names, runs: runs.map(sideOf), promises, examples, rows, open };
};

/** The differences of several runs, as a page to choose by. */
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
      claims.map(({ claim, cells }) => [claim, ...cells]),
    );
  const counts = countsOf(matrix);
  return renderPage({
    title: names.join(', '),
    lead: [headlineOf(matrix), ...twins(matrix)].join('. '),
    sections: [
      {
        id: 'overview',
        title: 'Overview',
        body: html`${bars(
          'Promises',
          runs.map(({ requirements }, at) => ({
            name: names[at] ?? '',
            bars: [sharesOf(requirements.filter(isPromise))],
          })),
        )}${list(counts.map(([group, count]) => `${group}: ${plural(count, 'difference')}`))}`,
      },
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
            .map(({ endpoints, what, cells }) =>
              [`${placeText(endpoints)}: ${what}`, ...cells].map((text) => marked(text)),
            ),
        ),
      })),
      {
        id: 'open',
        title: 'Open questions, and each answer',
        body: table({
          caption: 'What the document leaves open',
          heads: ['Question', ...names],
          widths,
          groups: [...groupBy(open, ({ endpoint }) => endpoint)].map(([title, own]) => ({
            title,
            rows: own.map(({ what, cells }) => [what, ...cells]),
          })),
        }),
      },
      {
        id: 'runs',
        title: 'The runs',
        body: table({
          caption: 'The runs',
          heads: ['Run', 'Target', 'Verdict', 'Started (UTC)', 'Profile', 'Harness and catalogue'],
          rows: runs.map((run, at) => [
            names[at] ?? '',
            run.target.label,
            run.verdict,
            run.startedAt,
            depthText(run),
            `${run.harness.version}, ${catalogueOf(run)}`,
          ]),
        }),
      },
    ],
    version: runs.at(-1)?.harness.version ?? '',
  });
};
