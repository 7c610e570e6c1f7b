// Three and more runs side by side: one row for each promise and fact that differs, one column for each run.

import { isPromise, operationIds, orderIds } from '#contract';
import {
  amongOthers,
  type ChangeKind,
  caseText,
  cellTexts,
  clientMust,
  compareFacts,
  type DriftClass,
  driftClasses,
  type FactChange,
  type Facts,
  groupOf,
  isIncidental,
  isOfAnswer,
  isPlainRequest,
  isShownBy,
  keyOf,
  type MatrixGroup,
  matrixGroups,
  nameOf,
  pathIn,
  unseen,
  type Value,
  valueText,
} from '#facts';
import type { FactSubject } from '#run';
import { firstOf, groupBy } from '../text.ts';
import type { JudgedRequirement } from '../verdict.ts';
import { outcomeWords } from '../words.ts';
import { compareRuns } from './compare-runs.ts';
import { type ComparedRun, keepsFacts, middleOf, observedFacts, slower, speedsOf } from './compared-run.ts';
import { comparisonView } from './comparison-view.ts';
import { inWords } from './form-words.ts';
import { lineWordOf, sectionIn } from './line-kinds.ts';
import { namesOf } from './run-words.ts';

interface Row {
  readonly group: MatrixGroup;
  readonly endpoints: readonly string[];
  readonly what: string;
  /** The keys of the facts in this row. */
  readonly facts: readonly string[];
  /** One text for each run. */
  readonly cells: readonly string[];
  /** What a client must do to use each of the runs' releases. */
  readonly must: readonly string[];
  readonly class: DriftClass;
  readonly kinds: readonly ChangeKind[];
}

export interface ClaimRow {
  readonly requirement: string;
  readonly claim: string;
  readonly cells: readonly string[];
}

interface FactRow {
  readonly endpoint: string;
  readonly fact: FactSubject;
  readonly values: readonly (Value | undefined)[];
}

const placeOf = (endpoint: string, fact: FactSubject): string => `${endpoint}\n${keyOf(fact)}`;

/** A difference that comes from records or from chance is no difference between services. */
const differencesOf = (one: Facts, other: Facts): readonly FactChange[] =>
  compareFacts(one, other).filter(({ kind }) => !['not-seen', 'given-changed', 'facts-changed'].includes(kind));

const isDecimal = (form: string): boolean => form.startsWith('decimal(');

/**
 * True if only the decimal places differ. Trailing zeros are no drift within one service, but a client of two services
 * has to read both forms. Values in records of other people have any number of places.
 */
const isOtherPlaces = ({ endpoint, values }: FactRow): boolean => {
  const all = values.filter((value) => value !== undefined);
  const isOwn = orderIds.some((id) => id === endpoint);
  const isMeant = ({ parts }: Value): boolean =>
    isOwn
      ? parts.every(({ form }) => isDecimal(form))
      : parts.length === 1 && parts.every(({ form }) => isDecimal(form) && form !== 'decimal(varied)');
  const texts = all.map((value) => JSON.stringify(value));
  return new Set(texts).size > 1 && all.every(isMeant);
};

/** True if the medians of three kept runs of each release differ by half and by 100 ms. */
const isSlower = (values: readonly (number | undefined)[]): boolean => {
  const all = values.filter((ms) => ms !== undefined);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return all.length > 1 && most >= least * slower.factor && most >= least + slower.ms;
};

const speedRows = (runs: readonly ComparedRun[], kept: readonly ComparedRun[]): readonly Row[] => {
  const speeds = runs.map((run) => speedsOf(run, kept));
  return operationIds.flatMap((endpoint): readonly Row[] => {
    const medians = speeds.map((own) => {
      const all = own.get(endpoint) ?? [];
      return all.length < slower.runs ? undefined : middleOf(all);
    });
    if (!isSlower(medians)) return [];
    const cells = medians.map((ms) => (ms === undefined ? unseen : `${ms} ms`));
    const most = Math.max(...medians.filter((ms) => ms !== undefined));
    const must = [`Check that your client waits longer than ${most} ms for an answer.`];
    return [
      {
        group: 'speed',
        class: 'changed',
        kinds: ['slower'],
        endpoints: [endpoint],
        what: 'speed',
        facts: [`${endpoint} speed`],
        cells,
        must,
      },
    ];
  });
};

/**
 * True if another row says it: the row of the fee for the share of all fees, or the row of a member for all members of
 * unknown names.
 */
const isRepeated = ({ endpoint, fact }: FactRow, all: readonly FactRow[]): boolean =>
  all.some(
    (other) =>
      other.endpoint === endpoint &&
      ((fact.aspect === 'fee rate' && other.fact.aspect === 'fee share') ||
        (isIncidental(fact) && isOfAnswer(other.fact) && !isIncidental(other.fact)) ||
        isShownBy(fact, other.fact)),
  );

/** Rows with one name and equal cells become one row. A header of a refusal has the name of the header of a success. */
const foldName = (fact: FactSubject): string => {
  const { aspect, status } = fact;
  if (aspect === 'header') return keyOf({ ...fact, status: undefined });
  if (pathIn(fact) !== undefined) return '';
  if (isOfAnswer(fact)) return 'status';
  return aspect === 'message kind' ? `${status}` : (aspect.split(' ')[0] ?? '');
};

/** Orders of different amounts have the same share. */
export const withoutAmounts = (cell: string): string => cell.replace(/ \([\d.,]+ on [\d.,]+\)/g, '');

const factRows = (all: readonly Facts[]): readonly FactRow[] => {
  const known = new Map(
    all.flatMap((run) =>
      Object.entries(run).flatMap(([endpoint, own]) =>
        [...own.values()].map((fact) => [placeOf(endpoint, fact), { endpoint, fact }] as const),
      ),
    ),
  );
  return [...known.values()].map(({ endpoint, fact: { aspect, of, status } }) => {
    const fact = { aspect, of, status };
    const place = amongOthers(fact);
    const values = all.map(({ [endpoint]: own }) => {
      const value = own?.get(keyOf(fact))?.value;
      return value && ((place && own?.get(keyOf(place))?.value) ?? value);
    });
    return { endpoint, fact, values };
  });
};

interface ShownRow {
  readonly row: FactRow;
  readonly group: MatrixGroup;
  readonly cells: readonly string[];
  /**
   * Changes between two of the runs. For one service: between the first run and each later run, if there are such
   * changes.
   */
  readonly changes: readonly FactChange[];
}

const gravest = (changes: readonly FactChange[]): DriftClass =>
  driftClasses.find((each) => changes.some((change) => change.class === each)) ?? 'changed';

const [maxMusts, maxNamed] = [3, 3];

const rowOf = (alike: readonly ShownRow[]): readonly Row[] => {
  const head = alike.find(({ row }) => isPlainRequest(row.fact)) ?? alike[0];
  if (head === undefined) return [];
  const named = [head, ...alike.filter((each) => each !== head)];
  const all = [...new Set(named.map(({ row: { endpoint, fact } }) => nameOf(fact, endpoint)))];
  const isOfHeader = head.row.fact.aspect === 'header';
  const [name, ...others] = isOfHeader ? all.toSorted((one, other) => one.length - other.length) : all;
  const changes = alike.flatMap((each) => each.changes);
  const musts = head.changes.flatMap((change) => clientMust(change)?.text ?? []);
  return [
    {
      group: head.group,
      class: gravest(changes),
      kinds: [...new Set(changes.map(({ kind }) => kind))],
      endpoints: [...new Set(alike.map(({ row: { endpoint } }) => endpoint))],
      what: firstOf([name ?? '', ...(isOfHeader ? [] : others)], maxNamed, '; '),
      facts: alike.map(({ row: { endpoint, fact } }) => `${endpoint} ${keyOf(fact)}`),
      cells: head.cells,
      must: [...new Set(musts)].slice(0, maxMusts),
    },
  ];
};

const rowsOf = (all: readonly Facts[], ofSpeed: readonly Row[], isOneService: boolean): readonly Row[] => {
  const [first = {}, ...others] = all;
  const placed = (changes: readonly FactChange[]) => groupBy(changes, (change) => placeOf(change.endpoint, change));
  const onwards = placed(others.flatMap((other) => differencesOf(first, other)));
  const back = placed(others.flatMap((other) => differencesOf(other, first)));
  const changes = new Map(
    [...new Set([...onwards.keys(), ...back.keys()])].map((place) => {
      const [on = [], off = []] = [onwards.get(place), back.get(place)];
      return [place, isOneService && on.length > 0 ? on : [...on, ...off]] as const;
    }),
  );
  const known = factRows(all).filter(({ fact }) => fact.aspect !== 'settings' && fact.aspect !== 'speed');
  const different = known.filter(({ endpoint, fact }) => changes.has(placeOf(endpoint, fact)));
  const rows = known
    .filter((row) => different.includes(row) || isOtherPlaces(row))
    .filter((row) => !isRepeated(row, different))
    .map(
      (row): ShownRow => ({
        row,
        group: groupOf(row.fact, row.values),
        cells: cellTexts(row.fact, row.values),
        changes: changes.get(placeOf(row.endpoint, row.fact)) ?? [],
      }),
    );
  const alike = groupBy(rows, ({ row, group, cells }) =>
    JSON.stringify([group, cells.map(withoutAmounts), foldName(row.fact)]),
  );
  const folded = [...[...alike.values()].flatMap(rowOf), ...ofSpeed];
  const weight = (row: Row): number =>
    sectionIn(lineWordOf(row.class), row.kinds) === 'security'
      ? -1
      : driftClasses.indexOf(row.class) * matrixGroups.length + matrixGroups.indexOf(row.group);
  return folded.toSorted((one, other) => weight(one) - weight(other));
};

/** ``broken (`from.amount` is a number)``: the outcome, with the seen value if it is not as the document says. */
const outcomeText = ({ outcome, findings: [first] }: JudgedRequirement): string => {
  const word = outcomeWords[outcome];
  if (first === undefined) return word;
  const { where, observed } = first;
  const place = where.startsWith('$') ? `\`${where.replace(/^\$\.?/, '') || 'the body'}\`` : where;
  return `${word} (${place === 'status' ? 'answered' : `${place} is`} ${inWords(observed)})`;
};

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
    return [{ requirement, claim, cells: own.map((each) => (each === undefined ? unseen : outcomeText(each))) }];
  });
};

const openOf = (all: readonly Facts[]) =>
  factRows(all)
    .filter(({ fact }) => fact.aspect === 'observed')
    .map(({ endpoint, fact, values }) => ({
      endpoint,
      what: caseText(fact, endpoint),
      cells: values.map((value) => (value === undefined ? unseen : valueText(value))),
    }));

/** The answer of comparing the first run with each later run: `Do not upgrade yet`. */
const answersOf = ([first, ...others]: readonly ComparedRun[]): readonly string[] =>
  first === undefined ? [] : others.map((other) => comparisonView(compareRuns(first, other)).answer);

export const matrixOf = (runs: readonly ComparedRun[], kept: readonly ComparedRun[] = []) => {
  const all = runs.map((run) => observedFacts(run) ?? {});
  const isOneService = new Set(runs.map(({ target }) => target.label)).size === 1;
  return {
    runs,
    names: namesOf(runs),
    /** Promises that at least one run saw broken. */
    promises: outcomeRows(runs, isPromise, (outcomes) => outcomes.has('deviates') || outcomes.has('waived')),
    /** Examples that only some of the runs follow. */
    examples: outcomeRows(
      runs,
      (each) => each.firmness === 'shown',
      (outcomes) => outcomes.has('drifts') && outcomes.has('conforms'),
    ),
    rows: rowsOf(all, speedRows(runs, kept), isOneService),
    answers: answersOf(runs),
    open: openOf(all),
  };
};

export type Matrix = ReturnType<typeof matrixOf>;

/** Why the runs cannot be compared; undefined if they can. */
export const matrixLacks = ({ runs, names }: Matrix): string | undefined => {
  const refused = runs.findIndex(({ verdict }) => verdict === 'refused');
  if (refused >= 0) return `${names[refused]} was refused and tested nothing`;
  const versions = new Set(runs.map(({ document }) => document.version));
  if (versions.size > 1) return `they tested against different versions of the document: ${[...versions].join(', ')}`;
  const silent = runs.findIndex((run) => !keepsFacts(run));
  return silent < 0 ? undefined : `the details of ${names[silent]} are not kept; name its verdict.json`;
};
