import { endpointOf, isPromise, type OperationId, type Outcome, operationIds, operationOf } from '#contract';
import { groupBy } from './counting.ts';
import { countIn } from './decide.ts';
import type { JudgedRequirement } from './verdict.ts';

/** Requirements of one endpoint, or those that belong to none alone. */
export interface EndpointGroup {
  /** `6 POST /v2/...`, or `Across endpoints`. */
  readonly title: string;
  /** The operation's id, or `across endpoints`. */
  readonly name: string;
  readonly operation: OperationId | undefined;
  readonly requirements: readonly JudgedRequirement[];
}

export const titleOf = (operation: OperationId | undefined): string => {
  if (operation === undefined) return 'Across endpoints';
  const { number, method, path } = operationOf(operation);
  return `${number} ${method} ${path}`;
};

/** `6 Initiate onramp`, for readers who do not know the paths; undefined for what is no endpoint. */
export const headingOf = (name: string): string | undefined => {
  const id = operationIds.find((each) => each === name);
  return id && `${operationOf(id).number} ${operationOf(id).heading}`;
};

/** Requirements by endpoint, in the order of the document's table, the general ones last. */
export const byEndpoint = (requirements: readonly JudgedRequirement[]): EndpointGroup[] => {
  const groups = groupBy(requirements, ({ id }) => endpointOf(id));
  return [...operationIds, undefined].flatMap((operation) => {
    const own = groups.get(operation);
    const name = operation ?? 'across endpoints';
    return own ? [{ title: titleOf(operation), name, operation, requirements: own }] : [];
  });
};

/** `endpoint 7`, `endpoints 1, 5, 11`, or `all 14 endpoints`. */
export const endpointsText = (endpoints: readonly number[]): string => {
  if (endpoints.length === operationIds.length) return `all ${endpoints.length} endpoints`;
  return `${endpoints.length === 1 ? 'endpoint' : 'endpoints'} ${endpoints.join(', ')}`;
};

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
