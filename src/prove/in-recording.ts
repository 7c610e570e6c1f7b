import { type AnyCheck, isUniversal } from '#checks';
import type { RequirementId } from '#contract';
import type { Reply } from '#evidence';
import { derivedFaults, type Fault } from '#faults';
import { type CheckOutcome, judgeCheck } from '#harness';
import { isKilled } from './judging.ts';
import { plant } from './plant.ts';
import type { PlantedRecording } from './planted-evidence.ts';
import type { KillMatrix } from './proof.ts';
import type { FaultCase } from './scope.ts';

const derivedIds = new Set(derivedFaults.map(({ id }) => id));

export const isDerived = ({ fault }: FaultCase): boolean => derivedIds.has(fault.id);

/** The operation and the defect, without the member and its place: `onramp.initiate as-number`. */
const kindOf = ({ id }: Fault): string => {
  const parts = id.split('/');
  return `${parts[0]} ${parts.at(-1)?.split('@', 1)[0]}`;
};

export const oneOfEachKind = (cases: readonly FaultCase[]): ReadonlySet<FaultCase> => {
  const byKind = new Map<string, FaultCase>();
  for (const it of cases) if (!byKind.has(kindOf(it.fault))) byKind.set(kindOf(it.fault), it);
  return new Set(byKind.values());
};

/**
 * A check's judgement of replies with a planted fault; undefined where only the wire can show it. A derived fault changes
 * only replies of the operation that its id begins with.
 */
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
    replies.filter(({ operation }) => fault.id.startsWith(`${operation}/`)),
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
