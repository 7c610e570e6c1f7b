import { type OperationId, operationOf, parametersOf } from '#contract';
import type { Reply } from './reply.ts';
import { valueAt } from './view.ts';

const [path, query] = [0, 1];

const partOf = ({ request }: Reply, part: number): string => request.path.split('?', 2)[part] ?? '';

/** The parameters of an operation's path that are ids. */
export const idParametersOf = (operation: OperationId): readonly string[] =>
  parametersOf(operation).filter((name) => name.endsWith('Id'));

export const idsIn = ({ operation, request }: Reply): readonly (readonly [parameter: string, id: string])[] =>
  idParametersOf(operation).map((name) => [name, String(request.input[name])]);

/** The subaccount that was asked for, in lower case, to be compared. */
export const subaccountOf = ({ request }: Reply): string => String(request.input.subaccountId).toLowerCase();

export const jsonIn = (text = ''): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The amount of an order, in whichever of its two places. */
export const amountIn = (order: unknown): number =>
  Number(valueAt(order, 'from.amount') ?? valueAt(order, 'amount'));

/** A parameter of the path as it went over the wire, percent-encoded or not. */
export const sentSegment = (reply: Reply, parameter: string): string => {
  const place = operationOf(reply.operation).path.split('/').indexOf(`{${parameter}}`);
  return partOf(reply, path).split('/')[place] ?? '';
};

/** A parameter of the query as the service reads it. */
export const sentQuery = (reply: Reply, name: string): string =>
  new URLSearchParams(partOf(reply, query)).get(name) ?? '';
