import type { OperationId } from '#contract';
import type { DescribedOrder } from './ledger-order.ts';

/**
 * The state of an order once it was sent: `unknown` where the service may have carried it out without saying so;
 * `unsent` where nothing of it left. The last two are found later, by its reference in a listing.
 */
export type OrderOutcome = 'accepted' | 'refused' | 'unknown' | 'unsent' | 'listed' | 'not listed';

/** A line of the ledger: the intent comes before the request leaves, the outcome after. */
export interface Intent extends DescribedOrder {
  readonly run: string;
  readonly order: string;
  readonly at: string;
  readonly target: string;
  readonly operation: OperationId;
}

export interface Settlement {
  readonly run: string;
  readonly order: string;
  readonly at: string;
  readonly outcome: OrderOutcome;
  /** HTTP status, or the code of what came in place of an answer. */
  readonly by?: number | string;
}
