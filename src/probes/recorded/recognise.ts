import { refusalText } from '#attribution';
import {
  isListing,
  isOrder,
  isServerError,
  isSuccess,
  type OrderId,
  operationOf,
  orderIds,
  ownParameter,
  rails,
} from '#contract';
import { amountIn, idIn, keyIn, type Purpose, type Reply, sentSegment, valueAt } from '#evidence';
import { isMalformedId } from '#generators';
import { inspect } from '#schemas';
import { withInvalidKey, withMisplacedKey, withoutKey, withRestrictedKey } from '../keys/refused-keys.ts';
import { isUnlisted, type ListedOrderId, unlistedOrders } from '../orders/unlisted.ts';
import { orderProbeOf, orderPurpose } from '../orders/valid-orders.ts';
import { absent, malformedIds, refusedAbsence } from '../reads/absent.ts';
import { readProbeOf } from '../reads/configured.ts';
import { isOfDocumentedPath } from '../reads/ordinary.ts';
import {
  areKnown,
  type Context,
  contextOf,
  isLikeAccepted,
  isListed,
  isPaid,
  mayBeLockOut,
  recipientIn,
} from './recorded-context.ts';

type Recognised = Pick<Purpose, 'probe' | 'case' | 'apart' | 'order'>;

/** Why each exchange of a recording was asked for, where nothing more is known of it. */
export const unrecognised: Purpose = { probe: 'a recording', recorded: true };

/** True where an order is one that the document describes, save that a value may be none of those it lists; a read has no body. */
const isValid = ({ operation, request }: Reply): boolean => {
  const { request: schema } = operationOf(operation);
  const { contentType, input } = request;
  const { body } = input;
  // The document says nothing of other media types; one that is not named is taken for JSON.
  if (contentType !== undefined && !/^application\/json\b/i.test(contentType)) return false;
  const isBody = schema === undefined || inspect(schema, body).every(({ kind }) => kind === 'set');
  // Whether amounts of nothing are accepted is open.
  return isBody && !(amountIn(body) <= 0);
};

const isOrdinary = (reply: Reply): boolean => isOfDocumentedPath(reply) && isValid(reply);

/** A valid request, of which nothing but its key can be refused. */
const ofKey = (reply: Reply, context: Context): Recognised | undefined => {
  const { operation, status, request } = reply;
  const isKnown = isOrdinary(reply) && areKnown(reply, context);
  // After refused keys, a service may lock out who sent them.
  if (mayBeLockOut(reply, context)) return undefined;
  if (request.credential.in === 'none')
    return isKnown ? { probe: withoutKey(operation).id, case: 'no key' } : undefined;
  if (request.credential.in === 'other places')
    return isKnown ? { probe: withMisplacedKey(operation).id, case: 'the key in the query' } : undefined;
  // A key that is let in elsewhere may lack a permission here, or an order another reason.
  if (status === 401) return { probe: withInvalidKey(operation).id, case: 'a key that is let in nowhere' };
  if (status === 403) return { probe: withRestrictedKey(operation).id, case: 'a key that is let in nowhere' };
  return undefined;
};

const ofRead = (reply: Reply, context: Context): Recognised | undefined => {
  const { operation, status } = reply;
  const own = ownParameter(operation);
  // A failure answers no request; and a record without an id is never absent.
  if (isSuccess(reply) || isServerError(reply) || (status === 404 && own === ''))
    return { probe: readProbeOf(operation) };
  const isAbsent = !context.known.has(`${own} ${String(reply.request.input[own]).toLowerCase()}`);
  // Where nothing was ever served, the path may lead nowhere.
  const isOfRecord = context.served.has(operation) && isAbsent && areKnown(reply, context, own);
  return status === 404 && own.endsWith('Id') && !isListing(operation) && isOfRecord
    ? { probe: absent(operation).id }
    : undefined;
};

const purposeOf = (reply: Reply, operation: OrderId, { acceptsAll }: Context): Purpose => {
  const { body } = reply.request.input;
  const plain = orderPurpose(operation, 'plain', { isPlain: true });
  const other = orderPurpose(operation, 'recorded');
  if (isServerError(reply)) return plain;
  // All of them together show that each listed value is accepted.
  if (operation !== 'offramp.initiate') return acceptsAll(operation) ? plain : other;
  if (valueAt(body, 'to.currency') !== 'USD') return orderPurpose(operation, 'in another currency', { to: 'local' });
  const rail = valueAt(body, 'to.payment_rail');
  if (rail === undefined) return plain;
  const listed = rails.find((each) => each === rail);
  return listed ? orderPurpose(operation, `over ${listed}`, { rail: listed }) : other;
};

/** A refusal may have any status but 404 for other reasons, and other words for another reason. */
const ofAbsence = (reply: Reply, operation: OrderId, context: Context): Recognised | undefined => {
  const probe = refusedAbsence(operation)?.id;
  const text = refusalText(reply);
  const isShown =
    operationOf(operation).absence?.of === 'subaccount'
      ? !areKnown(reply, context) && /subaccount/i.test(text)
      : /bank account/i.test(text) && areKnown(reply, context) && !isPaid(reply, context);
  return probe !== undefined && isShown ? { probe } : undefined;
};

const ofOrder = (reply: Reply, operation: OrderId, context: Context): Recognised | undefined => {
  const { status } = reply;
  if (isUnlisted(reply)) {
    const { id: probe } = unlistedOrders(operation as ListedOrderId);
    const isRefusedForIt = areKnown(reply, context) && isLikeAccepted(reply, context);
    return isSuccess(reply) || isRefusedForIt ? { probe } : undefined;
  }
  if ((isSuccess(reply) || isServerError(reply)) && isListed(reply, operation))
    return purposeOf(reply, operation, context);
  return status === 404 ? ofAbsence(reply, operation, context) : undefined;
};

const ofRequest = (reply: Reply, context: Context): Recognised | undefined => {
  const { operation } = reply;
  const key = keyIn(reply.request);
  if (key === undefined || !context.letIn.has(key)) return ofKey(reply, context);
  if (isOrder(operation)) return isOrdinary(reply) ? ofOrder(reply, operation, context) : undefined;
  const own = ownParameter(operation);
  if (own.endsWith('Id') && isMalformedId(sentSegment(reply, own))) return { probe: malformedIds(operation).id };
  return isOfDocumentedPath(reply) ? ofRead(reply, context) : undefined;
};

/** Orders that a service may take for a repetition of another have the same amount and recipient, or the same reference. */
const signsOf = (reply: Reply): readonly string[] => {
  const { operation, request } = reply;
  const { body } = request.input;
  const reference = valueAt(body, 'client_onramp_reference') ?? valueAt(body, 'client_offramp_reference');
  const signs = [
    `amount ${amountIn(body)} to ${String(recipientIn(reply))}`,
    ...(reference === undefined ? [] : [`reference ${String(reference)}`]),
  ];
  return signs.map((sign) => `${operation} ${sign}`);
};

/** Ids of the records that orders were answered with, by the signs of these; undefined where an answer had none. */
type Answered = Map<string, Set<string | undefined>>;

/** True where an order is like an earlier one, and may have been given the same answer again: another record has another id. */
const isRepetition = (reply: Reply, answered: Answered): boolean => {
  const id = idIn(reply.body);
  const alike = signsOf(reply).map((sign) => {
    const ids = answered.get(sign) ?? new Set();
    answered.set(sign, ids);
    return ids;
  });
  const isKnown = alike.some((ids) => ids.size > 0 && (id === undefined || ids.has(undefined) || ids.has(id)));
  for (const ids of alike) ids.add(id);
  return isKnown;
};

/** Orders that create a record; of deposits there is none. */
const creating = new Set(orderIds.filter((operation) => operationOf(operation).success !== null).map(orderProbeOf));

const createsARecord = ({ probe }: Recognised): boolean => creating.has(probe);

/**
 * Why each exchange might have been asked for, by what was sent and answered; one that shows nothing of what a probe asks for
 * has no reason of ours, and is judged by what holds of every exchange.
 */
export const purposesOf = (replies: readonly Reply[]): readonly Purpose[] => {
  const context = contextOf(replies);
  const answered: Answered = new Map();
  return replies.map((reply): Purpose => {
    const found = ofRequest(reply, context);
    const odd = isOrdinary(reply) && keyIn(reply.request) !== undefined ? {} : { odd: true as const };
    const isSpare = found === undefined || (createsARecord(found) && isRepetition(reply, answered));
    return { ...unrecognised, ...(isSpare ? {} : found), ...odd };
  });
};
