import { randomUUID } from 'node:crypto';
import { isMalformedId, malformedId } from '#generators';
import type { Conformance, Input, OperationId, Reply } from '#harness';
import { exampleOf } from './example.ts';
import { type Listing, pageOf } from './listing.ts';

/** An example of an operation for an id that does not exist. */
export const absent = <Id extends OperationId>(
  t: Conformance,
  operation: Id,
  parameter: keyof Input<Id> & string,
) => t.api.call(operation, { ...exampleOf(t, operation), [parameter]: randomUUID() });

/** Asks with ids that are no UUIDs: they are withheld, and break nothing. */
export const withholdsMalformedIds = async <Id extends OperationId>(
  t: Conformance,
  operation: Id,
  parameter: keyof Input<Id> & string,
): Promise<void> => {
  const ask = (id: string): Promise<Reply> =>
    t.api.call(operation, { ...exampleOf(t, operation), [parameter]: id });
  await t.forAll(malformedId(), async (id) => {
    if (isMalformedId(id)) t.expect(await ask(id)).toBeWithheld();
  });
};

/** A listing for an id that is no UUID is refused, or is an empty page. */
export const listsNothingForMalformedIds = async (t: Conformance, listing: Listing): Promise<void> => {
  await t.forAll(malformedId(), async (subaccountId) => {
    const reply = await t.api.call(listing, { subaccountId });
    t.expect(reply).toBeHandled();
    t.expect(reply).toSatisfy({
      code: 'ACCEPTED',
      where: '$.data',
      expected: 'a refusal, or an empty page',
      unless: (pageOf(reply, 0)?.items.length ?? 0) > 0 ? 'items' : undefined,
    });
  });
};

/** Records the status of a malformed id, which the document leaves open. */
export const observesMalformedId = async <Id extends OperationId>(
  t: Conformance,
  operation: Id,
  parameter: keyof Input<Id> & string,
): Promise<void> => {
  const reply = await t.api.call(operation, { ...exampleOf(t, operation), [parameter]: 'no-uuid' });
  t.observe('malformed id', reply.status, { operation });
};

/** Records what an absent subaccount gets where the document does not say. */
export const observesAbsentSubaccount = async <Id extends OperationId>(
  t: Conformance,
  operation: Id,
): Promise<void> => {
  const reply = await t.api.call(operation, { ...exampleOf(t, operation), subaccountId: randomUUID() });
  t.observe('absent subaccount', reply.status, { operation });
};
