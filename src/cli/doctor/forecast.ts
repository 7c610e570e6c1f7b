import { z } from 'zod';
import {
  operationIds,
  operationOf,
  type Profile,
  profiles,
  type RequirementId,
  requirements,
  type Target,
} from '#contract';
import { selectRequirements } from '../settings/selection.ts';
import type { DryRun, Shortfall } from './dry-run.ts';

const countSchema = z.int().min(0);

const shareSchema = z.object({
  testable: countSchema,
  all: countSchema,
  /** Counts by variable or, where setting one does not help, by reason. */
  lacking: z.record(z.string(), countSchema),
});

/** How many requirements will be tested, and how many others lack what. */
export type Share = Readonly<z.infer<typeof shareSchema>>;

/** The output of `doctor --json`. It only grows. */
export const forecastSchema = z.object({
  format: z.literal(1),
  target: z.object({ label: z.string(), environment: z.string(), embedded: z.boolean() }),
  profile: z.enum(profiles),
  notes: z.array(z.string()),
  coverage: shareSchema.extend({
    byEndpoint: z.record(z.string(), shareSchema.extend({ operation: z.string() })),
    /** Rules of the whole service. */
    acrossEndpoints: shareSchema,
  }),
  requirements: z.array(
    z.object({
      id: z.string(),
      testable: z.boolean(),
      /** All variables that it needs and that are not set, or why setting one does not help. */
      lacks: z.array(z.string()).optional(),
      reason: z.string().optional(),
    }),
  ),
  /** The effort at a service that conforms. */
  expected: z.object({
    requests: countSchema,
    seconds: countSchema,
    orders: z.record(z.string(), z.object({ accepted: countSchema, refused: countSchema })),
  }),
  /** Values of `--require` that this target can keep, the widest first. */
  require: z.array(z.string()),
});

export type Forecast = z.infer<typeof forecastSchema>;

const lacksIn = ({ variables, by, reason }: Shortfall): string[] => {
  if (variables.length > 0) return [...variables];
  return [by === 'user' ? reason : 'nothing to judge'];
};

const shareOf = (ids: ReadonlySet<RequirementId>, untested: DryRun['untested']): Share => {
  const kept = [...ids].flatMap((id) => untested.get(id) ?? []);
  const lacks = kept.flatMap(lacksIn);
  const counts = new Map<string, number>();
  for (const lack of lacks) counts.set(lack, (counts.get(lack) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  return { testable: ids.size - kept.length, all: ids.size, lacking: Object.fromEntries(sorted) };
};

const idsOf = (text: string): ReadonlySet<RequirementId> => selectRequirements([text]);

const every: ReadonlySet<RequirementId> = new Set(requirements.map(({ id }) => id));

const acrossEndpoints = (): ReadonlySet<RequirementId> => {
  const ofEndpoints = new Set(operationIds.flatMap((operation) => [...idsOf(operation)]));
  return new Set([...every].filter((id) => !ofEndpoints.has(id)));
};

/** Endpoints first, then tags, then single requirements; none whose requirements others name already. */
const requirable = (untested: DryRun['untested']): string[] => {
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

const secondsOf = ({ budgets }: Target, { requests, seconds }: DryRun): number =>
  Math.ceil(Math.max(seconds, requests / (budgets.requestsPerSecond ?? Number.POSITIVE_INFINITY)));

/** Says as data what a run will test at a target. */
export const forecastOf = (
  target: Target,
  profile: Profile,
  notes: readonly string[],
  dryRun: DryRun,
): Forecast => {
  const { untested, requests, orders } = dryRun;
  const byEndpoint = operationIds.map((operation) => [
    String(operationOf(operation).number),
    { operation, ...shareOf(idsOf(operation), untested) },
  ]);
  const { label, environment, embedded } = target;
  return {
    format: 1,
    target: { label, environment, embedded },
    profile,
    notes: [...notes],
    coverage: {
      ...shareOf(every, untested),
      byEndpoint: Object.fromEntries(byEndpoint),
      acrossEndpoints: shareOf(acrossEndpoints(), untested),
    },
    requirements: requirements.map(({ id }) => {
      const lack = untested.get(id);
      if (lack === undefined) return { id, testable: true };
      return { id, testable: false, lacks: lacksIn(lack), reason: lack.reason };
    }),
    expected: { requests, seconds: secondsOf(target, dryRun), orders },
    require: requirable(untested),
  };
};
