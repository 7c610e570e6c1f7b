import { type ProofPlan, type Requirement, type RequirementId, requirements } from '#contract';
import { faults, type Variation, variations } from '#faults';

/** What a proof is narrowed to. */
export interface ProofScope {
  readonly requirements: ReadonlySet<RequirementId>;
  /** Faults and variations by id; undefined takes all. */
  readonly planted?: ReadonlySet<string>;
}

/**
 * Rules of the whole service are tried under every variation, rules of an endpoint under those that touch it. What can
 * only drift or be observed alarms nobody: it is tried once, under all freedoms together, to see that it does not break.
 */
const isTouched = ({ endpoints, firmness }: Requirement, { id, endpoints: touched }: Variation): boolean => {
  if (firmness === 'shown' || firmness === 'silent') return id === everyFreedom;
  return touched === undefined || endpoints.some((endpoint) => touched.includes(endpoint));
};

const everyFreedom = 'all-compatible';

const wanted = ({ planted }: ProofScope, id: string): boolean => planted === undefined || planted.has(id);

/** Every requirement under each fault that it must notice, and beside each variation that it must leave alone. */
export const proofPlanOf = (scope: ProofScope): ProofPlan => {
  const selected = requirements.filter(({ id }) => scope.requirements.has(id));
  const tried = faults.filter(({ id }) => wanted(scope, id));
  const taken = variations.filter(({ id }) => wanted(scope, id));
  const under = Object.fromEntries(selected.map(({ id }) => [id, [] as string[]]));
  for (const { id, requirements: noticing } of tried)
    for (const requirement of noticing) under[requirement]?.push(id);
  const beside = taken.map((variation) => [
    variation.id,
    selected.filter((requirement) => isTouched(requirement, variation)).map(({ id }) => id),
  ]);
  return {
    faults: under,
    variations: Object.fromEntries(beside),
    touched: Object.fromEntries(
      [...tried, ...taken].flatMap(({ id, endpoints }) => (endpoints ? [[id, endpoints]] : [])),
    ),
    shared: taken.flatMap(({ id, quiet }) => (quiet === false ? [id] : [])),
    apart: taken.flatMap(({ id, waits }) => (waits ? [id] : [])),
    facts: Object.fromEntries(taken.flatMap(({ id, facts }) => (facts ? [[id, facts]] : []))),
  };
};

/** Every pair that a plan promises to run. */
export const pairsOf = ({ faults: planted, variations: beside }: ProofPlan) => [
  ...Object.entries(planted).flatMap(([requirement, ids]) => ids.map((under) => ({ requirement, under }))),
  ...Object.entries(beside).flatMap(([under, ids]) => ids.map((requirement) => ({ requirement, under }))),
];
