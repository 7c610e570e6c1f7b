import type { Reply } from '#evidence';
import { derive, type Source } from '../source.ts';
import { accepted } from './orders.ts';
import type { OrderId } from './valid-orders.ts';

/** Answers to orders that are to be refused, where a valid one was accepted: otherwise a refusal shows nothing. */
export const givenAccepted = (
  operation: OrderId,
  answers: Source<readonly Reply[]>,
): Source<readonly Reply[]> =>
  derive<readonly Reply[], [readonly Reply[], readonly Reply[]]>(
    [answers, accepted(operation)],
    (replies) => replies,
  );
