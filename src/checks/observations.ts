import { operationOf } from '#contract';
import { jsonIn, type Reply } from '#evidence';
import { inspect } from '#schemas';
import { type CheckContext, type Fact, type Judge, type Judgement, on } from './judgement.ts';

export const observes =
  <T>(examine: (data: T, context: CheckContext) => readonly Fact[]): Judge<T> =>
  (data, context): Judgement => ({ findings: [], judged: [], facts: examine(data, context) });

/** Records the status of each reply under one situation, or under its case. */
export const observesStatus = (situation?: string): Judge<readonly Reply[]> =>
  observes((replies, { attribution }) =>
    attribution.judgeable(replies).map(({ operation, status, request: { purpose } }) => ({
      operation,
      situation: situation ?? purpose.case ?? '',
      fact: status,
      ...(purpose.drawn !== undefined && !purpose.example ? { byChance: true } : {}),
    })),
  );

const faulty = new Set(['type', 'null', 'missing', 'identifier']);

/**
 * True where the body that was sent lacks a member, has one of another JSON type, has no UUID where one belongs, or is no
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
