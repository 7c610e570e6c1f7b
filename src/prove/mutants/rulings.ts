/** A person's verdict on a mutant that no requirement blames. */
export type Verdict =
  /** No client can see the change. */
  | 'equivalent'
  /** The document leaves it open. */
  | 'open'
  /** A defect that the gate does not see yet. */
  | 'miss';

export interface Ruling {
  readonly mutant: string;
  readonly ruling: Verdict;
  readonly reason: string;
}

const verdicts: readonly unknown[] = ['equivalent', 'open', 'miss'] satisfies readonly Verdict[];

const isRuling = (value: unknown): value is Ruling => {
  if (typeof value !== 'object' || value === null) return false;
  const { mutant, ruling, reason } = value as Record<string, unknown>;
  return (
    typeof mutant === 'string' &&
    verdicts.includes(ruling) &&
    typeof reason === 'string' &&
    reason.trim() !== ''
  );
};

/** Reads the rulings of `mutants.json`; throws with the first that is not one. */
export const parseRulings = (text: string, file: string): readonly Ruling[] => {
  const rulings: unknown = JSON.parse(text);
  if (!Array.isArray(rulings)) throw new Error(`${file} is not a list of rulings`);
  for (const [at, each] of rulings.entries())
    if (!isRuling(each))
      throw new Error(
        `${file}, entry ${at + 1}: a ruling names a mutant, has a ruling (${verdicts.join(', ')}) and a reason`,
      );
  const names = rulings.map(({ mutant }: Ruling) => mutant);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`${file} has two rulings for ${twice}`);
  return rulings;
};
