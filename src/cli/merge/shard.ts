import {
  type Budgets,
  isSequence,
  operationIds,
  operationOf,
  type Requirement,
  type RequirementId,
  requirements,
  type Target,
} from '#contract';
import { isOwnMaxRequests } from '#target';
import { Refused } from '../command.ts';

/** One of several machines that share a run. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

const maxShards = 64;

const isOperation = (subject: string): boolean => operationIds.some((id) => id === subject);

export const shardText = ({ index, count }: Shard): string => `${index}/${count}`;

/** @throws Refused unless it reads `2/4`. */
export function shardIn(text: string): Shard {
  const [, index = 0, count = 0] = (/^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= count && count <= maxShards) return { index, count };
  throw new Refused(
    `--shard must be the number of this machine and of all, such as 2/4, at most ${maxShards}`,
  );
}

/** Places orders, or looks at what orders change: balances, and listings page by page. */
const sharesAccount = (requirement: Requirement): boolean =>
  ['pagination', 'consistency', 'money', 'order'].includes(requirement.tag) ||
  requirement.operations.some((id) => operationOf(id).movesMoney);

/**
 * Requirements that send alike stand together: sequences, each endpoint, and what speaks of all exchanges, which come last because
 * they share much with each other and sequences send most.
 */
const subjectOf = (requirement: Requirement): string => {
  const { id } = requirement;
  const subject = id.slice(0, id.indexOf('/'));
  if (isSequence(requirement)) return `1 ${subject}`;
  return isOperation(subject) ? `2 ${subject}` : `3 ${subject}`;
};

/** Sorts alike on every machine, in any language. */
const bySubject = (one: Requirement, other: Requirement): number =>
  Number(subjectOf(one) > subjectOf(other)) - Number(subjectOf(one) < subjectOf(other));

/** A sequence sends as much in a deep run as so many requirements that stand together. */
const weightOf = (requirement: Requirement): number => (isSequence(requirement) ? 10 : 1);

/** Requirements of one subject mostly judge the same exchanges, which each part would otherwise send again. */
const partOf = <R extends Requirement>(all: readonly R[], place: number, places: number): R[] => {
  const sorted = all.toSorted(bySubject);
  const ends: number[] = [];
  for (const it of sorted) ends.push((ends.at(-1) ?? 0) + weightOf(it));
  const whole = ends.at(-1) ?? 0;
  // A product is exact where a quotient is rounded, by which the last requirement would be in no part.
  return sorted.filter((_, at) => Math.ceil(((ends[at] ?? 0) * places) / whole) - 1 === place);
};

/**
 * The part of the requirements that a shard proves. Whole files, which is how Vitest shards, would leave most of the time
 * to one machine. On an account that the shards share, the first alone places orders and looks at what they change: an
 * order of another machine would otherwise be blamed on the service.
 */
export function shareOf(
  selected: ReadonlySet<RequirementId> | undefined,
  { index, count }: Shard,
  sharedAccount: boolean,
): ReadonlySet<RequirementId> {
  const asked = requirements.filter(({ id }) => selected?.has(id) ?? true);
  if (asked.length < count)
    throw new Refused(`--shard asks for ${count} parts of ${asked.length} requirements; use fewer shards`);
  const idsOf = (share: typeof asked) => new Set(share.map(({ id }) => id));
  if (!sharedAccount || count === 1) return idsOf(partOf(asked, index - 1, count));
  const others = asked.filter((requirement) => !sharesAccount(requirement));
  if (others.length < count - 1)
    throw new Refused(
      `--shard asks for ${count} parts of ${asked.length} requirements, but the first one takes all ${asked.length - others.length} that order or look at what orders change, and ${others.length} are left for the others; use fewer shards`,
    );
  if (index === 1) return idsOf(asked.filter(sharesAccount));
  return idsOf(partOf(others, index - 2, count - 1));
}

const divided = (
  { concurrency, requestsPerSecond, maxRequests, timeoutMs }: Budgets,
  count: number,
): Budgets => ({
  concurrency: Math.max(1, Math.floor(concurrency / count)),
  ...(requestsPerSecond === undefined ? {} : { requestsPerSecond: requestsPerSecond / count }),
  // The default is a bound for each run; what a user has set is meant for all shards.
  maxRequests: isOwnMaxRequests(maxRequests) ? Math.max(1, Math.floor(maxRequests / count)) : maxRequests,
  timeoutMs,
});

/** Divides the budgets of a service that several machines share; each starts a separate embedded sandbox. */
export const sharedTarget = <T extends Pick<Target, 'embedded' | 'budgets'>>(
  target: T,
  shard: Shard | undefined,
): T =>
  shard === undefined || target.embedded || shard.count === 1
    ? target
    : { ...target, budgets: divided(target.budgets, shard.count) };
