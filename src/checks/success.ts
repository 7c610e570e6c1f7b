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

/** The variable whose made-up value may be why an order was refused; a refusal that gives another reason is not for it. */
const suspectOf = (reply: Reply, { guessed, accepted }: Circumstances): string | undefined =>
  isOfCircumstance(wordsOf(reply))
    ? undefined
    : guessed.find((variable) => isOf(reply, variable) && !accepted.some((other) => isOf(other, variable)));

/** Why orders were refused without a promise being broken. */
export const excuseOf = (orders: string, refused: readonly Reply[], circumstances: Circumstances): string => {
  const [suspect, ...others] = new Set(refused.map((reply) => suspectOf(reply, circumstances)));
  return suspect === undefined || others.length > 0
    ? refusedForBusiness(orders, refused)
    : `the service refused ${orders}, and ${suspect} is not set: the value made up for it may be why`;
};

const bodyIn = (reply: Reply): string => notJson(reply)?.observed ?? describe(reply.body);

export const successOf = (reply: Reply, circumstances: Circumstances): Found[] => {
  const { success } = operationOf(reply.operation);
  if (isRedirect(reply)) return [wrongStatus({ reply, code: 'PROTO_REDIRECT', expected: 'a success (2xx)' })];
  if (!isSuccess(reply)) {
    if (isBusinessRefusal(reply) && !isUnrouted(reply))
      throw untestedByService(excuseOf('a valid order', [reply], circumstances));
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
