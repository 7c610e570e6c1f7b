import { type RequirementId, requirementOf } from '#contract';
import type { KillMatrix, Result, Survivor } from './matrix.ts';
import type { FalsePositive, Passing } from './variations.ts';

/** The result of `prove`, as `proof.json` holds it. */
export interface Proof {
  readonly format: 2;
  readonly seed: number;
  readonly holds: boolean;
  readonly counts: {
    readonly requirements: number;
    readonly faults: number;
    readonly variations: number;
    /** Pairs of a fault and a requirement that must notice it. */
    readonly pairs: number;
    readonly killed: number;
    readonly survived: number;
    /** Checks that passed, over all variations. */
    readonly checksPassed: number;
    readonly falsePositives: number;
  };
  readonly survived: readonly Survivor[];
  readonly falsePositives: readonly FalsePositive[];
  /** Requirements that can fail or drift, and that no fault puts to the test. */
  readonly unproven: readonly RequirementId[];
  /** Requirements that have no check. */
  readonly missing: readonly RequirementId[];
  readonly matrix: Readonly<Record<string, Readonly<Record<string, Result>>>>;
  /** By fault: requirements that noticed it without having to. */
  readonly alsoKilledBy: Readonly<Record<string, readonly string[]>>;
}

export interface ProofInput {
  readonly seed: number;
  readonly matrix: KillMatrix;
  /** One for each variation, and one for the service without any. */
  readonly passing: readonly Passing[];
  /** Requirements that some fault must put to the test. */
  readonly demanded: Iterable<RequirementId>;
  readonly missing: readonly RequirementId[];
}

/** Concludes: every fault killed, no check failed without one, every requirement put to the test. */
export const proofOf = ({ seed, matrix, passing, demanded, missing }: ProofInput): Proof => {
  const { rows, survivors, alsoKilledBy } = matrix;
  const results = Object.values(rows);
  const pairs = results.reduce((sum, row) => sum + Object.keys(row).length, 0);
  const falsePositives = passing.flatMap((it) => it.falsePositives);
  const unproven = [...demanded].filter(
    (id) => requirementOf(id).firmness !== 'silent' && rows[id] === undefined && !missing.includes(id),
  );
  return {
    format: 2,
    seed,
    holds: [survivors, falsePositives, unproven, missing].every(({ length }) => length === 0),
    counts: {
      requirements: results.length,
      faults: new Set(results.flatMap((row) => Object.keys(row))).size,
      variations: passing.filter((it) => it.passed + it.falsePositives.length > 0).length,
      pairs,
      killed: pairs - survivors.length,
      survived: survivors.length,
      checksPassed: passing.reduce((sum, { passed }) => sum + passed, 0),
      falsePositives: falsePositives.length,
    },
    survived: survivors,
    falsePositives,
    unproven,
    missing,
    matrix: rows,
    alsoKilledBy,
  };
};
