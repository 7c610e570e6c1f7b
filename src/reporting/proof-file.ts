import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Proof } from './proof.ts';

export const proofFile = 'proof.json';

const fault = z.string().max(200);

const proofSchema = z.object({
  format: z.literal(1),
  holds: z.boolean(),
  matrix: z.record(z.string(), z.record(fault, z.enum(['caught', 'blind']))),
});

/** What the reports tell of a proof. */
export type ProofTold = Pick<Proof, 'holds' | 'matrix'>;

/** What `prove` has left at a path; undefined where there is nothing, or nothing that can be read. */
export const readProof = (path: string): ProofTold | undefined => {
  try {
    return proofSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
};
