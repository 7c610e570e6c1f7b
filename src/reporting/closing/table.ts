import type { Outcome } from '#contract';
import { operationOf } from '#contract';
import { byEndpoint, type EndpointGroup, endpointOf } from '../endpoints.ts';
import { cut } from '../sanitise.ts';
import type { Verdict } from '../verdict.ts';
import type { Paint } from './paint.ts';

interface Column {
  readonly head: string;
  readonly outcomes: readonly Outcome[];
  readonly style: 'red' | 'yellow' | 'green' | 'dim';
}

const columns: readonly Column[] = [
  { head: 'conforms', outcomes: ['conforms'], style: 'green' },
  { head: 'deviates', outcomes: ['deviates'], style: 'red' },
  { head: 'drifts', outcomes: ['drifts'], style: 'yellow' },
  { head: 'observed', outcomes: ['observed'], style: 'dim' },
  { head: 'waived', outcomes: ['waived'], style: 'yellow' },
  { head: 'untested', outcomes: ['untested'], style: 'dim' },
  { head: 'broken', outcomes: ['broken', 'unproven'], style: 'red' },
];

const countIn = ({ requirements }: Pick<EndpointGroup, 'requirements'>, { outcomes }: Column): number =>
  requirements.filter(({ outcome }) => outcomes.includes(outcome)).length;

const nameOf = ({ name }: EndpointGroup): string => {
  const operation = endpointOf(name);
  return operation === undefined
    ? `   ${name}`
    : `${String(operationOf(operation).number).padStart(2)} ${operation}`;
};

/** Endpoints that are shown by themselves where something is wrong, so that the findings stay on the screen. */
const mostRows = 5;

const troubles: readonly Outcome[] = ['deviates', 'drifts', 'waived', 'broken', 'unproven'];

const isTroubled = ({ requirements }: EndpointGroup): boolean =>
  requirements.some(({ outcome }) => troubles.includes(outcome));

/** Puts the endpoints without trouble into one row, if any endpoint has trouble. */
const condensed = (groups: readonly EndpointGroup[]): readonly EndpointGroup[] => {
  const troubled = groups.filter(isTroubled).slice(0, mostRows);
  const others = groups.filter((group) => !troubled.includes(group));
  if (troubled.length === 0 || others.length < 2) return groups;
  const name = `${others.length} others`;
  return [...troubled, { title: name, name, requirements: others.flatMap((group) => group.requirements) }];
};

/** The endpoints with how many requirements had which outcome; a column that nothing is in is left out. */
export const endpointTable = ({ requirements }: Verdict, paint: Paint, whole: boolean): string[] => {
  const shown = columns.filter(
    ({ head, outcomes }) =>
      head !== 'waived' || countIn({ requirements }, { head, outcomes, style: 'dim' }) > 0,
  );
  const all = byEndpoint(requirements);
  const groups = whole ? all : condensed(all);
  const room = Math.max(12, Math.min(32, paint.width - shown.length * 9));
  const cell = (column: Column, group: Pick<EndpointGroup, 'requirements'>): string => {
    const count = countIn(group, column);
    const text = (count === 0 ? '·' : String(count)).padStart(9);
    return paint(count === 0 ? 'dim' : column.style, text);
  };
  const heads = shown.map(({ head }) => head.padStart(9)).join('');
  return [
    paint('bold', `${'endpoint'.padEnd(room)}${heads}`),
    ...groups.map(
      (group) => cut(nameOf(group), room).padEnd(room) + shown.map((column) => cell(column, group)).join(''),
    ),
    `${'all'.padEnd(room)}${shown.map((column) => cell(column, { requirements })).join('')}`,
  ];
};
