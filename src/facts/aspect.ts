// A row of the table of aspects, and tools of several rows.
import type { OperationId } from '#contract';
import type { FactSubject } from '#run';
import type { ChangeKind } from './change-kinds.ts';
import { anyOf, type EndpointFacts, type FactChange, formsOf, movedIn, type Value } from './fact.ts';
import { valueText, withoutMarks } from './fact-words.ts';
import type { FactRuling } from './rulings.ts';
import { writeChange } from './written.ts';

/** Required actions of a client, in the order of a matrix. */
export const matrixGroups = [
  'spelling and places',
  'members and headers',
  'states',
  'accepted and refused',
  'error kinds',
  'limits and pages',
  'capabilities',
  'speed',
  'money',
] as const;

export type MatrixGroup = (typeof matrixGroups)[number];

/** Number of times by observation. */
export type Counts = ReadonlyMap<string, CountedForm>;

export interface CountedForm {
  readonly form: string;
  readonly name?: string | undefined;
  readonly times: number;
}

export type AllCounts = ReadonlyMap<string, Counts>;

export interface ObservedSubject extends FactSubject {
  readonly operation: OperationId;
}

/** A fact in two runs, with all facts of the endpoint in each. */
export interface FactPair {
  readonly endpoint: string;
  readonly fact: FactSubject;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  readonly old: EndpointFacts;
  readonly now: EndpointFacts;
}

/** Kinds of change, or the rule by which the difference is none. */
export type WhatChanged = ChangeKind | readonly ChangeKind[] | FactRuling;

export type Compare = (pair: FactPair) => WhatChanged;

/** Parts of orders and requests that settings decide. */
export type Material = 'amount' | 'order' | 'currencies' | 'quiet account';

/** The functions `observe…` of its file show how a reply gives the aspect. */
export interface Aspect {
  /** One fact from several observations; undefined where they show none. Without it they are alternatives. */
  readonly merge?: (counts: Counts, all: AllCounts, fact: ObservedSubject) => Value | undefined;
  readonly compare: Compare;
  /** Number of observations, where two runs have counted them. */
  readonly note?: (pair: FactPair, kind: ChangeKind) => string | undefined;
  /** Settings that can move it. The depth of a run can move any aspect. */
  readonly movedBy?: (pair: FactPair) => readonly Material[];
  /** One answer shows all of it, however many a run got. */
  readonly isWhole?: true;
  /** Required action for releases or vendors that differ. */
  readonly group: MatrixGroup | ((fact: FactSubject, values: readonly (Value | undefined)[]) => MatrixGroup);
  /** Subject in a matrix, beside the endpoint. */
  readonly name: (fact: FactSubject, endpoint: string) => string;
  /** Value in words, if unusual. */
  readonly valueText?: (value: Value) => string;
  /** Values of several runs in a matrix, if unusual. */
  readonly cells?: (values: readonly (Value | undefined)[]) => readonly string[];
  /** Changes with one key have one cause. */
  readonly cause: (change: FactChange) => string;
  readonly sentence: (change: FactChange) => string;
}

/** In a matrix: the run did not see the fact. */
export const unseen = 'not seen';

const bare = ({ parts }: Value): Value => ({ parts });

/** Presence is mentioned only where the runs differ in it. */
export const cellsOf = (values: readonly (Value | undefined)[]): readonly string[] => {
  const presences = new Set(values.flatMap((value) => (value === undefined ? [] : [value.presence])));
  return values.map((value) => (value === undefined ? unseen : valueText(presences.size === 1 ? bare(value) : value)));
};

/** All members of a set exist together: no choice. */
export const setText = (value: Value): string => withoutMarks(formsOf(value).join(', '));

export const setCells = (values: readonly (Value | undefined)[]): readonly string[] =>
  values.map((value) => (value === undefined ? unseen : setText(value)));

/** Values that are not shown get letters: `text A`, `text B`. */
export const letters =
  (noun: string) =>
  (values: readonly (Value | undefined)[]): readonly string[] => {
    const all = values.map((value) => value && formsOf(value).join(' or '));
    const known = [...new Set(all.filter((text) => text !== undefined))];
    return all.map((text) =>
      text === undefined ? unseen : `${noun} ${String.fromCharCode(65 + known.indexOf(text))}`,
    );
  };

export const byOrder: NonNullable<Aspect['movedBy']> = () => ['order', 'currencies'];

export const byAmount: NonNullable<Aspect['movedBy']> = () => ['amount', 'order', 'currencies'];

/** A currency is only compared where both runs asked for it. */
export const byCurrency: NonNullable<Aspect['movedBy']> = ({ before, after }) =>
  before === undefined || after === undefined ? ['currencies'] : [];

type CauseKey = Aspect['cause'];

const key = (...parts: readonly (string | undefined)[]): string => parts.join('\t');

/** All changes of a kind have one cause. */
export const byKind: CauseKey = ({ kind }) => kind;

export const byMove =
  (of: (change: FactChange) => string | undefined = () => undefined): CauseKey =>
  (change) => {
    const { came, went } = movedIn(change);
    return key(change.kind, of(change), came.join(), went.join());
  };

export const byValues =
  (of: (change: FactChange) => string = () => ''): CauseKey =>
  (change) => {
    const { kind, accepted, met } = writeChange(change);
    return key(kind, of(change), accepted, met);
  };

/** The keys of a map are observed beside the map. */
export const countOf = (counts: Counts | undefined): number =>
  [...(counts?.values() ?? [])].filter(({ form }) => form !== 'key').reduce((sum, { times }) => sum + times, 0);

/** The smallest first. */
export const numbersIn = (counts: Counts): readonly number[] =>
  [...counts.values()]
    .flatMap(({ form, times }) => Array.from({ length: times }, () => Number(form)))
    .sort((one, other) => one - other);

/** The median. */
export const middle: NonNullable<Aspect['merge']> = (counts) => {
  const number = numbersIn(counts)[Math.floor(countOf(counts) / 2)];
  return number === undefined ? undefined : anyOf(String(number));
};
