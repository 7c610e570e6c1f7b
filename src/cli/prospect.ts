import {
  type OperationId,
  operationIds,
  operationOf,
  type Profile,
  type RequirementId,
  requirements,
  type Target,
} from '#contract';
import type { Rehearsal, RehearsedOrders } from './rehearsal.ts';
import { selectRequirements } from './selection.ts';

/** How many requirements will be tested, and how many others lack what. */
export interface Share {
  readonly testable: number;
  readonly all: number;
  /** By variable or, where none would help, by reason. */
  readonly lacking: Readonly<Record<string, number>>;
}

/** What `doctor --json` prints. It only grows. */
export interface Prospect {
  readonly format: 1;
  readonly target: { readonly label: string; readonly environment: string; readonly embedded: boolean };
  readonly profile: Profile;
  readonly notes: readonly string[];
  readonly coverage: Share & {
    readonly byEndpoint: Readonly<Record<string, Share & { readonly operation: OperationId }>>;
    /** Rules of the whole service. */
    readonly acrossEndpoints: Share;
  };
  readonly requirements: readonly {
    readonly id: RequirementId;
    readonly testable: boolean;
    readonly lacks?: string;
    readonly reason?: string;
  }[];
  /** Of a service that conforms. */
  readonly expected: {
    readonly requests: number;
    readonly seconds: number;
    readonly orders: Readonly<Partial<Record<OperationId, RehearsedOrders>>>;
  };
  /** What `--require` can name at this target, the widest first. */
  readonly require: readonly string[];
}

/** What would have to be set, where that is what is missing. */
const lackIn = (reason: string): string => /RAMP_\w+/.exec(reason)?.[0] ?? reason;

const shareOf = (ids: ReadonlySet<RequirementId>, untested: Rehearsal['untested']): Share => {
  const lacks = [...ids].flatMap((id) => untested.get(id) ?? []).map(lackIn);
  const counts = new Map<string, number>();
  for (const lack of lacks) counts.set(lack, (counts.get(lack) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  return { testable: ids.size - lacks.length, all: ids.size, lacking: Object.fromEntries(sorted) };
};

const idsOf = (text: string): ReadonlySet<RequirementId> => selectRequirements([text]);

const every: ReadonlySet<RequirementId> = new Set(requirements.map(({ id }) => id));

const acrossEndpoints = (): ReadonlySet<RequirementId> => {
  const ofEndpoints = new Set(operationIds.flatMap((operation) => [...idsOf(operation)]));
  return new Set([...every].filter((id) => !ofEndpoints.has(id)));
};

/** Endpoints first, then tags, then single requirements; none whose requirements others name already. */
const requirable = (untested: Rehearsal['untested']): readonly string[] => {
  if (untested.size === 0) return ['all'];
  const covered = new Set<RequirementId>();
  const tags = [...new Set(requirements.map(({ tag }) => tag))];
  return [...operationIds, ...tags, ...every].filter((text) => {
    const ids = [...idsOf(text)];
    if (ids.some((id) => untested.has(id)) || ids.every((id) => covered.has(id))) return false;
    for (const id of ids) covered.add(id);
    return true;
  });
};

const secondsOf = ({ budgets }: Target, { requests, seconds }: Rehearsal): number =>
  Math.ceil(Math.max(seconds, requests / (budgets.requestsPerSecond ?? Number.POSITIVE_INFINITY)));

export interface ProspectOptions {
  readonly target: Target;
  readonly profile: Profile;
  readonly notes: readonly string[];
  readonly rehearsal: Rehearsal;
}

/** What a run will test at a target, as data. */
export const prospectOf = ({ target, profile, notes, rehearsal }: ProspectOptions): Prospect => {
  const { untested, requests, orders } = rehearsal;
  const byEndpoint = operationIds.map((operation) => [
    String(operationOf(operation).number),
    { operation, ...shareOf(idsOf(operation), untested) },
  ]);
  const { label, environment, embedded } = target;
  return {
    format: 1,
    target: { label, environment, embedded },
    profile,
    notes,
    coverage: {
      ...shareOf(every, untested),
      byEndpoint: Object.fromEntries(byEndpoint),
      acrossEndpoints: shareOf(acrossEndpoints(), untested),
    },
    requirements: requirements.map(({ id }) => {
      const reason = untested.get(id);
      return reason === undefined
        ? { id, testable: true }
        : { id, testable: false, lacks: lackIn(reason), reason };
    }),
    expected: { requests, seconds: secondsOf(target, rehearsal), orders },
    require: requirable(untested),
  };
};
