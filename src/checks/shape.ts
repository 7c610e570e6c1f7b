import {
  isBusinessRefusal,
  isOfCircumstance,
  isUnrouted,
  oncePerReply,
  refusedForBusiness,
  untestedByService,
  wordsOf,
} from '#attribution';
import { isRedirect, isRefusal, isSuccess, type OperationId, operationOf } from '#contract';
import { type Reply, valueAt } from '#evidence';
import {
  type Deviation,
  describe,
  inspect,
  shownKinds,
  unknownMembers,
  unlistedValues,
  type ViolationKind,
} from '#schemas';
import { type Found, finding, notJson, notTheBody, wrongStatus } from './judgement.ts';
import { pathText } from './refusal.ts';

/** All that a reply's body breaks of the schema of its success. */
const inspected = oncePerReply(({ operation, body }: Reply): readonly Deviation[] => {
  const { success } = operationOf(operation);
  return success === null ? [] : inspect(success, body);
});

/** The kinds of violation that a reply's body could have, by what it holds. */
const shownBy = oncePerReply(({ operation, body }: Reply): ReturnType<typeof shownKinds> => {
  const { success } = operationOf(operation);
  return success === null ? [] : shownKinds(success, body);
});

/** Tells which violations a claim is about. */
export type Meant = (violation: {
  readonly operation: OperationId;
  readonly path: string | Deviation['path'];
  readonly kind: ViolationKind;
}) => boolean;

/** True where a reply's body holds something that could break a claim. */
export const couldBreak = (reply: Reply, isMeant: Meant): boolean =>
  shownBy(reply).some((shown) => isMeant({ operation: reply.operation, ...shown }));

/** An order may need no reference, and the record of one without has none to repeat. */
const hasNoneToRepeat = ({ request, body }: Reply, path: string): boolean =>
  /^client_(?:onramp|offramp)_reference$/.test(path) &&
  [request.input.body, body].every((holder) => (valueAt(holder, path) ?? null) === null);

/** Broken promises about single members, as far as a claim is about them. */
export const shapeOf = (reply: Reply, isMeant: Meant): Found[] =>
  inspected(reply)
    .filter(
      ({ kind, path }) =>
        path.length > 0 &&
        isMeant({ operation: reply.operation, kind, path }) &&
        !hasNoneToRepeat(reply, path.join('.')),
    )
    .map(({ code, path, expected, observed, times }) => ({
      ...finding({ reply, code, where: pathText(path), expected, observed }),
      ...(times === undefined ? {} : { times }),
    }));

const drift = (reply: Reply, driftIn: typeof unknownMembers, code: string, expected: string): readonly Found[] => {
  const { success } = operationOf(reply.operation);
  if (success === null || reply.body === undefined) return [];
  return driftIn(success, reply.body).map(({ path, observed }) =>
    finding({ reply, code, where: path, expected, observed }),
  );
};

export const unknownIn = (reply: Reply) => drift(reply, unknownMembers, 'UNKNOWN_MEMBER', 'no such member');

export const unlistedIn = (reply: Reply) => drift(reply, unlistedValues, 'UNLISTED_VALUE', 'a value that occurs');

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
