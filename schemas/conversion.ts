import { z } from 'zod';
import { decimal, integer, lowerCaseCode, timestamp, uuid } from './formats.ts';

export const conversion = z.looseObject({
  id: uuid(),
  fromCurrency: lowerCaseCode(),
  toCurrency: lowerCaseCode(),
  amount: decimal(12),
  feeAmount: decimal(12),
  netAmount: decimal(12),
  estimatedReceived: decimal(12),
  rate: decimal(12),
  createdAt: timestamp(),
});

/** A page; `total` counts the whole listing. */
export const conversionListing = z.looseObject({
  data: z.array(conversion),
  total: integer(),
  page: integer(),
  limit: integer(),
  totalPages: integer(),
});
