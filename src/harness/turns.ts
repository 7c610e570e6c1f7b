import type { RequirementId, RunPlan } from '#contract';
import { extentOf } from './cases.ts';
import type { Condition } from './condition.ts';
import type { Ledger } from './open.ts';
import type { TrialContext } from './trial.ts';

/** Counts the properties of a test. */
export const turnsOf = (
  requirement: RequirementId,
  { plan, condition, ledger }: { plan: RunPlan; condition: Condition; ledger: Ledger },
) => {
  let turn = 0;
  const extent = extentOf(plan, condition);
  const { casesAtOnce: atOnce = 1 } = condition;
  const onCase = () => {
    ledger.cases += 1;
  };
  return (): TrialContext => {
    turn += 1;
    return { plan, requirement, turn, extent, atOnce, onCase };
  };
};
