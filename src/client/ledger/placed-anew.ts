import { randomBytes } from 'node:crypto';
import { isRecord, jsonIn } from '#evidence';

const eightDigits = (): string => randomBytes(4).toString('hex');

/** The text of an order with another reference of the same form, in the same letter case. */
export const withOwnReference = (order: string): string =>
  order.replace(
    /("client_\w+_reference"\s*:\s*"[^"]*?)([0-9a-f]{8})/i,
    (_, before: string, digits: string) =>
      before + (/[A-Z]/.test(digits) ? eightDigits().toUpperCase() : eightDigits()),
  );

/** A body with another reference, where it has one. */
export const ownReferenceIn = (body: unknown): unknown =>
  isRecord(body) ? jsonIn(withOwnReference(JSON.stringify(body))) : body;

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
    : ownReferenceIn(body);
};
