import type { OperationId } from '#contract';
import { type Reply, Untested } from '#evidence';
import { isForItsAmount, isOfFrequency } from './business-refusal.ts';

// Why a claim is untested because of who answered, or with what: the words for it stand here and in the attribution alone.

/** A claim that is untested for what the service, or a gateway before it, answered. */
export const untestedByService = (reason: string, code?: string): Untested => new Untested(reason, 'service', { code });

export const notServed = (operation: OperationId): Untested =>
  untestedByService(`${operation} was not answered with a record`);

/** The reason that a user can do something about. */
const forTheAmount = 'for the amount, and RAMP_AMOUNT or RAMP_AMOUNTS may name one that it takes';

const areForTheirAmount = (refused: readonly Reply[]): boolean =>
  refused.length > 0 && refused.every((reply) => isForItsAmount(reply) && !isOfFrequency(reply));

export const noneAccepted = (operation: OperationId | 'initiations', refused: readonly Reply[] = []): Untested =>
  untestedByService(
    areForTheirAmount(refused)
      ? `${operation}: each valid order was refused ${forTheAmount}`
      : `${operation}: no valid order was accepted`,
  );

/** Funds, bounds, hours and the like. */
export const refusedForBusiness = (orders: string, refused: readonly Reply[] = []): string =>
  `the service refused ${orders} ${areForTheirAmount(refused) ? forTheAmount : 'for business reasons'}`;

export const keyNotLetIn = 'the full key is not let in';

export const lockedOut = 'the service locked the caller out after several refused keys';

export const lockedOutAtTheEnd = `the full key is refused at the end: ${lockedOut}`;
