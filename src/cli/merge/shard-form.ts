import { z } from 'zod';
import { type RequirementId, requirements, untestedBy } from '#contract';

const text = z.string();
const count = z.int().nonnegative();

const requirementId = z.enum(requirements.map(({ id }) => id) as [RequirementId, ...RequirementId[]]);

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
  sightings: z
    .array(z.looseObject({ operation: text, key: text, met: text, times: count, probe: text }))
    .optional(),
  exchanges: z.array(exchange),
  untested: z.looseObject({ by: z.enum(untestedBy), reason: text }).optional(),
  broken: z.looseObject({ code: text, message: text }).optional(),
  clockAheadMs: z.number().optional(),
  judgements: count,
  cases: count.optional(),
  traffic: z.looseObject({ sent: count, retried: count, rateLimited: count }),
});

/** What `merge` believes of a file that some other machine has written, or somebody in its place. */
export const shardForm = z.looseObject({
  format: z.literal(1),
  shard: z
    .object({ index: z.int().min(1), count: z.int().min(1).max(64) })
    .refine(({ index, count: of }) => index <= of),
  harness: text.regex(/^[\w.+-]{1,40}$/),
  profile: z.enum(['smoke', 'gate', 'deep']),
  seed: z.int(),
  asked: z.array(requirementId).optional(),
  target: z.looseObject({
    label: text.min(1).max(300),
    environment: z.enum(['sandbox', 'production']),
    embedded: z.boolean(),
    money: z.union([z.literal(true), text]),
    readOnly: z.boolean(),
    quiet: z.boolean(),
    facts: z.looseObject({}),
  }),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  end: z.looseObject({
    reports: z.array(report),
    crashed: z.array(text),
    interrupted: z.boolean(),
  }),
});
