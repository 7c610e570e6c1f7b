/** A person's verdicts on a mutant that no requirement blames. */
const verdicts = [
  /** No client can see the change. */
  'equivalent',
  /** A defect that the gate does not see yet. */
  'miss',
  /** The document leaves it open. */
  'open',
] as const;

export type MutantVerdict = (typeof verdicts)[number];

export interface MutantRuling {
  readonly mutant: string;
  readonly ruling: MutantVerdict;
  readonly reason: string;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isReason = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Reads the rulings of `mutants.json`: by verdict, each mutant with the reason. Throws with the first that is not one. */
export const parseRulings = (text: string, file: string): readonly MutantRuling[] => {
  const groups: unknown = JSON.parse(text);
  if (!isObject(groups) || Object.keys(groups).toSorted().join() !== verdicts.join())
    throw new Error(`${file} does not have the members ${verdicts.join(', ')}`);
  const rulings = verdicts.flatMap((ruling) =>
    Object.entries((groups as Record<MutantVerdict, object>)[ruling]).map(
      ([mutant, reason]: [string, unknown]) => {
        if (!isReason(reason)) throw new Error(`${file}, ${ruling}: ${mutant} has no reason`);
        return { mutant, ruling, reason };
      },
    ),
  );
  const names = rulings.map(({ mutant }) => mutant);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`${file} has two rulings for ${twice}`);
  return rulings;
};
