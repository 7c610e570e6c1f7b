// A row of the table of aspects, and what several rows share.
import type { OperationId } from '#contract';
import type { FactSubject } from '#run';
import type { ChangeKind } from './change-kinds.ts';
import { anyOf, type EndpointFacts, type FactChange, formsOf, movedIn, type Value } from './fact.ts';
import { valueText, withoutMarks } from './fact-words.ts';
import type { FactRuling } from './rulings.ts';
import { writeChange } from './written.ts';

/** What a client must do about a difference, in the order in which a matrix shows it. */
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

/** How often each observation was made. */
export type Counts = ReadonlyMap<string, CountedForm>;

export interface CountedForm {
  readonly form: string;
  readonly name?: string | undefined;
  readonly times: number;
}

/** All observations of one endpoint, by their written subjects. */
export type AllCounts = ReadonlyMap<string, Counts>;

/** A subject with its endpoint. */
export interface ObservedSubject extends FactSubject {
  readonly operation: OperationId;
}

/** A fact of two runs, with all of the endpoint in each. */
export interface FactPair {
  readonly endpoint: string;
  readonly fact: FactSubject;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  readonly old: EndpointFacts;
  readonly now: EndpointFacts;
}

/** What a difference is: one or more kinds of change, or the rule by which it is none. */
export type WhatChanged = ChangeKind | readonly ChangeKind[] | FactRuling;

export type Compare = (pair: FactPair) => WhatChanged;

/** What orders and requests are made of, as far as settings decide it. */
export type Material = 'amount' | 'order' | 'currencies' | 'quiet account';

/** The functions of its file whose names begin with `observe` say how the aspect is seen in a reply. */
export interface Aspect {
  /** The fact of several observations; undefined where they show none. Without it they are alternatives. */
  readonly merge?: (counts: Counts, all: AllCounts, fact: ObservedSubject) => Value | undefined;
  readonly compare: Compare;
  /** How often what changed was seen, where two runs have counted it. */
  readonly note?: (pair: FactPair, kind: ChangeKind) => string | undefined;
  /** What settings with other values can move it; none where a row has it not. How much a run sees can move any. */
  readonly movedBy?: (pair: FactPair) => readonly Material[];
  /** One answer shows all of it, however many a run got. */
  readonly isWhole?: true;
  /** What a client must do about releases or vendors that differ. */
  readonly group: MatrixGroup | ((fact: FactSubject, values: readonly (Value | undefined)[]) => MatrixGroup);
  /** What it is about, in a matrix; the endpoint is named beside it. */
  readonly name: (fact: FactSubject, endpoint: string) => string;
  /** A value in words, where the usual ones do not do. */
  readonly valueText?: (value: Value) => string;
  /** The values of several runs in a matrix, where their words do not do. */
  readonly cells?: (values: readonly (Value | undefined)[]) => readonly string[];
  /** Changes with one key have one cause. */
  readonly cause: (change: FactChange) => string;
  /** One change in words. */
  readonly sentence: (change: FactChange) => string;
}

/** Stands in a matrix for a fact that a run did not see. */
export const unseen = 'not seen';

const bare = ({ parts }: Value): Value => ({ parts });

/** Values of several runs in words. That a member is always there is said where it is not so in all of them. */
export const cellsOf = (values: readonly (Value | undefined)[]): readonly string[] => {
  const presences = new Set(values.flatMap((value) => (value === undefined ? [] : [value.presence])));
  return values.map((value) => (value === undefined ? unseen : valueText(presences.size === 1 ? bare(value) : value)));
};

/** A set, which is no choice: all of it is there. */
export const setText = (value: Value): string => withoutMarks(formsOf(value).join(', '));

export const setCells = (values: readonly (Value | undefined)[]): readonly string[] =>
  values.map((value) => (value === undefined ? unseen : setText(value)));

/** Values that are not shown differ by their letter: `text A`, `text B`. */
export const letters =
  (noun: string) =>
  (values: readonly (Value | undefined)[]): readonly string[] => {
    const all = values.map((value) => value && formsOf(value).join(' or '));
    const known = [...new Set(all.filter((text) => text !== undefined))];
    return all.map((text) =>
      text === undefined ? unseen : `${noun} ${String.fromCharCode(65 + known.indexOf(text))}`,
    );
  };

/** What orders and requests are about decides it. */
export const byOrder: NonNullable<Aspect['movedBy']> = () => ['order', 'currencies'];

/** So does how much each is of. */
export const byAmount: NonNullable<Aspect['movedBy']> = () => ['amount', 'order', 'currencies'];

/** A currency is only compared where both runs asked for it. */
export const byCurrency: NonNullable<Aspect['movedBy']> = ({ before, after }) =>
  before === undefined || after === undefined ? ['currencies'] : [];

type CauseKey = Aspect['cause'];

const key = (...parts: readonly (string | undefined)[]): string => parts.join('\t');

/** All changes of a kind have one cause. */
export const byKind: CauseKey = ({ kind }) => kind;

/** The same came and went. */
export const byMove =
  (of: (change: FactChange) => string | undefined = () => undefined): CauseKey =>
  (change) => {
    const { came, went } = movedIn(change);
    return key(change.kind, of(change), came.join(), went.join());
  };

/** The same was before, and the same is now. */
export const byValues =
  (of: (change: FactChange) => string = () => ''): CauseKey =>
  (change) => {
    const { kind, accepted, met } = writeChange(change);
    return key(kind, of(change), accepted, met);
  };

/** How many observations there were; the keys of a map stand beside the map. */
export const countOf = (counts: Counts | undefined): number =>
  [...(counts?.values() ?? [])].filter(({ form }) => form !== 'key').reduce((sum, { times }) => sum + times, 0);

/** Numbers that were counted, the least first. */
export const numbersIn = (counts: Counts): readonly number[] =>
  [...counts.values()]
    .flatMap(({ form, times }) => Array.from({ length: times }, () => Number(form)))
    .sort((one, other) => one - other);

/** The number in the middle. */
export const middle: NonNullable<Aspect['merge']> = (counts) => {
  const number = numbersIn(counts)[Math.floor(countOf(counts) / 2)];
  return number === undefined ? undefined : anyOf(String(number));
};
