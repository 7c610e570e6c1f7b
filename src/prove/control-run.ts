import { type AnyCheck, isUniversal, sourcesOf } from '#checks';
import type { RequirementId } from '#contract';
import type { Fault, Variation } from '#faults';
import { type CheckOutcome, type Evidence, runChecks, type World } from '#harness';
import { probesOf, type Source } from '#probes';
import { changes } from './change.ts';

export type Outcomes = ReadonlyMap<RequirementId, CheckOutcome>;

/** Sends what the checks need; a failure is thrown again where it is judged. */
export const sendFor = async (checks: readonly AnyCheck[], world: World): Promise<void> => {
  await Promise.allSettled(checks.flatMap(sourcesOf).map((source) => world.get(source)));
};

/** Has checks judge a world, in which they find what they need or send it. */
export const judgeEach = async (checks: readonly AnyCheck[], world: Evidence): Promise<Outcomes> => {
  const report = ({ requirement }: AnyCheck, outcome: CheckOutcome) => [requirement, outcome] as const;
  const { reports } = await runChecks({ checks }, { session: { world, report } });
  return new Map(reports);
};

type ProbeIds = ReadonlySet<string>;

/** All checks in a world without a fault: a check whose replies a later world does not change ends there as it does here. */
export class ControlRun {
  readonly world: World;
  readonly outcomes: Outcomes;

  private constructor(world: World, outcomes: Outcomes) {
    this.world = world;
    this.outcomes = outcomes;
  }

  static async of(checks: readonly AnyCheck[], world: World): Promise<ControlRun> {
    await sendFor(checks, world);
    return new ControlRun(world, await judgeEach(checks, world));
  }

  /** The probes that another service answers otherwise; undefined where its replies depend on more than the request. */
  answeredOtherwise({ policies, reply: hook }: Fault | Variation): ProbeIds | undefined {
    if (policies !== undefined) return undefined;
    const probes = new Set<string>();
    for (const reply of this.world.replies) {
      const changed = hook !== undefined && changes(hook, reply);
      if (changed === undefined) return undefined;
      if (changed) probes.add(reply.request.purpose.probe);
    }
    return probes;
  }
}

const isAmong = (source: Source<unknown>, probes: ProbeIds): boolean =>
  probesOf(source).some(({ id }) => probes.has(id));

/** Checks with the sources that need some probes; a check that is left with none is left out. */
export const needing = (checks: readonly AnyCheck[], probes: ProbeIds | undefined): readonly AnyCheck[] => {
  if (probes === undefined) return checks;
  return checks.flatMap((check): readonly AnyCheck[] => {
    if (!isUniversal(check)) return isAmong(check.source, probes) ? [check] : [];
    const needs = check.needs.filter((source) => isAmong(source, probes));
    return needs.length > 0 ? [{ ...check, needs }] : [];
  });
};

export const judgesAny = (check: AnyCheck, { replies }: World, probes: ProbeIds | undefined): boolean => {
  if (probes === undefined) return true;
  if (!isUniversal(check)) return isAmong(check.source, probes);
  return replies.some((reply) => probes.has(reply.request.purpose.probe) && check.of(reply));
};

/** A check that judges what was sent already; undefined where it needs more, or sees nothing of it. */
export const withoutSending = (check: AnyCheck, { ended, replies }: World): AnyCheck | undefined => {
  if (isUniversal(check)) return replies.some(check.of) ? { ...check, needs: [] } : undefined;
  return probesOf(check.source).every(({ id }) => ended.has(id)) ? check : undefined;
};
