import { z } from 'zod';
import { decimal, lowerCaseCode, timestamp, uuid } from './formats.ts';
import { totalledPage } from './pagination.ts';

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

export const conversionListing = totalledPage(conversion);

export type Conversion = z.infer<typeof conversion>;
export type ConversionListing = z.infer<typeof conversionListing>;
