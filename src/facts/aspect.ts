// A row of the table of aspects, and tools of several rows.
import type { OperationId } from '#contract';
import type { FactSubject } from '#run';
import type { ChangeKind } from './change-kinds.ts';
import { anyOf, type EndpointFacts, type FactChange, formsOf, movedIn, type Value } from './fact.ts';
import { valueText, withoutMarks } from './fact-words.ts';
import type { FactRuling } from './rulings.ts';
import { writeChange } from './written.ts';

/** What a client must do, in the order of a matrix. */
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

/** The number of times for each observation. */
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

/** A fact in two runs, with the endpoint's other facts in each run. */
export interface FactPair {
  readonly endpoint: string;
  readonly fact: FactSubject;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  readonly old: EndpointFacts;
  readonly now: EndpointFacts;
}

/** Kinds of change, or the rule by which the difference is no change. */
export type WhatChanged = ChangeKind | readonly ChangeKind[] | FactRuling;

export type Compare = (pair: FactPair) => WhatChanged;

/** Parts of orders and requests that come from settings. */
export type Material = 'amount' | 'order' | 'currencies' | 'quiet account';

/** One row of the table of aspects. The functions `observe…` of the row's file find the aspect in a reply. */
export interface Aspect {
  /**
   * Merges several observations into one fact; undefined if they show none. Without this function, the observations are
   * alternatives.
   */
  readonly merge?: (counts: Counts, all: AllCounts, fact: ObservedSubject) => Value | undefined;
  readonly compare: Compare;
  /** The number of observations, if both runs counted them. */
  readonly note?: (pair: FactPair, kind: ChangeKind) => string | undefined;
  /** Settings that can change the fact. The depth of a run can change any aspect. */
  readonly movedBy?: (pair: FactPair) => readonly Material[];
  /** One answer shows the whole fact, so more answers add nothing. */
  readonly isWhole?: true;
  /** What to do if releases or vendors differ. */
  readonly group: MatrixGroup | ((fact: FactSubject, values: readonly (Value | undefined)[]) => MatrixGroup);
  /** The subject in a matrix, without the endpoint. */
  readonly name: (fact: FactSubject, endpoint: string) => string;
  /** The value in words, if they differ from the usual words. */
  readonly valueText?: (value: Value) => string;
  /** The values of several runs in a matrix, if they differ from the usual words. */
  readonly cells?: (values: readonly (Value | undefined)[]) => readonly string[];
  /** Changes with one key have one cause. */
  readonly cause: (change: FactChange) => string;
  readonly sentence: (change: FactChange) => string;
}

/** The cell of a matrix for a run that did not see the fact. */
export const unseen = 'not seen';

const bare = ({ parts }: Value): Value => ({ parts });

/** Mentions the presence only if the runs differ in it. */
export const cellsOf = (values: readonly (Value | undefined)[]): readonly string[] => {
  const presences = new Set(values.flatMap((value) => (value === undefined ? [] : [value.presence])));
  return values.map((value) => (value === undefined ? unseen : valueText(presences.size === 1 ? bare(value) : value)));
};

/** A list without alternatives, because all members of a set exist together. */
export const setText = (value: Value): string => withoutMarks(formsOf(value).join(', '));

export const setCells = (values: readonly (Value | undefined)[]): readonly string[] =>
  values.map((value) => (value === undefined ? unseen : setText(value)));

/** Letters for values that reports do not show: `text A`, `text B`. */
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

/** Compares a currency only if both runs requested it. */
export const byCurrency: NonNullable<Aspect['movedBy']> = ({ before, after }) =>
  before === undefined || after === undefined ? ['currencies'] : [];

type CauseKey = Aspect['cause'];

const key = (...parts: readonly (string | undefined)[]): string => parts.join('\t');

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

/** The number of observations. The keys of a map do not count, because the map is observed too. */
export const countOf = (counts: Counts | undefined): number =>
  [...(counts?.values() ?? [])].filter(({ form }) => form !== 'key').reduce((sum, { times }) => sum + times, 0);

/** The smallest number first. */
export const numbersIn = (counts: Counts): readonly number[] =>
  [...counts.values()]
    .flatMap(({ form, times }) => Array.from({ length: times }, () => Number(form)))
    .sort((one, other) => one - other);

/** The median. */
export const middle: NonNullable<Aspect['merge']> = (counts) => {
  const number = numbersIn(counts)[Math.floor(countOf(counts) / 2)];
  return number === undefined ? undefined : anyOf(String(number));
};
