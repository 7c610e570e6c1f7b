import { z } from 'zod';

/** By mutant. */
const reasons = z.record(z.string(), z.string().trim().min(1));

const rulingsSchema = z.strictObject({
  /** No client can see the change. */
  equivalent: reasons,
  /** The document leaves it open. */
  open: reasons,
  /** A defect that the gate does not see yet. */
  miss: reasons,
});

/** A person's verdict on a mutant that no requirement blames. */
export type Verdict = keyof z.infer<typeof rulingsSchema>;

export interface Ruling {
  readonly mutant: string;
  readonly ruling: Verdict;
  readonly reason: string;
}

/** Reads the rulings of `mutants.json`; throws with what is wrong in it. */
export const parseRulings = (text: string, file: string): readonly Ruling[] => {
  const { data, error } = rulingsSchema.safeParse(JSON.parse(text));
  if (error !== undefined)
    throw new Error(`${file} does not hold a reason for each mutant, by ruling:\n${z.prettifyError(error)}`);
  const rulings = rulingsSchema
    .keyof()
    .options.flatMap((ruling) =>
      Object.entries(data[ruling]).map(([mutant, reason]) => ({ mutant, ruling, reason })),
    );
  const names = rulings.map(({ mutant }) => mutant);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`${file} has two rulings for ${twice}`);
  return rulings;
};
