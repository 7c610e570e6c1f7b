import { join } from 'node:path';
import { z } from 'zod';
import { readFileText } from '#lib';
import { sanitiseAll } from './sanitise.ts';

export const proofFile = 'proof.json';

const fault = z.string().max(200);

const proofSchema = z.object({
  format: z.literal(2),
  /** When `prove` ended, and by which version; earlier versions did not say. */
  madeAt: z.iso.datetime().optional(),
  harness: z.object({ version: z.string().max(40) }).optional(),
  holds: z.boolean(),
  matrix: z.record(z.string(), z.record(fault, z.enum(['killed', 'survived']))),
});

/** The part of a proof that the reports show. */
export type ProofSummary = z.infer<typeof proofSchema>;

/** The proof that `prove` has written to a folder; undefined where there is none, or none that can be read. */
export const readProof = (directory: string): ProofSummary | undefined => {
  try {
    return proofSchema.parse(sanitiseAll(JSON.parse(readFileText(join(directory, proofFile)))));
  } catch {
    return undefined;
  }
};
