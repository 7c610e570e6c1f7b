import { join } from 'node:path';
import { z } from 'zod';
import { version } from '#client';
import {
  answerers,
  codeOf,
  environments,
  type GatheredReports,
  type JudgedPlan,
  line,
  profiles,
  type RequirementId,
  readFileText,
  requirements,
  untestedBy,
} from '#contract';
import { sanitiseAll } from '#reporting';
import type { Shard } from './shard.ts';

/** The reports of a shard for `merge`, redacted as its tests reported them, and the run that they are of. */
export interface ShardRun {
  readonly format: 2;
  readonly shard: Shard;
  readonly harness: string;
  readonly profile: JudgedPlan['profile'];
  readonly seed: number;
  readonly release?: string | undefined;
  /** Selected of all shards together. */
  readonly asked?: readonly RequirementId[];
  /** Without keys, address, ids and what orders are made of. */
  readonly target: JudgedPlan['target'];
  readonly startedAt: string;
  readonly endedAt: string;
  readonly end: Pick<GatheredReports, 'reports' | 'crashed' | 'interrupted'>;
}

export const shardFile = 'shard.json';

const text = z.string();
const count = z.int().nonnegative();

const requirementId = z.enum(requirements.map(({ id }) => id));

const message = z.looseObject({ headers: z.record(text, text), body: text.optional() });

const exchange = z.looseObject({
  operation: text,
  startedAt: text,
  elapsedMs: z.number(),
  request: message.extend({ method: text, path: text }),
  reply: message.extend({ status: z.int() }).optional(),
  failure: text.optional(),
});

const finding = z.looseObject({
  code: text,
  operation: text,
  where: text,
  expected: text,
  observed: text,
});

const report = z.looseObject({
  requirement: requirementId,
  findings: z.array(finding),
  observations: z.array(z.looseObject({ operation: text, situation: text, fact: text })),
  observedFacts: z
    .array(z.looseObject({ operation: text, key: text, actual: text, times: count, probe: text }))
    .optional(),
  exchanges: z.array(exchange),
  untested: z.looseObject({ by: z.enum(untestedBy), reason: text }).optional(),
  broken: z.looseObject({ code: text, message: text }).optional(),
  clockAheadMs: z.number().optional(),
  durationMs: z.number().optional(),
  judgements: count,
  cases: count.optional(),
  traffic: z.looseObject({
    sent: count,
    retried: count,
    rateLimited: count,
    answers: z
      .array(z.looseObject({ by: z.enum(answerers), name: text.max(40).optional(), exchanges: count }))
      .optional(),
  }),
});

/** `merge` believes no more than this of a file that another machine has written, or somebody in its place. */
const shardForm = z.looseObject({
  format: z.literal(2),
  shard: z
    .object({ index: z.int().min(1), count: z.int().min(1).max(64) })
    .refine(({ index, count: of }) => index <= of),
  harness: text.regex(/^[\w.+-]{1,40}$/),
  profile: z.enum(profiles),
  seed: z.int(),
  release: line(60).optional(),
  asked: z.array(requirementId).optional(),
  target: z.looseObject({
    label: text.min(1).max(300),
    environment: z.enum(environments),
    embedded: z.boolean(),
    money: z.union([z.literal(true), text]),
    readOnly: z.boolean(),
    quiet: z.boolean(),
    facts: z.looseObject({}),
    given: z.record(text, text).optional(),
  }),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  end: z.looseObject({
    reports: z.array(report),
    crashed: z.array(text),
    interrupted: z.boolean(),
  }),
});

const isShardRun = (value: unknown): value is ShardRun => shardForm.safeParse(value).success;

/** Renders the file; `asked` is selected of all shards together. */
export const renderShard = (
  {
    shard,
    asked,
    release,
  }: Pick<ShardRun, 'shard' | 'release'> & { readonly asked?: ReadonlySet<RequirementId> | undefined },
  plan: JudgedPlan,
  { reports, crashed, interrupted, startedAt }: GatheredReports,
): string => {
  const { label, environment, embedded, money, readOnly, quiet, facts, given } = plan.target;
  const run: ShardRun = {
    format: 2,
    shard,
    harness: version,
    profile: plan.profile,
    seed: plan.seed,
    ...(release && { release }),
    ...(asked ? { asked: [...asked] } : {}),
    target: { label, environment, embedded, money, readOnly, quiet, facts, ...(given && { given }) },
    startedAt: startedAt.toISOString(),
    endedAt: new Date().toISOString(),
    end: { reports, crashed, interrupted },
  };
  return `${JSON.stringify(run)}\n`;
};

/** Evidence of a whole run, which the client bounds. */
const maxBytes = 256 * 1024 ** 2;

/** Reads the file that a shard left in its folder; otherwise says why it counts as missing. */
export function readShard(directory: string): ShardRun | { readonly problem: string } {
  try {
    const shard = sanitiseAll(JSON.parse(readFileText(join(directory, shardFile), maxBytes)));
    return isShardRun(shard) ? shard : { problem: `${shardFile} is not of this version` };
  } catch (error) {
    const absent = codeOf(error) === 'ENOENT';
    return { problem: absent ? `holds no ${shardFile}` : `${shardFile} cannot be read` };
  }
}
