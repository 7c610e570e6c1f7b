import type { Outcome } from '#contract';
import { countIn } from './gate.ts';
import { isPromise } from './promises.ts';
import type { JudgedRequirement } from './verdict.ts';

interface Column {
  readonly head: string;
  readonly outcomes: readonly Outcome[];
  /** Names the kind; all where it is left out. */
  readonly of?: 'promises' | 'examples';
  readonly style: 'red' | 'yellow' | 'green' | 'dim';
}

/** Each requirement is counted in one of them. */
const columns: readonly Column[] = [
  { head: 'kept', of: 'promises', outcomes: ['conforms'], style: 'green' },
  { head: 'broken', of: 'promises', outcomes: ['deviates'], style: 'red' },
  { head: 'waived', outcomes: ['waived'], style: 'yellow' },
  { head: 'untested', outcomes: ['untested'], style: 'dim' },
  { head: 'unproved', outcomes: ['broken', 'unproven'], style: 'red' },
  { head: 'as shown', of: 'examples', outcomes: ['conforms'], style: 'dim' },
  { head: 'differ', of: 'examples', outcomes: ['drifts'], style: 'yellow' },
  { head: 'observed', outcomes: ['observed'], style: 'dim' },
];

const alwaysShown = ['kept', 'broken'];

export const countOf = (requirements: readonly JudgedRequirement[], { of, outcomes }: Column): number => {
  const own = requirements.filter((each) => of === undefined || isPromise(each) === (of === 'promises'));
  return countIn(own, ...outcomes);
};

/** The columns of a table of endpoints; one that nothing is in is left out. */
export const columnsIn = (requirements: readonly JudgedRequirement[]): readonly Column[] =>
  columns.filter((column) => alwaysShown.includes(column.head) || countOf(requirements, column) > 0);
