import { answering, type OperationId, operationOf } from '#contract';
import { isRecord, type Reply } from '#evidence';
import { furtherReads } from '../listings/further-reads.ts';
import type { Source } from '../source.ts';
import { repliesOf } from './reads.ts';

/** The replies of a run that a universal check judges, and the requests that it needs. */
export interface ReplyScope {
  readonly needs: readonly Source<unknown>[];
  readonly of: (reply: Reply) => boolean;
}

export const carriesRecord = ({ status, body }: Reply): boolean =>
  status < 300 && (isRecord(body) || Array.isArray(body));

/** Every record of an operation, from all probes. */
export const recordsOf = (operation: OperationId): ReplyScope => ({
  needs: [repliesOf(operation), ...furtherReads(operation)],
  of: (reply) => reply.operation === operation && carriesRecord(reply),
});

/** Every record of several operations. */
export const recordsOfAll = (operations: readonly OperationId[] = answering): ReplyScope => ({
  needs: operations.flatMap((operation) => recordsOf(operation).needs),
  of: (reply) => operations.includes(reply.operation) && carriesRecord(reply),
});

/** The operations that only read. */
export const reading: readonly OperationId[] = answering.filter(
  (operation) => !operationOf(operation).movesMoney,
);
