import {
  answering,
  type Conformance,
  ifPossible,
  type OperationId,
  operationIds,
  operationOf,
  type Reply,
} from '#harness';
import { repliesOf } from './example.ts';
import { carriesRecord, furtherRecords } from './further.ts';

/**
 * Replies that carry records of an operation: all examples, and all pages of a listing or whatever other orders are
 * accepted. When the service does not answer as it should, that is the finding of another requirement, and this one
 * cannot be judged.
 */
export const recordsOf = async (t: Conformance, operation: OperationId): Promise<readonly Reply[]> => {
  const records = (await repliesOf(t, operation)).filter(carriesRecord);
  if (records.length === 0) t.cannot(`${operation} was not answered with a record`);
  return t.brief ? records : [...records, ...(await furtherRecords(t, operation))];
};

/** An accepted order is the premise of whatever is said about its record or about a refusal beside it. */
export const accepted = async (t: Conformance, operation: OperationId): Promise<readonly Reply[]> => {
  const replies = await repliesOf(t, operation);
  const taken = replies.filter(({ status }) => status < 300);
  if (taken.length === 0) t.cannot(`${operationOf(operation).purpose}: no valid request was accepted`);
  return taken;
};

/** Those that answer a question and create nothing. */
export const reads: readonly OperationId[] = answering.filter(
  (operation) => !operationOf(operation).movesMoney,
);

/**
 * Records of every operation that answers with one, or of those that the claim speaks of; operations whose role or
 * permission is missing are left out.
 */
export const everyRecord = async (
  t: Conformance,
  operations: readonly OperationId[] = answering,
): Promise<readonly Reply[]> => {
  const parts = await Promise.all(
    t.among(operations).map((operation) => ifPossible(() => recordsOf(t, operation))),
  );
  return parts.flatMap((replies) => replies ?? []);
};

/** Every reply to a valid request, whatever it is. */
export const everyReply = async (t: Conformance): Promise<readonly Reply[]> => {
  const parts = await Promise.all(
    t.among(operationIds).map((operation) => ifPossible(() => repliesOf(t, operation))),
  );
  return parts.flatMap((replies) => replies ?? []);
};
