import { type OperationId, operationOf } from '#contract';
import { redactUnder } from './redaction.ts';
import { shapeOf, shapeOfRequests } from './shape.ts';

const longest = 400;

const isInput = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && 'body' in value;

/**
 * A generated case in short, without the data in it. The case is a request body, an operation's whole input, or
 * any other value; without an operation, members are known as those of any request.
 */
export function describeCase(value: unknown, operation?: OperationId): string {
  const shape =
    operation && operationOf(operation).request ? shapeOf(operation, 'request') : shapeOfRequests();
  const printed = isInput(value)
    ? { ...(redactUnder(shape, { ...value, body: null }) as object), body: redactUnder(shape, value.body) }
    : redactUnder(shape, value);
  const text = JSON.stringify(printed)?.replaceAll('"', '') ?? 'nothing';
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
