import type { Reply } from '#client';
import { type Aspect, describe } from '#schemas';
import { disagreements, itemOf, repeated } from './agreement.ts';
import { at } from './difference.ts';
import { type Refusal, refusalDifferences } from './refusal.ts';
import { isLimited } from './reply.ts';
import { type Rule, ruleOf, wholeOf } from './rule.ts';
import { shapeOf, unknownIn, unlistedIn } from './shape.ts';
import { successOf } from './success.ts';
import { Deviation, type Difference, Limited, Untested } from './verdicts.ts';
import { dig, recordsIn } from './view.ts';

/** What a reply, or each of several, is held to. Every matcher throws what differs; none shows a value. */
export interface Matchers {
  /** A success with a body of the documented kind, or without one where the document says so. */
  toSucceed(): void;
  /** Keeps the documented shape, seen under these aspects. */
  toKeep(...aspects: readonly Aspect[]): void;
  toCarryOnlyDocumentedMembers(): void;
  toHoldValuesThatOccur(): void;
  toBeRefused(refusal?: Refusal): void;
  /** Answers something else than a failure of the service itself. */
  toBeHandled(): void;
  /** Is not a success: what was asked for is not there for the asking. */
  toBeWithheld(): void;
  /** Each record in the body keeps the rule. */
  toHold(rule: Rule): void;
  /** The body as a whole keeps the rule. */
  toHoldAsWhole(rule: Rule): void;
  /** Shows the same as another reply in these members: amounts by value, all else exactly. */
  toAgreeWith(other: Reply | undefined, members: readonly string[]): void;
  /** Shows the same as the item with its id, where there is one. */
  toAgreeWithItems(items: readonly unknown[], members: readonly string[]): void;
  /** No two of the replies show the same in this member. */
  toDifferIn(member: string): void;
  toLack(member: string): void;
  /** Crossed the wire without any of these problems. */
  toHaveCrossedWithout(...codes: readonly string[]): void;
  /** A judgement over several replies that no other matcher makes. */
  toSatisfy(promise: Promised): void;
}

/** A difference found by a test's own look at several replies; undefined means that the promise is kept. */
export interface Promised {
  readonly code: string;
  readonly where: string;
  readonly expected: string;
  /** What was met, in the abstract; undefined when nothing differs. */
  readonly unless: string | undefined;
}

export type Expect = (subject: Reply | readonly Reply[]) => Matchers;

/**
 * A way to judge replies. `judged` is told of each judgement and what it was made of, guilty replies first: they are
 * the evidence, and a test that judged nothing is found out.
 */
export const createExpect =
  (judged: (replies: readonly Reply[]) => void, guessed: readonly string[] = []): Expect =>
  (subject) => {
    const given = Array.isArray(subject) ? (subject as readonly Reply[]) : [subject as Reply];
    const replies = given.filter((reply) => !isLimited(reply));
    const settle = (found: readonly Difference[], guilty: readonly Reply[] = []) => {
      const [limited] = given;
      if (replies.length === 0 && limited) throw new Limited(limited.operation);
      if (replies.length === 0) throw new Untested('the service has no record to judge');
      const evidence = guilty.length > 0 ? guilty : replies;
      judged(evidence);
      if (found.length > 0) throw new Deviation(found, evidence);
    };
    const judge = (differences: (reply: Reply) => readonly Difference[]) => {
      const excuses: Untested[] = [];
      const judgements = replies.map((reply) => {
        try {
          return { reply, found: differences(reply) };
        } catch (error) {
          if (!(error instanceof Untested)) throw error;
          excuses.push(error);
          return { reply, found: [] };
        }
      });
      const guilty = judgements.filter(({ found }) => found.length > 0);
      // What excuses one reply excuses no other.
      const [excuse] = excuses;
      if (excuse && guilty.length === 0) throw excuse;
      settle(
        guilty.flatMap(({ found }) => found),
        guilty.map(({ reply }) => reply),
      );
    };
    return {
      toSucceed: () => judge((reply) => successOf(reply, guessed)),
      toKeep: (...aspects) => judge((reply) => shapeOf(reply, new Set(aspects))),
      toCarryOnlyDocumentedMembers: () => judge(unknownIn),
      toHoldValuesThatOccur: () => judge(unlistedIn),
      toBeRefused: (refusal = {}) => judge((reply) => refusalDifferences(reply, refusal)),
      toBeHandled: () =>
        judge((reply) =>
          reply.status >= 500 ? [at(reply, 'SERVER_ERROR', 'status', 'no 5xx', String(reply.status))] : [],
        ),
      toBeWithheld: () =>
        judge((reply) => {
          if (reply.status < 300)
            return [at(reply, 'ACCEPTED', 'status', 'no success', String(reply.status))];
          return reply.status >= 500
            ? [at(reply, 'SERVER_ERROR', 'status', 'no 5xx', String(reply.status))]
            : [];
        }),
      toHaveCrossedWithout: (...codes) =>
        judge((reply) =>
          reply.problems
            .filter(({ code }) => codes.includes(code))
            .map(({ code, where, expected, observed }) => at(reply, code, where, expected, observed)),
        ),
      toHold: (rule) => settle(ruleOf(replies, rule, recordsIn)),
      toHoldAsWhole: (rule) => settle(ruleOf(replies, rule, wholeOf)),
      toAgreeWith: (other, members) => judge((reply) => disagreements(reply, other?.body, members)),
      toAgreeWithItems: (items, members) => {
        if (!replies.some((reply) => itemOf(reply, items) !== undefined))
          throw new Untested('none of what was read stands in the listing');
        judge((reply) => disagreements(reply, itemOf(reply, items), members));
      },
      toDifferIn: (member) => settle(repeated(replies, member)),
      toLack: (member) =>
        judge((reply) =>
          dig(reply.body, member) === undefined
            ? []
            : [at(reply, 'UNKNOWN_MEMBER', `$.${member}`, 'not there', describe(dig(reply.body, member)))],
        ),
      toSatisfy: ({ code, where, expected, unless }) => {
        const [first] = replies;
        settle(first && unless !== undefined ? [at(first, code, where, expected, unless)] : []);
      },
    };
  };
