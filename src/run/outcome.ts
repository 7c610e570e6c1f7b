import { z } from 'zod';
import type { OperationId, RequirementId } from '#contract';
import type { ObservedFact, ObservedTerms } from './observed-fact.ts';
import type { Reason } from './reason.ts';

export const outcomes = ['conforms', 'deviates', 'drifts', 'observed', 'waived', 'untested', 'no-result'] as const;

export type Outcome = (typeof outcomes)[number];

const sent = z.object({
  at: z.iso.datetime().optional(),
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
});

const answered = z.object({
  status: z.int(),
  id: z.string().optional().describe('the header by which the service knows the request again'),
  body: z.string().optional(),
});

export type AnswerInForm = z.infer<typeof answered>;

const replay = z.object({
  requirement: z.string(),
  seed: z.int(),
  path: z.string().optional(),
  probe: z.string().optional(),
});

export type Replay = z.infer<typeof replay>;

/** A difference between a promise and a reply, without payload, in the form of verdict.json. */
export const findingSchema = z.object({
  /** Upper snake case, never changed: MISSING_MEMBER, WRONG_STATUS, ... */
  code: z.string(),
  operation: z.string(),
  where: z.string().describe('JSON path, `status` or `header <name>`; `[]` stands for the given indexes'),
  expected: z.string(),
  observed: z.string().describe('in the abstract, never a value of the payload'),
  case: z.string().optional().describe('the smallest case that shows it, redacted'),
  replay: replay.optional().describe('how the same case is made again'),
  curl: z
    .string()
    .optional()
    .describe('for a shell that has the settings: sends the request, where it alone shows the finding'),
  request: sent.optional().describe('as it was sent, with words instead of keys, ids and accounts'),
  answer: answered.optional().describe('the response, with formats instead of values'),
  against: z
    .object({ request: sent.optional(), answer: answered.optional() })
    .optional()
    .describe('the other record, where two disagree'),
  times: z.int().min(2).optional().describe('how often it was observed, when more than once'),
  seen: z.string().optional().describe('in how many looks at the same request: `2 of 2`, `1 of 1` where one is enough'),
});

export interface Finding extends z.infer<typeof findingSchema> {
  readonly operation: OperationId;
}

/** Until 0.4.0, NOT_REFUSED was called ACCEPTED; older files have that name. */
export function currentCode(code: string): string {
  return code === 'ACCEPTED' ? 'NOT_REFUSED' : code;
}

/** Codes in the order of severity, for any requirement. */
const graver: readonly string[] = [
  'NOT_REFUSED',
  'FOREIGN_ITEM',
  'FOREIGN_ORDER',
  'INSIDE_SHOWN',
  'SEC_KEY_ECHO',
  'REFUSED_BUT_CREATED',
  'BALANCE_MOVED',
];
const lesser: readonly string[] = [
  'WRONG_ERROR',
  'WRONG_MESSAGE',
  'MISSING_MESSAGE',
  'VALUE_NOT_NAMED',
  'WRONG_STATUS_CODE',
  'WRONG_PATH',
];

const gravity = ({ code }: Pick<Finding, 'code'>): number =>
  graver.includes(code) ? 2 : lesser.includes(code) ? 0 : 1;

/** The most severe first; equal ones keep their order. */
export function graverFirst<Any extends Pick<Finding, 'code'>>(findings: readonly Any[]): Any[] {
  return findings.toSorted((one, other) => gravity(other) - gravity(one));
}

export interface Observation {
  readonly operation: OperationId;
  /** `success`, `malformed id`, `page past the end`. */
  readonly situation: string;
  readonly fact: string;
  /** True if a seed or chance chose the case; another run may not have it. */
  readonly drawn?: true;
}

/** A request and its reply as evidence: redacted when captured. */
export interface Exchange {
  readonly operation: OperationId;
  readonly case?: string;
  readonly startedAt: string;
  readonly elapsedMs: number;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly reply?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly failure?: string;
}

export const blockedKind = z.object({
  kind: z.string().describe('the kind of invalid input, as in "a request with malformed JSON"'),
  by: z.string().optional().describe('the product of the gateway, where the answer names it'),
  status: z.int(),
});

/** A kind of invalid input that a gateway always answered, so that the service was not tested with it. */
export type BlockedKind = z.infer<typeof blockedKind>;

/** The result of one check; `src/reporting` turns it into an outcome. */
export interface TestReport {
  readonly requirement: RequirementId;
  readonly findings: readonly Finding[];
  readonly observations: readonly Observation[];
  /** Facts from replies, for the baseline. The facts of each probe are reported once. */
  readonly observedFacts?: readonly ObservedFact[];
  readonly observedTerms?: ObservedTerms;
  readonly exchanges: readonly Exchange[];
  /** Why there is no result, the reported reason first; undefined if the check judged. */
  readonly reasons?: readonly Reason[];
  /** Kinds of invalid input that only a gateway answered. The check judged the other kinds. */
  readonly blocked?: readonly BlockedKind[];
  /** The number of answered requests, and lines for some of them if the check failed. Checks may share requests. */
  readonly requests?: { readonly answered: number; readonly lines: readonly string[] };
  /** How far the service's clock was ahead of ours at most, in milliseconds; undefined if it never was. */
  readonly clockAheadMs?: number;
  readonly durationMs?: number;
  /** The number of judged replies. Zero is a mistake in our code. */
  readonly judgements: number;
  /** The number of drawn cases that the check judged first; undefined if it drew none. */
  readonly cases?: number;
}

/**
 * Who can have answered a request. A page and a business reason are answers of the service itself. The sender of a
 * disturbed answer is not known.
 */
export const answerers = [
  'service',
  'business reason',
  'page',
  'no route',
  'limit',
  'lock-out',
  'block',
  'gateway',
  'disturbed',
  'nobody',
] as const;

export type AnsweredBy = (typeof answerers)[number];

const count = z.int().nonnegative();

/** The name of a gateway is its product, if known. A request reads `GET /v1/..., a case in words: 431`. */
export const answerCount = z.object({
  by: z.enum(answerers),
  name: z.string().optional(),
  exchanges: count,
  requests: z.array(z.string()).optional().describe('the first of them, where others than the service answered'),
});

export type AnswerCount = z.infer<typeof answerCount>;

export const traffic = z.object({
  sent: count,
  retried: count,
  rateLimited: count,
  gone: z.string().optional().describe('why nothing more was sent: no read was served again that had been'),
  longListings: z
    .array(z.object({ listing: z.string(), read: count, pages: count }))
    .optional()
    .describe('long listings of which each walk read some pages: how many of them, and how many the listing has'),
  controls: count.optional().describe('reads that were sent again to see whether the service still answers its caller'),
  away: z
    .array(z.object({ from: z.iso.datetime(), ms: count, back: z.boolean() }))
    .optional()
    .describe('when reads that were served before were not served, and whether they were served again'),
});

export interface Traffic extends z.infer<typeof traffic> {
  /** Orders of which at least a part was sent, with any answer. */
  readonly orders?: number;
  readonly stopped?: string;
  /** Exchanges by the sender of the last answer. */
  readonly answers?: readonly AnswerCount[] | undefined;
}

export interface GatheredReports {
  readonly startedAt: Date;
  readonly reports: readonly TestReport[];
  /** Why the run did not reach its end, or what it left open. */
  readonly crashed: readonly string[];
  readonly interrupted: boolean;
  /** Undefined if nothing was sent. */
  readonly requests?: Traffic | undefined;
}
