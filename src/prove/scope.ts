import type { AnyCheck } from '#checks';
import { isPromise, type RequirementId, requirementOf } from '#contract';
import { type Fault, faults, type Variation, variations } from '#faults';

/** The requirements and faults that a proof is narrowed to. */
export interface ProofScope {
  readonly requirements: ReadonlySet<RequirementId>;
  /** Faults and variations by id; undefined takes all. */
  readonly catalogued?: ReadonlySet<string>;
}

export interface FaultCase {
  readonly fault: Fault;
  readonly promised: readonly AnyCheck[];
}

export interface VariationCase {
  readonly variation: Variation;
  readonly checks: readonly AnyCheck[];
}

/** The one variation under which even claims that can only drift are tried, to see that they do not break. */
const everyFreedom = 'all-compatible';

const isWanted = ({ catalogued }: ProofScope, { id }: { readonly id: string }): boolean => catalogued?.has(id) ?? true;

/** Each fault in scope with the checks that must notice it; a fault that none of them must notice is left out. */
export const faultCases = (scope: ProofScope, checks: readonly AnyCheck[]): readonly FaultCase[] => {
  const byRequirement = new Map(checks.map((check) => [check.requirement, check]));
  return faults
    .filter((fault) => isWanted(scope, fault))
    .map((fault) => ({ fault, promised: fault.requirements.flatMap((id) => byRequirement.get(id) ?? []) }))
    .filter(({ promised }) => promised.length > 0);
};

/** Each variation in scope with the checks that it could wrongly set off. */
export const variationCases = (scope: ProofScope, checks: readonly AnyCheck[]): readonly VariationCase[] => {
  const failing = checks.filter(({ requirement }) => isPromise(requirementOf(requirement)));
  return variations
    .filter((variation) => isWanted(scope, variation))
    .map((variation) => ({ variation, checks: variation.id === everyFreedom ? checks : failing }));
};
