import { operationOf } from '#contract';
import { type Reply, Untested } from '#evidence';
import { describe } from '#schemas';
import { type Found, finding } from './judgement.ts';
import { isOfCircumstance } from './message.ts';
import { isForOwnReasons, wordsOf } from './own-reasons.ts';
import { inspected } from './shape.ts';
import { isUnrouted } from './unrouted.ts';
import { isRedirect, notJson } from './unusable.ts';

/** Variables of an operation's orders carry its noun. */
const isOf = (operation: string, variable: string): boolean =>
  variable.startsWith(`RAMP_${operation.split('.', 1)[0]?.toUpperCase()}_`);

/** Why a valid order was refused without a promise being broken. */
const excuseFor = (reply: Reply, guessed: readonly string[]): string | undefined => {
  if (!isForOwnReasons(reply) || isUnrouted(reply)) return undefined;
  // A refusal that gives a reason of its own is not for a made-up value.
  const isOwn = isOfCircumstance(wordsOf(reply));
  const guess = isOwn ? undefined : guessed.find((variable) => isOf(reply.operation, variable));
  return guess === undefined
    ? 'the service refused a valid order for reasons of its own'
    : `the service refused a valid order, and ${guess} is not set: the value made up for it may be why`;
};

const bodyIn = (reply: Reply): string => notJson(reply)?.observed ?? describe(reply.body);

/** The differences of a reply from the promised success; `guessed` are values that the service may not know. */
export const successOf = (reply: Reply, guessed: readonly string[]): Found[] => {
  const { success } = operationOf(reply.operation);
  if (isRedirect(reply))
    return [
      finding({
        reply,
        code: 'PROTO_REDIRECT',
        where: 'status',
        expected: 'a success (2xx)',
        observed: String(reply.status),
      }),
    ];
  if (reply.status < 200 || reply.status > 299) {
    const excuse = excuseFor(reply, guessed);
    if (excuse !== undefined) throw new Untested(excuse, 'service');
    const code = reply.status >= 400 && reply.status < 500 ? 'REFUSED' : 'NOT_ANSWERED';
    return [
      finding({ reply, code, where: 'status', expected: 'a success (2xx)', observed: String(reply.status) }),
    ];
  }
  if (success === null)
    return reply.empty
      ? []
      : [
          finding({
            reply,
            code: 'BODY_NOT_EMPTY',
            where: '$',
            expected: 'no body',
            observed: bodyIn(reply),
          }),
        ];
  if (reply.body === undefined)
    return [
      notJson(reply) ??
        finding({ reply, code: 'NO_BODY', where: '$', expected: 'a JSON body', observed: 'no body' }),
    ];
  return inspected(reply)
    .filter(({ path, kind }) => path.length === 0 && (kind === 'type' || kind === 'null'))
    .map(({ expected, observed }) => finding({ reply, code: 'WRONG_BODY', where: '$', expected, observed }));
};
