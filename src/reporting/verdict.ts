import { join } from 'node:path';
import { z } from 'zod';
import { firmnesses, gates, type Requirement, riskOf, risks } from '#contract';
import { changeKindIds, driftClasses } from '#facts';
import { readJsonFile } from '#lib';
import { answerCount, blockedKind, environments, findingSchema, outcomes, profiles, traffic, untestedBy } from '#run';
import { inThisForm, verdictFormat } from './earlier-form.ts';
import { sanitiseAll } from './text.ts';

// The forms of verdict.json, and of proof.json if `prove` was run.

const count = z.int().nonnegative();

// Anybody may have written the file, and pages show these values without a change.
const instant = z.iso.datetime();
const day = z.iso.date();
const release = z.string().max(60);

const moneyOperation = z.object({
  operation: z.string(),
  accepted: count,
  refused: count,
  unanswered: count,
  currencies: z.array(z.string()),
  totals: z
    .record(z.string(), z.string().regex(/^\d+(?:\.\d+)?$/))
    .optional()
    .describe('sum of the accepted orders by currency'),
});

const unknownOrder = z.object({
  operation: z.string(),
  at: instant,
  reference: z
    .string()
    .optional()
    .describe('reference that the harness made; the vendor can find the order by this reference'),
  answer: z
    .literal(503)
    .optional()
    .describe('the answer by which the service itself put the order off; absent where none could be read'),
  listing: z
    .enum(['listed', 'not listed', 'not looked up'])
    .describe('whether a listing of the service showed it at the end of the run'),
});

const waiver = z.object({
  id: z.string(),
  requirement: z.string(),
  finding: z.string(),
  where: z.string(),
  reason: z.string(),
  owner: z.string(),
  approvedBy: z.string(),
  approvedOn: day.optional(),
  expires: day,
  daysLeft: z.int(),
  state: z
    .enum(['in force', 'expiring', 'expired', 'stale', 'not evaluated'])
    .optional()
    .describe('`expiring`: in force for two weeks at most; `not evaluated`: the run could not judge it'),
  ticket: z.string().optional(),
});

const driftClass = z.enum(driftClasses);

const baselineChange = z.object({
  class: driftClass,
  kind: z.enum(changeKindIds).describe('stable; a configuration file may raise or lower its class'),
  endpoint: z.string(),
  fact: z.string(),
  accepted: z.string(),
  met: z.string(),
});

const runDifference = z.object({
  name: z.string().describe('a setting, `profile`, `--only`, `interrupted`'),
  before: z.string().optional(),
  after: z.string().optional(),
});

const recording = z.object({
  files: count,
  entries: count.describe('of all files together'),
  exchanges: count.describe('entries that were judged'),
  unmatched: count.describe('entries of other services, or of no endpoint of the document'),
  unread: count.describe('entries of the service that could not be read'),
  leftOut: z.record(z.string(), count).optional().describe('how many of them, by the reason'),
  ofBrowser: count.optional().describe('redirects to https that the browser made itself, and that never left it'),
  partial: z.literal(true).optional().describe('judged though less than half could be read'),
});

const outcome = z.enum(outcomes);

const verdictWords = [
  'conforms',
  'conforms-in-part',
  'conforms-with-waivers',
  'deviates',
  'inconclusive',
  'refused',
] as const;

const coverage = z.object({ judged: count, judgeable: count });

const parties = z.object({
  vendor: z.string().max(80).optional(),
  product: z.string().max(80).optional(),
  organisation: z.string().max(80).optional().describe('for whom it was tested'),
  tester: z.string().max(80).optional(),
});

const risk = z
  .enum(risks)
  .optional()
  .describe(
    'critical: money or data of customers at risk; high: a client breaks; medium: a client may misread an answer; low: form',
  );

const finding = z.object({
  id: z.string().optional().describe('stays the same from run to run; what `replay` takes'),
  ...findingSchema.shape,
  risk,
  indexes: z.array(z.string()).optional().describe('the first places in arrays where it was observed'),
  waiver: z.string().optional().describe('id of the waiver that covers it'),
  firstSeen: z
    .object({ at: instant, release: release.optional() })
    .optional()
    .describe('the first kept run of the target that has it'),
});

const reason = z.object({
  code: z.string().describe('stable: NOT_SET, ORDER_REFUSED, NO_ROUTE, ...; docs/reasons.md lists all'),
  by: z.enum(untestedBy).optional().describe('who can change it; `nothing to judge` is nobody'),
  reason: z.string(),
  operation: z.string().optional().describe('the endpoint that it is about, where it is about one'),
  lacks: z.array(z.string()).optional().describe('what the test lacks'),
  see: z.array(z.string()).optional().describe('variables that may have the wrong value'),
});

const requirement = z.object({
  id: z.string(),
  firmness: z.enum(firmnesses),
  section: z.string(),
  endpoints: z.array(z.int()),
  claim: z.string(),
  risk,
  outcome,
  reason: z.string().optional().describe('why it is untested or has no result: the first of `reasons`'),
  reasons: z
    .array(reason)
    .optional()
    .describe('all reasons, the one that is reported first; earlier versions kept that one alone'),
  untestedBy: z.enum(untestedBy).optional().describe('who or what left it untested'),
  lacks: z
    .array(z.string())
    .optional()
    .describe('what the test lacks: variables, `profile`, `permission` or `recording`'),
  blocked: z
    .array(blockedKind)
    .optional()
    .describe('kinds of invalid input that a gateway answered every time; it rests on the other kinds'),
  values: z
    .array(z.string())
    .optional()
    .describe('the listed values that the service refused, where it accepted others'),
  code: z.string().optional().describe('the code of `reason`: NOT_SET, RATE_LIMITED, GATEWAY, ...'),
  durationMs: z
    .number()
    .nonnegative()
    .optional()
    .describe('how long judging it took; requests, which serve several, are not in it'),
  requests: z
    .object({
      answered: count,
      lines: z.array(z.string()).optional().describe('some of them, errors first, where it did not hold'),
    })
    .optional()
    .describe('the answered requests that it stands on; other requirements may stand on them too'),
  findings: z.array(finding),
  findingsOmitted: z.int().positive().optional(),
  observations: z.array(z.object({ operation: z.string(), situation: z.string(), fact: z.string() })).optional(),
});

/**
 * The result of a run: the content of verdict.json, from which all other reports are made. Later versions only add
 * members.
 */
export const verdictSchema = z
  .object({
    format: z.literal(verdictFormat),
    verdict: z.enum(verdictWords),
    exitCode: z.int(),
    headline: z.string().optional().describe('the first line of every report'),
    target: z.object({
      label: z.string().max(200),
      environment: z.enum(environments),
      embedded: z.boolean(),
    }),
    release: release.optional().describe('version of the service, as its vendor calls it'),
    report: parties
      .optional()
      .describe('who was tested by whom, as the configuration file says; the certificate names them'),
    runId: z.string().max(40).optional().describe('names the run in history.jsonl'),
    harness: z.object({
      version: z.string().max(40),
      catalogue: z.string().max(20).optional().describe('the version of the catalogue of requirements'),
    }),
    document: z.object({ version: z.string().max(20) }),
    profile: z.enum(profiles),
    gate: z.enum(gates),
    seed: z.int(),
    ci: z
      .object({
        name: z.string(),
        job: z.string().optional(),
        url: z.string().optional(),
        commit: z.string().optional(),
      })
      .optional()
      .describe('the CI job that made the run'),
    startedAt: instant,
    endedAt: instant,
    counts: z.record(outcome, count),
    coverage: coverage
      .extend({ byEndpoint: z.record(z.string(), coverage) })
      .describe('of the requirements that the gate judges, except those without a record to judge'),
    required: z
      .array(z.string())
      .optional()
      .describe('requirements that had to be tested (--require); one of them untested makes the exit code 3'),
    requiredWhole: z
      .array(z.string())
      .optional()
      .describe('those of them that --require named by their own id: every kind of invalid input had to be tested'),
    cases: count.optional().describe('different generated cases that were judged'),
    requests: traffic,
    answers: z
      .array(answerCount)
      .optional()
      .describe('exchanges by who answered them in the end; a gateway with the name of its product'),
    requirements: z.array(requirement),
    passive: z
      .literal(true)
      .optional()
      .describe('a recording was judged, and nothing was sent: requirements that it does not show are untested'),
    recording: recording.optional().describe('the size of the recording'),
    interrupted: z.literal(true).optional(),
    crashed: z.array(z.string()).optional().describe('why the run did not reach its end, or what it left open'),
    permissions: z
      .object({ money: z.union([z.literal(true), z.string()]), readOnly: z.boolean(), quiet: z.boolean() })
      .optional()
      .describe('permissions of the run'),
    money: z
      .object({
        source: z.enum(['ledger', 'evidence']).describe('`evidence` only in files of earlier versions'),
        operations: z.array(moneyOperation),
        unknown: z
          .array(unknownOrder)
          .optional()
          .describe('orders that may have been carried out without an answer; none is sent again'),
      })
      .optional(),
    waivers: z.array(waiver).optional().describe('waivers that the run was given, with their states'),
    refusal: z.string().optional().describe('why nothing was sent, where the run was refused'),
    narrowed: z.literal(true).optional().describe('part of the requirements was left out by --only'),
    facts: z
      .record(z.string(), z.record(z.string(), z.string()))
      .optional()
      .describe('observed facts by endpoint, of which a baseline is made'),
    baseline: z
      .object({
        name: z.string(),
        accepted: day.optional().describe('the day on which it was accepted'),
        release: release.optional().describe('release of the service that showed it'),
        changes: z.array(baselineChange),
        notCompared: z
          .object({ facts: count, runs: z.array(runDifference).describe('how this run differs from the accepted one') })
          .optional()
          .describe('facts that differ, and that what differs between the runs themselves may have moved'),
      })
      .optional(),
    changed: z
      .record(driftClass, count)
      .optional()
      .describe('how many facts changed since the baseline, apart from broken promises'),
    otherFailures: z
      .array(z.string())
      .optional()
      .describe('failures of the gate other than requirements: stale or expired waivers, drift that breaks clients'),
  })
  .meta({ title: 'Verdict of a ramp-conformance run' });

export type Verdict = z.infer<typeof verdictSchema>;

/**
 * Reads the content of verdict.json, of this version or an earlier one.
 * @throws LaterFormat, or ZodError if the value is no verdict
 */
export function parseVerdict(value: unknown): Verdict {
  return verdictSchema.parse(inThisForm(value));
}

export type JudgedRequirement = Verdict['requirements'][number];
export type JudgedFinding = JudgedRequirement['findings'][number];
export type Parties = NonNullable<Verdict['report']>;
export type Gate = Verdict['gate'];
export type RecordingSummary = NonNullable<Verdict['recording']>;
export type MoneyOperations = NonNullable<Verdict['money']>;
export type Job = NonNullable<Verdict['ci']>;
export type KnownWaiver = NonNullable<Verdict['waivers']>[number];
export type BaselineComparison = NonNullable<Verdict['baseline']>;

/** The members that a judged requirement copies from the catalogue. */
export const described = ({ id, firmness, section, endpoints, claim }: Requirement) => ({
  id,
  firmness,
  section,
  endpoints: [...endpoints],
  claim,
  risk: riskOf(id),
});

export const proofFile = 'proof.json';

const proofSchema = z.object({
  format: z.literal(2),
  /** The time at which `prove` ended, and its version. Earlier versions did not write them. */
  madeAt: z.iso.datetime().optional(),
  harness: z.object({ version: z.string().max(40) }).optional(),
  holds: z.boolean(),
  matrix: z.record(z.string(), z.record(z.string().max(200), z.enum(['killed', 'survived']))),
});

/** The part of a proof that the reports show. */
export type ProofSummary = z.infer<typeof proofSchema>;

/** Reads the proof that `prove` wrote to a folder; undefined if there is none, or if it cannot be read. */
export function readProof(directory: string): ProofSummary | undefined {
  try {
    return proofSchema.parse(sanitiseAll(readJsonFile(join(directory, proofFile))));
  } catch {
    return undefined;
  }
}
