// The firewall rule against SQL in hexadecimal, which blocks orders with an address that begins with 0x.

import type { Reply } from '#evidence';
import { isRefusal, type Reason, reasonOf } from '#run';
import { textsIn } from './alike.ts';
import { memoByReply } from './answerer.ts';
import { describeAnswer } from './marks.ts';

const prefixed = /^0x(?=[\da-f]+$)/i;

export const hasPrefix = memoByReply(({ request }: Reply): boolean =>
  textsIn(request.input.body).some((text) => prefixed.test(text)),
);

export const withoutPrefix = (text: string): string => text.replace(prefixed, '');

const isBlocked = (reply: Reply): boolean => isRefusal(reply) && reply.body === undefined && !reply.empty;

export const hasBlockedPrefix = (reply: Reply): boolean => isBlocked(reply) && hasPrefix(reply);

/** Undefined unless the service answered the same order without 0x. */
export const prefixRuleIn = (replies: readonly Reply[]): ((reply: Reply) => Reason | undefined) => {
  const isShown = replies.some((reply) => reply.request.purpose.changed?.kind === 'prefix' && !isBlocked(reply));
  return (reply) =>
    isShown && hasBlockedPrefix(reply)
      ? reasonOf(
          'BLOCKED',
          `a firewall rule (${describeAnswer(reply)}) blocks orders with an address that begins with 0x; without 0x the service answered`,
          { operation: reply.operation },
        )
      : undefined;
};
