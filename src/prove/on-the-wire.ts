import { type AnyCheck, isUniversal, type UniversalCheck } from '#checks';
import { type CheckOutcome, judgeCheck, type World } from '#harness';
import { type ControlRun, judgesAny, needing } from './control-run.ts';
import { isKilled, judgeEach, withoutSending } from './judging.ts';
import type { KillMatrix } from './proof.ts';
import type { FaultCase } from './scope.ts';
import type { Worlds } from './worlds.ts';

export interface Proving {
  readonly worlds: Worlds;
  readonly control: ControlRun;
  readonly checks: readonly AnyCheck[];
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

/** Tries a fault on the wire: the checks that must notice it send what they need, and all others judge those replies. */
export const tryOnTheWire = async (
  { fault, promised }: FaultCase,
  { worlds, control, checks, matrix }: Proving,
): Promise<void> => {
  const world = worlds.under(fault.id);
  const probes = control.answeredOtherwise(fault);
  const narrowed = new Map(
    needing(promised.filter(isUniversal), probes).map((check) => [check.requirement, check]),
  );
  const judge = async (check: AnyCheck) => {
    const asked = narrowed.get(check.requirement) ?? check;
    const outcome = isUniversal(asked)
      ? await judgeUntilKilled(asked, world)
      : await judgeCheck(asked, world);
    return [check.requirement, outcome] as const;
  };
  matrix.add(fault, new Map(await Promise.all(promised.map(judge))));
  const further = checks
    .filter((check) => !promised.includes(check) && judgesAny(check, world, probes))
    .flatMap((check) => withoutSending(check, world) ?? []);
  matrix.addFurther(fault, await judgeEach(further, world));
};
