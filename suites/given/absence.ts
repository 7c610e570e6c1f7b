import { randomUUID } from 'node:crypto';
import type { Conformance, Input, OperationId } from '#harness';
import { exampleOf } from './example.ts';

/** An example of an operation for an id that does not exist. */
export const absent = <Id extends OperationId>(
  t: Conformance,
  operation: Id,
  parameter: keyof Input<Id> & string,
) => t.api.call(operation, { ...exampleOf(t, operation), [parameter]: randomUUID() });

/** Records what an absent subaccount gets where the document does not say. */
export const observesAbsentSubaccount = async <Id extends OperationId>(
  t: Conformance,
  operation: Id,
): Promise<void> => {
  const reply = await t.api.call(operation, { ...exampleOf(t, operation), subaccountId: randomUUID() });
  t.observe('absent subaccount', reply.status, { operation });
};
