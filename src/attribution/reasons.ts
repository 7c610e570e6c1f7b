import type { OperationId } from '#contract';
import { Untested } from '#evidence';

// Why a claim is untested because of who answered, or with what: the words for it stand here and in the attribution alone.

/** An answer that the service itself, or a gateway before it, is the reason for. */
export const untestedByService = (reason: string): Untested => new Untested(reason, 'service');

export const notServed = (operation: OperationId): Untested =>
  untestedByService(`${operation} was not answered with a record`);

export const noneAccepted = (operation: OperationId | 'initiations'): Untested =>
  untestedByService(`${operation}: no valid order was accepted`);

/** Funds, bounds, hours and the like. */
export const refusedForBusiness = (orders: string): string =>
  `the service refused ${orders} for business reasons`;

export const keyNotLetIn = 'the full key is not let in';

export const lockedOut = 'the service locked the caller out after several refused keys';

export const lockedOutAtTheEnd = `the full key is refused at the end: ${lockedOut}`;
