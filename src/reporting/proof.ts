import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readFileText, readJsonFile } from '#lib';
import { sanitiseAll } from './text.ts';

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export interface FileText {
  readonly file: string;
  readonly text: string;
}

/** Texts by the name of their file, as this process wrote them. */
export type Written = ReadonlyMap<string, string>;

const nothing: Written = new Map();

/**
 * The files directly in a folder, by name; none when it does not exist. Files that this process wrote are not read back;
 * every other one is, so that none is passed over.
 */
export async function readFolder(folder: string, written: Written = nothing): Promise<FileText[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return names.sort().map((file) => ({ file, text: written.get(file) ?? readFileText(join(folder, file)) }));
}

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
export function readProof(directory: string): ProofSummary | undefined {
  try {
    return proofSchema.parse(sanitiseAll(readJsonFile(join(directory, proofFile))));
  } catch {
    return undefined;
  }
}
