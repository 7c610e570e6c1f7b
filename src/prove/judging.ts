import { type AnyCheck, isUniversal, sourcesOf } from '#checks';
import type { RequirementId } from '#contract';
import { type CheckOutcome, judgeCheck, type World } from '#harness';
import { probesOf } from '#probes';

export type Outcomes = ReadonlyMap<RequirementId, CheckOutcome>;

/** Only a finding shows that a check can fail; one that breaks shows nothing. */
export const isKilled = ({ findings }: CheckOutcome): boolean => findings.length > 0;

/** Sends what the checks need; a failure is thrown again where it is judged. */
export const sendFor = async (checks: readonly AnyCheck[], world: World): Promise<void> => {
  await Promise.allSettled(checks.flatMap(sourcesOf).map((source) => world.get(source)));
};

/** Has checks judge a world, in which they find what they need or send it. */
export const judgeEach = async (checks: readonly AnyCheck[], world: World): Promise<Outcomes> =>
  new Map(
    await Promise.all(
      checks.map(async (check) => [check.requirement, await judgeCheck(check, world)] as const),
    ),
  );

/** A check that judges what was sent already; undefined where it needs more, or sees nothing of it. */
export const withoutSending = (check: AnyCheck, { ended, replies }: World): AnyCheck | undefined => {
  if (isUniversal(check)) return replies.some(check.of) ? { ...check, needs: [] } : undefined;
  return probesOf(check.source).every(({ id }) => ended.has(id)) ? check : undefined;
};

/** How a check ended, in one line without a value of the payload. */
export const describeOutcome = ({ findings, broken, untested }: CheckOutcome): string => {
  const [first] = findings;
  if (first !== undefined)
    return `${first.code} at ${first.where}: expected ${first.expected}, actual ${first.observed}`;
  if (broken !== undefined) return `broken: ${broken.code} ${broken.message}`;
  return untested === undefined ? 'no finding' : `untested: ${untested.reason}`;
};

/** Does work for each item, some at a time, until all is done or the signal says to stop. */
export const forEach = async <T>(
  items: Iterable<T>,
  { atOnce, signal }: { readonly atOnce: number; readonly signal: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const left = items[Symbol.iterator]();
  const runner = async () => {
    for (let next = left.next(); !next.done && !signal.aborted; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
};
