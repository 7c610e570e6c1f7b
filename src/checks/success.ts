import {
  isBusinessRefusal,
  isOfCircumstance,
  isUnrouted,
  refusedForBusiness,
  untestedByService,
  wordsOf,
} from '#attribution';
import { isRedirect, isRefusal, isSuccess, operationOf } from '#contract';
import { type Reply, valueAt } from '#evidence';
import { describe } from '#schemas';
import { type Found, finding, notJson, notTheBody, wrongStatus } from './judgement.ts';
import { inspected } from './shape.ts';

/** Variables of an operation's orders carry its noun; bitcoin has a separate address. */
const isOf = ({ operation, request }: Reply, variable: string): boolean => {
  const isBitcoin = valueAt(request.input.body, 'to.asset') === 'BTC_LIGHTNING';
  if (variable === 'RAMP_LIGHTNING_ADDRESS') return isBitcoin;
  if (variable === 'RAMP_ONRAMP_ADDRESS' && isBitcoin) return false;
  return variable.startsWith(`RAMP_${operation.split('.', 1)[0]?.toUpperCase()}_`);
};

/** Lists the values that an order was made of, beside the order itself. */
interface Circumstances {
  /** Variables that are not set; the service may not know the values made up for them. */
  readonly guessed: readonly string[];
  /** Orders of the operation that were accepted: they show that their values are known. */
  readonly accepted: readonly Reply[];
}

/** Why a valid order was refused without a promise being broken. */
const excuseFor = (reply: Reply, { guessed, accepted }: Circumstances): string | undefined => {
  if (!isBusinessRefusal(reply) || isUnrouted(reply)) return undefined;
  const unknown = guessed.filter((variable) => !accepted.some((other) => isOf(other, variable)));
  // A refusal that gives another reason is not for a made-up value.
  const isOwn = isOfCircumstance(wordsOf(reply));
  const guess = isOwn ? undefined : unknown.find((variable) => isOf(reply, variable));
  return guess === undefined
    ? refusedForBusiness('a valid order', [reply])
    : `the service refused a valid order, and ${guess} is not set: the value made up for it may be why`;
};

const bodyIn = (reply: Reply): string => notJson(reply)?.observed ?? describe(reply.body);

export const successOf = (reply: Reply, circumstances: Circumstances): Found[] => {
  const { success } = operationOf(reply.operation);
  if (isRedirect(reply)) return [wrongStatus({ reply, code: 'PROTO_REDIRECT', expected: 'a success (2xx)' })];
  if (!isSuccess(reply)) {
    const excuse = excuseFor(reply, circumstances);
    if (excuse !== undefined) throw untestedByService(excuse);
    const code = isRefusal(reply) ? 'REFUSED' : 'NOT_ANSWERED';
    return [wrongStatus({ reply, code, expected: 'a success (2xx)' })];
  }
  const found = (code: string, expected: string, observed: string): Found =>
    finding({ reply, code, where: '$', expected, observed });
  if (success === null) return reply.empty ? [] : [found('BODY_NOT_EMPTY', 'no body', bodyIn(reply))];
  if (reply.body === undefined) return [notTheBody(reply) ?? found('NO_BODY', 'a JSON body', 'no body')];
  return inspected(reply)
    .filter(({ path, kind }) => path.length === 0 && (kind === 'type' || kind === 'null'))
    .map(({ expected, observed }) => found('WRONG_BODY', expected, observed));
};
