import { type AnyCheck, isUniversal, type UniversalCheck } from '#checks';
import type { RequirementId } from '#contract';
import type { Reply } from '#evidence';
import type { Fault } from '#faults';
import { type CheckOutcome, judgeCheck, type World } from '#harness';
import { type ControlRun, judgeEach, judgesAny, needing, withoutSending } from './control-run.ts';
import { plant } from './plant.ts';
import type { PlantedRecording } from './planted-evidence.ts';
import { isKilled, type KillMatrix } from './proof.ts';
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

/** One of each kind of derived fault, for each operation. */
export const oneOfEachKind = (cases: readonly FaultCase[]): ReadonlySet<FaultCase> => {
  const byKind = new Map<string, FaultCase>();
  for (const each of cases) {
    const kind = JSON.stringify(each.fault.derived);
    if (!byKind.has(kind)) byKind.set(kind, each);
  }
  return new Set(byKind.values());
};

/** A check's judgement of replies with a planted fault; undefined where only the wire can show it. */
const judgePlanted = async (
  check: AnyCheck,
  fault: Fault,
  recording: PlantedRecording,
): Promise<CheckOutcome | undefined> => {
  const replies = isUniversal(check)
    ? recording.world.replies.filter(check.of)
    : await recording.repliesIn(check.source);
  const planted = plant(
    fault,
    replies.filter(({ operation }) => operation === fault.derived?.operation),
  );
  if (planted === undefined) return undefined;
  // Replies in which the fault does not show were judged without it.
  const changed: ReadonlySet<Reply> = new Set(planted.values());
  const judged = isUniversal(check)
    ? { ...check, needs: [], of: (reply: Reply) => changed.has(reply) }
    : check;
  const outcome = await judgeCheck(judged, recording.with(planted));
  return isKilled(outcome) ? outcome : undefined;
};

/**
 * Plants a derived fault in replies that were recorded without one, and notes who notices it there. False where somebody
 * did not: then the wire decides, where a fault shows in every reply and probes can follow it.
 */
export const tryInRecording = async (
  { fault, promised }: FaultCase,
  recording: PlantedRecording,
  matrix: KillMatrix,
): Promise<boolean> => {
  const outcomes = new Map<RequirementId, CheckOutcome>();
  for (const check of promised) {
    const outcome = await judgePlanted(check, fault, recording);
    if (outcome === undefined) return false;
    outcomes.set(check.requirement, outcome);
  }
  matrix.add(fault, outcomes);
  return true;
};
