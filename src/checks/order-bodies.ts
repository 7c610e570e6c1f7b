import { operationOf } from '#contract';
import { jsonIn, type Reply } from '#evidence';
import { inspect } from '#schemas';
import { type Judge, on } from './judgement.ts';
import { observesStatus } from './observations.ts';

const faulty = new Set(['type', 'null', 'missing', 'identifier']);

/**
 * Whether the body that was sent lacks a member, has one of another JSON type, has no UUID where one belongs, or is no
 * JSON object at all.
 */
export const hasFaultyBody = ({ operation, request }: Reply): boolean => {
  const described = operationOf(operation);
  if (!('request' in described) || request.sentBody === undefined) return false;
  return inspect(described.request, jsonIn(request.sentBody)).some(({ kind }) => faulty.has(kind));
};

/** Records the status of each order under the member that it lacks, which its case names. */
export const observesMissingMembers: Judge<readonly Reply[]> = on(
  (replies) => replies.filter(hasFaultyBody),
  observesStatus(),
);
