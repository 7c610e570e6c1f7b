import { type AnyCheck, isUniversal, sourcesOf } from '#checks';
import { listings, type OperationId, orderIds, type RequirementId } from '#contract';
import { type Fault, initiations, offramps, type Variation } from '#faults';
import { type CheckOutcome, type Evidence, runChecks, type World } from '#harness';
import { probesOf, type Source } from '#probes';
import type { Policies } from '#sandbox';
import { changeOf } from './plant.ts';

type PolicyName = {
  [Group in keyof Policies]: Group | `${Group}.${keyof Policies[Group] & string}`;
}[keyof Policies];

const orders = [...orderIds, ...offramps, 'balances.read'] as const;

/** The operations that show what a policy, or any of a group, decides; all of them where neither is named. */
const shownBy: Readonly<Partial<Record<PolicyName, readonly OperationId[]>>> = {
  balances: ['balances.read'],
  businessKyc: ['business-kyc.read'],
  conversion: ['conversion.list', 'conversion.read'],
  creation: [...initiations, ...offramps],
  deposit: ['balances.read', 'deposit.simulate'],
  'error.conversionNotFound': ['conversion.read'],
  'error.invalidOrder': orders,
  'error.kycNotApproved': orders,
  'error.malformedJson': orders,
  'error.offrampNotFound': ['offramp.read'],
  'error.railRefused': offramps,
  'error.taxonomyNotFound': ['taxonomy.list'],
  individualKyc: ['individual-kyc.read'],
  kyc: orders,
  lightningOfframp: ['lightning-offramp.initiate'],
  offramp: offramps,
  onramp: ['onramp.initiate'],
  order: orders,
  pagination: listings,
  rails: offramps,
  recipient: [...offramps, 'lightning-offramp.initiate'],
  taxonomy: ['taxonomy.list'],
  withdrawal: ['withdrawal.read'],
};

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
  answeredOtherwise({ policies = {}, reply: hook }: Fault | Variation): ProbeIds | undefined {
    const shown = Object.entries(policies).flatMap(([group, decisions]) =>
      Object.keys(decisions).map(
        (policy) => shownBy[`${group}.${policy}` as PolicyName] ?? shownBy[group as PolicyName],
      ),
    );
    if (shown.includes(undefined)) return undefined;
    const decided = new Set(shown.flat());
    const probes = new Set<string>();
    for (const reply of this.world.replies) {
      const change = hook && changeOf(hook, reply);
      if (change === 'world') return undefined;
      if (change !== undefined || decided.has(reply.operation)) probes.add(reply.request.purpose.probe);
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
