// A firewall rule that blocks orders for an address that begins with 0x: rules against SQL in hexadecimal do.

import type { Reply } from '#evidence';
import { isRefusal, type Reason, reasonOf } from '#run';
import { textsIn } from './alike.ts';
import { oncePerReply } from './answerer.ts';
import { describeAnswer } from './marks.ts';

const prefixed = /^0x(?=[\da-f]+$)/i;

/** True where an order holds an address that begins with 0x. */
export const hasPrefix = oncePerReply(({ request }: Reply): boolean =>
  textsIn(request.input.body).some((text) => prefixed.test(text)),
);

/** A text without the 0x that an address begins with. */
export const withoutPrefix = (text: string): string => text.replace(prefixed, '');

const isBlocked = (reply: Reply): boolean => isRefusal(reply) && reply.body === undefined && !reply.empty;

/** True where a page refuses an order with such an address. */
export const mayBeBlockedForPrefix = (reply: Reply): boolean => isBlocked(reply) && hasPrefix(reply);

/** Why a page refused an order; undefined unless the same order, but for its 0x, was answered by the service. */
export const prefixRuleIn = (replies: readonly Reply[]): ((reply: Reply) => Reason | undefined) => {
  const isShown = replies.some((reply) => reply.request.purpose.changed?.kind === 'prefix' && !isBlocked(reply));
  return (reply) =>
    isShown && mayBeBlockedForPrefix(reply)
      ? reasonOf(
          'BLOCKED',
          `a firewall rule (${describeAnswer(reply)}) blocks orders with an address that begins with 0x; without 0x the service answered`,
          { operation: reply.operation },
        )
      : undefined;
};
