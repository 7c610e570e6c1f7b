import { type Found, isUnrouted } from '#checks';
import { type OperationId, operationIds, type RequirementId } from '#contract';
import { Untested } from '#evidence';
import { repliesOf } from '#probes';
import { type CheckOutcome, type Evidence, ofFailure } from './outcome.ts';

/** Whether no valid request of an operation was routed anywhere. */
const leadsNowhere = async (operation: OperationId, world: Evidence): Promise<boolean> => {
  const replies = await world.get(repliesOf(operation)).catch(() => []);
  return replies.length > 0 && replies.every(isUnrouted);
};

/** The one requirement that says that a path is not there. */
const isFirst = (requirement: RequirementId, operation: OperationId): boolean =>
  requirement === `${operation}/answers-with-its-record` ||
  requirement === `${operation}/answers-success-without-a-body`;

const without = async (requirement: RequirementId, findings: readonly Found[], world: Evidence) => {
  const nowhere = new Set<OperationId>();
  for (const { shownBy } of findings)
    if (shownBy && !nowhere.has(shownBy.operation) && isUnrouted(shownBy))
      if (await leadsNowhere(shownBy.operation, world)) nowhere.add(shownBy.operation);
  const isBehind = ({ shownBy }: Found): boolean =>
    shownBy !== undefined &&
    nowhere.has(shownBy.operation) &&
    isUnrouted(shownBy) &&
    !isFirst(requirement, shownBy.operation);
  return { kept: findings.filter((found) => !isBehind(found)), nowhere };
};

const untestedBehind = (operation: OperationId): CheckOutcome =>
  ofFailure(new Untested(`no path leads to ${operation}`, 'service'));

/**
 * A path that leads nowhere is the finding of one requirement: what any other finds in its answers, or has nothing to be
 * judged by, follows from it and is untested.
 */
export const behindItsRoute = async (
  requirement: RequirementId,
  outcome: CheckOutcome,
  world: Evidence,
): Promise<CheckOutcome> => {
  if (outcome.untested?.by === 'nothing to judge') {
    const own = operationIds.find((id) => requirement.startsWith(`${id}/`));
    return own !== undefined && (await leadsNowhere(own, world)) ? untestedBehind(own) : outcome;
  }
  if (!outcome.findings.some(({ shownBy }) => shownBy && isUnrouted(shownBy))) return outcome;
  const { kept, nowhere } = await without(requirement, outcome.findings, world);
  const [first] = nowhere;
  if (kept.length > 0 || first === undefined) return { ...outcome, findings: kept };
  return untestedBehind(first);
};
