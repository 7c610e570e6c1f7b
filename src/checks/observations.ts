import type { Reply, Setting } from '#evidence';
import type { Fact, Judge, Judgement } from './judgement.ts';
import { conclusive } from './words.ts';

/** Records facts that the document leaves open. */
export const observes =
  <T>(examine: (data: T, setting: Setting) => readonly Fact[]): Judge<T> =>
  (data, setting): Judgement => ({ findings: [], judged: [], facts: examine(data, setting) });

/** Records the status of each reply under one situation, or under its case. */
export const observesStatus = (situation?: string): Judge<readonly Reply[]> =>
  observes((replies) =>
    conclusive(replies).map(({ operation, status, request: { purpose } }) => ({
      operation,
      situation: situation ?? purpose.case ?? '',
      fact: status,
      ...(purpose.drawn !== undefined && !purpose.example ? { byChance: true } : {}),
    })),
  );
