import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { sanitiseAll } from './sanitise.ts';

export const proofFile = 'proof.json';

const fault = z.string().max(200);

const proofSchema = z.object({
  format: z.literal(2),
  holds: z.boolean(),
  matrix: z.record(z.string(), z.record(fault, z.enum(['killed', 'survived']))),
});

/** What the reports say of a proof. */
export type ProofSummary = z.infer<typeof proofSchema>;

/** What `prove` has left at a path; undefined where there is nothing, or nothing that can be read. */
export const readProof = (path: string): ProofSummary | undefined => {
  try {
    return proofSchema.parse(sanitiseAll(JSON.parse(readFileSync(path, 'utf8'))));
  } catch {
    return undefined;
  }
};
