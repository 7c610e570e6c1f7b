import type { RequirementId, RunPlan } from '#contract';
import { extentOf } from './cases.ts';
import type { Condition } from './condition.ts';
import type { Ledger } from './open.ts';
import type { TrialContext } from './trial.ts';

/** Counts the properties of a test, and lets each put back the evidence of its smallest case. */
export const turnsOf = (
  requirement: RequirementId,
  { plan, condition, ledger }: { plan: RunPlan; condition: Condition; ledger: Ledger },
) => {
  let turn = 0;
  const extent = extentOf(plan, condition);
  const holdEvidence = () => {
    const { judged } = ledger;
    return () => {
      ledger.judged = judged;
    };
  };
  const work = () => ledger.judgements + ledger.observations.length;
  const onCase = () => {
    ledger.cases += 1;
  };
  return (): TrialContext => {
    turn += 1;
    return { plan, requirement, turn, extent, work, onCase, holdEvidence };
  };
};
