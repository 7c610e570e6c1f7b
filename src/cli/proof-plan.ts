import { type ProofPlan, type Requirement, type RequirementId, requirements, type Touched } from '#contract';
import { faults, variations } from '#faults';

/** What a proof is narrowed to. */
export interface ProofScope {
  readonly requirements: ReadonlySet<RequirementId>;
  /** Faults and variations by id; undefined takes all. */
  readonly planted?: ReadonlySet<string>;
}

/** Under which alone what can only drift or be observed is tried, to see that it does not break: it alarms nobody. */
const everyFreedom = 'all-compatible';

const canAlarm = ({ firmness }: Requirement): boolean => firmness !== 'shown' && firmness !== 'silent';

const wanted = ({ planted }: ProofScope, id: string): boolean => planted === undefined || planted.has(id);

const touchedBy = ({ id, operations, replies }: Touched & { readonly id: string }): [string, Touched] => [
  id,
  { ...(operations ? { operations } : {}), ...(replies ? { replies } : {}) },
];

/** Every requirement under each fault that it must notice, and beside each variation, which it must leave alone. */
export const proofPlanOf = (scope: ProofScope): ProofPlan => {
  const selected = requirements.filter(({ id }) => scope.requirements.has(id));
  const tried = faults.filter(({ id }) => wanted(scope, id));
  const taken = variations.filter(({ id }) => wanted(scope, id));
  const under = Object.fromEntries(selected.map(({ id }) => [id, [] as string[]]));
  for (const { id, requirements: noticing } of tried)
    for (const requirement of noticing) under[requirement]?.push(id);
  const all = selected.map(({ id }) => id);
  const alarming = selected.filter(canAlarm).map(({ id }) => id);
  const beside = taken.map(({ id }) => [id, id === everyFreedom ? all : alarming]);
  return {
    faults: under,
    variations: Object.fromEntries(beside),
    touched: Object.fromEntries([...tried.map(touchedBy), ...taken.map(touchedBy)]),
    shared: taken.flatMap(({ id, quiet }) => (quiet === false ? [id] : [])),
    apart: taken.flatMap(({ id, waits }) => (waits ? [id] : [])),
    orderless: taken.flatMap(({ id, policies }) => (policies ? [] : [id])),
    facts: Object.fromEntries(taken.flatMap(({ id, facts }) => (facts ? [[id, facts]] : []))),
  };
};
