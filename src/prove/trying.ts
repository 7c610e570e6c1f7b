import { isUniversal, type UniversalCheck } from '#checks';
import { type CheckOutcome, judgeCheck, type World } from '#harness';
import { type ControlRun, needing } from './control-run.ts';
import { isKilled, type KillMatrix } from './proof.ts';
import type { FaultCase } from './scope.ts';
import type { Worlds } from './worlds.ts';

export interface Proving {
  readonly worlds: Worlds;
  readonly control: ControlRun;
  readonly matrix: KillMatrix;
}

/** A check of the whole service is sent for source by source, more each time, until it notices something. */
const judgeUntilKilled = async (check: UniversalCheck, world: World): Promise<CheckOutcome> => {
  let outcome: CheckOutcome;
  let count = 1;
  do {
    outcome = await judgeCheck({ ...check, needs: check.needs.slice(0, count) }, world);
    count *= 2;
  } while (!isKilled(outcome) && count < 2 * check.needs.length);
  return outcome;
};

/** Tries a fault: the checks that must notice it send what they need. */
export const tryFault = async ({ fault, promised }: FaultCase, { worlds, control, matrix }: Proving): Promise<void> => {
  const whole = promised.filter(isUniversal);
  const probes = whole.length > 0 ? control.answeredOtherwise(fault) : undefined;
  const narrowed = new Map(needing(whole, probes).map((check) => [check.requirement, check]));
  const outcomes = await worlds.within(fault, (world) =>
    Promise.all(
      promised.map(async (check) => {
        const asked = narrowed.get(check.requirement) ?? check;
        const outcome = isUniversal(asked) ? judgeUntilKilled(asked, world) : judgeCheck(asked, world);
        return [check.requirement, await outcome] as const;
      }),
    ),
  );
  matrix.add(fault, new Map(outcomes));
};
