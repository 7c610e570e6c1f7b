import { z } from 'zod';

// What a verdict says beside its requirements: orders, waivers, a baseline and a recording.

export const count = z.int().nonnegative();

export const moneyOperation = z.object({
  operation: z.string(),
  accepted: count,
  refused: count,
  unanswered: count,
  currencies: z.array(z.string()),
  totals: z.record(z.string(), z.string()).optional().describe('sum of the accepted orders by currency'),
});

export const unknownOrder = z.object({
  operation: z.string(),
  at: z.string(),
  reference: z.string().optional().describe('made by the harness; the service may be asked for it'),
  listing: z
    .enum(['listed', 'not listed', 'not looked up'])
    .describe('whether a listing of the service showed it at the end of the run'),
});

export const waiver = z.object({
  id: z.string(),
  requirement: z.string(),
  finding: z.string(),
  where: z.string(),
  reason: z.string(),
  owner: z.string(),
  approvedBy: z.string(),
  approvedOn: z.string().optional(),
  expires: z.string(),
  daysLeft: z.int(),
  state: z
    .enum(['in force', 'expiring', 'expired', 'stale', 'not evaluated'])
    .optional()
    .describe('`expiring`: in force for two weeks at most; `not evaluated`: the run could not judge it'),
  ticket: z.string().optional(),
});

export const driftClass = z.enum(['breaking', 'risky', 'additive', 'reported', 'evidence lost']);

export const baselineChange = z.object({
  class: driftClass,
  endpoint: z.string(),
  fact: z.string(),
  accepted: z.string(),
  met: z.string(),
});

export const recording = z.object({
  files: count,
  entries: count.describe('of all files together'),
  exchanges: count.describe('entries that were judged'),
  unmatched: count.describe('entries of other services, or of no endpoint of the document'),
  unread: count.describe('entries of the service that could not be read'),
  leftOut: z.record(z.string(), count).optional().describe('how many of them, by the reason'),
  partial: z.literal(true).optional().describe('judged though less than half could be read'),
});
