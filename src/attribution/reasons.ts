import type { OperationId } from '#contract';
import { Untested } from '#evidence';

// Why a claim is untested because of who answered, or with what: the words for it stand here and in the attribution alone.

/** A claim that is untested for what the service, or a gateway before it, answered. */
export const untestedByService = (reason: string, code?: string): Untested => new Untested(reason, 'service', { code });

export const notServed = (operation: OperationId): Untested =>
  untestedByService(`${operation} was not answered with a record`);

export const noneAccepted = (operation: OperationId | 'initiations'): Untested =>
  untestedByService(`${operation}: no valid order was accepted`);

/** An order that was to be refused for something else. */
export const refusedBefore = (order: string): Untested =>
  untestedByService(`${order} is refused as a valid one is, for a reason of the service's own`);

export const keyNotLetIn = 'the full key is not let in';

export const lockedOut = 'the service locked the caller out after several refused keys';

export const lockedOutAtTheEnd = `the full key is refused at the end: ${lockedOut}`;
