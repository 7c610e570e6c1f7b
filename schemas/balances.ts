import { z } from 'zod';
import { amountNumber, emailAddress, lowerCaseCode, mapOf, openSet, text, timestamp, uuid } from './formats.ts';

/** Balances of the whole account, by lower-case currency code. */
export const balances = z.looseObject({
  id: uuid(),
  email: emailAddress(),
  balances: mapOf(lowerCaseCode(['usd', 'ngn', 'brl', 'eur', 'ghs', 'tzs']), amountNumber()),
  businessName: text(),
  status: openSet(['created']),
  createdAt: timestamp(),
});
