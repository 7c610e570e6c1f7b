import type { OperationId } from './operations.ts';

/** Replies of a faultless service that a fault or a variation changes. */
export interface Touched {
  /** All operations where none is named. */
  readonly operations?: readonly OperationId[];
  /** Those below 400, the others, or those of some statuses; all where it is not said. */
  readonly replies?: 'successes' | 'refusals' | readonly number[];
}

/** A reply, as far as it matters here. */
export interface TouchableReply {
  readonly operation: OperationId;
  readonly status: number;
}

/** Whether a reply is one of those that may be changed. */
export const isTouched = (
  { operation, status }: TouchableReply,
  { operations, replies }: Touched,
): boolean => {
  if (operations !== undefined && !operations.includes(operation)) return false;
  if (typeof replies === 'string') return status < 400 === (replies === 'successes');
  return replies === undefined || replies.includes(status);
};
