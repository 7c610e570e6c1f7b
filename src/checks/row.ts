// A row of the suites: a requirement, the source of its data, and its judgement.
import {
  type Claim,
  type Firmness,
  type Meaning,
  type OperationId,
  operationIds,
  type RequirementId,
  subjectOf,
  type Tag,
} from '#contract';
import type { Reply } from '#evidence';
import type { Source } from '#probes';
import type { AnyCheck, Judge, UniversalCheck } from './judgement.ts';

export interface SuiteRow extends Claim {
  readonly id: RequirementId;
  /** Created in the row, so that its stack has file and line. */
  readonly origin: Error;
  readonly check: AnyCheck | undefined;
}

/** A row without `by` or `over` is an error. */
export interface Begun {
  readonly id: RequirementId;
  by<T>(source: Source<T>, judge: Judge<T>): void;
  /** Judges every exchange of the run. `needs` are requests that must be sent; `of` selects exchanges. */
  over(
    exchanges: { readonly needs: readonly Source<unknown>[]; readonly of?: UniversalCheck['of'] },
    judge: Judge<readonly Reply[]>,
  ): void;
}

interface Further extends Meaning {
  /** The operations of the claim, if the first part of the id is not the only one. */
  readonly operations?: readonly OperationId[];
}

const rows = new Map<RequirementId, SuiteRow & { check: AnyCheck | undefined }>();

let declareTest: (row: SuiteRow) => void = () => {};

/** Lets a test runner declare a test for each row; without it, suites only register. */
export const declareWith = (declare: typeof declareTest): void => {
  declareTest = declare;
};

const operationsOf = (id: RequirementId): readonly OperationId[] => {
  const own = operationIds.filter((each) => each === subjectOf(id));
  if (own.length === 0) throw new Error(`checks: ${id} begins with no operation; name its operations in rowsOf`);
  return own;
};

const begin = (id: RequirementId, claim: Omit<Claim, 'operations'> & Further): Begun => {
  if (rows.has(id)) throw new Error(`checks: ${id} has a row already; write one a requirement`);
  const row = {
    ...claim,
    id,
    operations: claim.operations ?? operationsOf(id),
    origin: new Error(`checks: ${id} has no judgement; end its row with .by(source, judge) or .over(exchanges, judge)`),
    check: undefined as AnyCheck | undefined,
  };
  rows.set(id, row);
  declareTest(row);
  return {
    id,
    by: (source, judge) => {
      row.check = { requirement: id, source, judge: judge as Judge<unknown> };
    },
    over: ({ needs, of = () => true }, judge) => {
      row.check = { requirement: id, needs, of, judge };
    },
  };
};

type Begin = (id: RequirementId, claim: string, further?: readonly OperationId[] | Further) => Begun;

/** `Array.isArray` does not narrow a readonly list. */
const isList = (further: object): further is readonly OperationId[] => Array.isArray(further);

/**
 * Rows for one heading of the document, by level. Editors find a test by the end of this function's name, and the
 * test's name by the id: `recordTest.stated('onramp.initiate/calls-itself-an-onramp', …)`.
 */
export const rowsOf = (section: string, tag: Tag, ofAll: Further = {}): Readonly<Record<Firmness, Begin>> => {
  const beginning =
    (firmness: Firmness): Begin =>
    (id, claim, further = {}) =>
      begin(id, { firmness, section, tag, claim, ...ofAll, ...(isList(further) ? { operations: further } : further) });
  return {
    stated: beginning('stated'),
    implied: beginning('implied'),
    shown: beginning('shown'),
    silent: beginning('silent'),
  };
};

export const registeredRows = (): readonly SuiteRow[] => [...rows.values()];

/** @throws The error of a row without a judgement. */
export const checkOf = ({ check, origin }: SuiteRow): AnyCheck => {
  if (check === undefined) throw origin;
  return check;
};

export const registeredChecks = (): readonly AnyCheck[] => registeredRows().map(checkOf);
