import { type Attribution, pageIn, promisedBody, unreadable, unreadableIn } from '#attribution';
import type { OperationId, RequirementId } from '#contract';
import { followedBy, type Reply, type SentExchange, type Setting, Untested } from '#evidence';
import type { Source } from '#probes';
import type { Finding } from '#run';

/** A finding without its case, with the reply that shows it. */
export interface Found extends Omit<Finding, 'replay' | 'case' | 'against'> {
  readonly shownBy?: Reply;
  readonly against?: Reply | undefined;
  /** The listing shows the created record nowhere, so it may show it later. */
  readonly isUnlisted?: boolean;
}

export const guiltyReplies = ({ shownBy, against }: Found): readonly Reply[] => [
  ...new Set([against, shownBy].filter((reply) => reply !== undefined)),
];

interface FindingIn extends Omit<Found, 'operation' | 'shownBy'> {
  readonly reply: Reply;
}

/** One difference in a reply: place, expectation and observation, without payload. */
export const finding = ({ reply, ...difference }: FindingIn): Found => ({
  ...difference,
  operation: reply.operation,
  shownBy: reply,
});

export const wrongStatus = (answer: Pick<FindingIn, 'reply' | 'code' | 'expected'>): Found =>
  finding({ where: 'status', observed: String(answer.reply.status), ...answer });

/** One finding for a body that is no JSON, instead of one for each member. */
export const notJson = (reply: Reply): Found | undefined => {
  const problem = unreadableIn(reply);
  if (problem === undefined) return undefined;
  const { code, observed } = problem;
  return finding({ reply, code, where: '$', expected: promisedBody(reply), observed });
};

/**
 * A finding for a body that is no JSON, for claims about the body.
 * @throws Untested if the content coding is wrong; `http/is-well-formed` reports this once.
 */
export const notTheBody = (reply: Reply): Found | undefined => {
  const found = notJson(reply);
  if (found?.code === 'CONTENT_CODING') throw unreadable(pageIn(reply) ?? found.observed);
  return found;
};

export interface Fact {
  readonly operation: OperationId;
  readonly situation: string;
  readonly fact: string | number;
  /** Another run may not reach this situation, so a baseline leaves the fact out. */
  readonly byChance?: boolean;
}

/** The result of a check. Without a judged reply and without a fact, the claim is untested. */
export interface Judgement {
  readonly findings: readonly Found[];
  readonly judged: readonly Reply[];
  readonly facts?: readonly Fact[];
}

/** What a check knows in addition to its data: the setting, and the replies that it may judge. */
export interface CheckContext extends Setting {
  readonly attribution: Attribution;
  /** Orders without a readable answer; the service may have carried out each of them. */
  readonly lostOrders?: readonly SentExchange[];
}

/**
 * Judges data. It is pure, so that it can judge recorded data again.
 * @throws Untested if the data cannot show whether the service keeps the promise.
 */
export type Judge<T> = (data: T, context: CheckContext) => Judgement;

/** Runs all judgements. An untested one does not hide the findings of others. */
export const allOf = <Part, T>(
  parts: readonly Part[],
  judge: (part: Part) => T,
  hasFindings: (judged: T) => boolean,
): readonly T[] => {
  const reasons: Untested[] = [];
  const judged = parts.flatMap((part) => {
    try {
      return [judge(part)];
    } catch (error) {
      if (!(error instanceof Untested)) throw error;
      reasons.push(error);
      return [];
    }
  });
  const [reason, ...others] = reasons;
  if (reason && !judged.some(hasFindings)) throw followedBy(reason, others);
  return judged;
};

export const both =
  <T>(...judges: readonly Judge<T>[]): Judge<T> =>
  (data, context) => {
    const parts = allOf(
      judges,
      (judge) => judge(data, context),
      ({ findings }) => findings.length > 0,
    );
    return {
      findings: parts.flatMap(({ findings }) => findings),
      judged: [...new Set(parts.flatMap(({ judged }) => judged))],
      facts: parts.flatMap(({ facts = [] }) => facts),
    };
  };

/** Judges a list that may be empty. */
export const ifAny =
  <T>(judge: Judge<readonly T[]>): Judge<readonly T[]> =>
  (data, context) =>
    data.length > 0 ? judge(data, context) : { findings: [], judged: [] };

export const on =
  <T, Part>(part: (data: T, context: CheckContext) => Part, judge: Judge<Part>): Judge<T> =>
  (data, context) =>
    judge(part(data, context), context);

export interface Check {
  readonly requirement: RequirementId;
  readonly source: Source<unknown>;
  readonly judge: Judge<unknown>;
}

export interface UniversalCheck {
  readonly requirement: RequirementId;
  /** Requests that the run must send, as far as the target allows. */
  readonly needs: readonly Source<unknown>[];
  readonly of: (reply: Reply) => boolean;
  readonly judge: Judge<readonly Reply[]>;
}

export type AnyCheck = Check | UniversalCheck;

export const isUniversal = (one: AnyCheck): one is UniversalCheck => 'needs' in one;

export const sourcesOf = (one: AnyCheck): readonly Source<unknown>[] => (isUniversal(one) ? one.needs : [one.source]);
