import { randomBytes } from 'node:crypto';
import { isPageOfRefusal } from '#attribution';
import { operationOf } from '#contract';
import { isRecord, jsonIn, type Reply } from '#evidence';
import { NoAnswer } from '../http/failure.ts';

const eightDigits = (): string => randomBytes(4).toString('hex');

/** The text of an order with another reference of the same form, in the same letter case. */
export const withNewReference = (order: string): string =>
  order.replace(
    /("client_\w+_reference"\s*:\s*"[^"]*?)([0-9a-f]{8})/i,
    (_, before: string, digits: string) =>
      before + (/[A-Z]/.test(digits) ? eightDigits().toUpperCase() : eightDigits()),
  );

/** A body with another reference, where it has one. */
export const bodyWithNewReference = (body: unknown): unknown =>
  isRecord(body) ? jsonIn(withNewReference(JSON.stringify(body))) : body;

/** Smaller amounts are left as they are: cents are too coarse for them. */
const minAmount = 1;

/**
 * A body that orders the same as one whose answer was lost, and no second time: with another reference or, where it has
 * none, a cent less.
 */
export const placedAnew = (body: unknown): unknown => {
  const { amount } = isRecord(body) ? body : {};
  return isRecord(body) && typeof amount === 'number' && amount >= minAmount
    ? { ...body, amount: Math.round(amount * 100 - 1) / 100 }
    : bodyWithNewReference(body);
};

/** Pages that refused an order and then one of its kind; after so many, pages are the service's. */
const pagesTolerated = 3;

/** The orders of a run whose answers were lost: one of its kind is placed instead of each. */
export class LostOrders {
  #count = 0;
  #pagesAgain = 0;

  get count(): number {
    return this.#count;
  }

  hasLost(error: unknown): boolean {
    const isLost = error instanceof NoAnswer && error.isLost;
    if (isLost) this.#count += 1;
    return isLost;
  }

  /** True where a page refuses an order, which a gateway may have sent instead of the service. */
  isInDoubt(reply: Reply): boolean {
    const { movesMoney } = operationOf(reply.operation);
    return movesMoney && this.#pagesAgain < pagesTolerated && isPageOfRefusal(reply);
  }

  /** Takes note of the answer to the order that was placed for one in doubt. */
  compare(answer: Reply): void {
    if (isPageOfRefusal(answer)) this.#pagesAgain += 1;
    else this.#count += 1;
  }
}
