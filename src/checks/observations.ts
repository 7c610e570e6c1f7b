import type { Reply } from '#evidence';
import type { CheckContext, Fact, Judge, Judgement } from './judgement.ts';

/** Records facts that the document leaves open. */
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
