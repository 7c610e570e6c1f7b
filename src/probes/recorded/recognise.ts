import { isOfLockOut, refusalText } from '#attribution';
import {
  isListing,
  isOrder,
  listedIn,
  type OperationId,
  type OrderId,
  operationIds,
  operationOf,
  orderIds,
  ownParameter,
  rails,
} from '#contract';
import {
  amountIn,
  contentOfOrder,
  idIn,
  idsIn,
  keyIn,
  type Purpose,
  type Reply,
  sentSegment,
  subaccountOf,
  valueAt,
} from '#evidence';
import { isMalformedId } from '#generators';
import { isServerError, isSuccess } from '#run';
import { inspect } from '#schemas';
import { withInvalidKey, withMisplacedKey, withoutKey, withRestrictedKey } from '../keys/refused-keys.ts';
import { isUnlisted, type ListedOrderId, unlistedOrders } from '../orders/faulty-orders.ts';
import { orderProbeOf, orderPurpose } from '../orders/valid-orders.ts';
import { absent, malformedIds, refusedAbsence } from '../reads/absent.ts';
import { readProbeOf } from '../reads/configured.ts';
import { isDocumentedPath } from '../reads/ordinary.ts';

interface Context {
  /** Keys that once got a success; empty for a key that the recording leaves out. */
  readonly letIn: ReadonlySet<string>;
  readonly refusedAt: number;
  /** Ids in the path or the body of a success: `<parameter> <id>`. */
  readonly known: ReadonlySet<string>;
  readonly served: ReadonlySet<OperationId>;
  /** Accepted orders, without the listed value, the amount and the reference. */
  readonly made: ReadonlySet<string>;
  /** Least and greatest amount of accepted orders. */
  readonly amounts: ReadonlyMap<OperationId, AmountRange>;
  readonly paid: ReadonlySet<unknown>;
  readonly acceptsAll: (operation: OrderId) => boolean;
}

/** `<parameter> <id>` for each id of the request. */
const namedBy = (reply: Reply, except?: string): readonly string[] =>
  idsIn(reply)
    .filter(([name]) => name !== except)
    .map(([name, id]) => `${name} ${id.toLowerCase()}`);

const readOfShown = (operation: OperationId): OperationId | undefined =>
  operationIds.find((id) => {
    const { page, creates } = operationOf(operation);
    return id === (page?.reads ?? creates);
  });

const idsShown = ({ operation, body }: Reply): readonly string[] => {
  const read = readOfShown(operation);
  const listed = valueAt(body, 'data');
  const records: readonly unknown[] = Array.isArray(listed) ? listed : [body];
  return read === undefined
    ? []
    : records.flatMap((record) => idIn(record) ?? []).map((id) => `${ownParameter(read)} ${id}`);
};

const timeOf = ({ receivedMs }: Reply): number => receivedMs;

const mayBeLockOut = (reply: Reply, { refusedAt }: Context): boolean =>
  isOfLockOut(reply) &&
  timeOf(reply) >= refusedAt &&
  // The document's own word for a key without permission.
  !(keyIn(reply.request) !== undefined && valueAt(reply.body, 'error') === 'Forbidden');

const namedIn = (reply: Reply): unknown => valueAt(reply.request.input.body, listedIn(reply.operation)?.path ?? '-');

const makingOf = (reply: Reply): string => {
  const { path = '-' } = listedIn(reply.operation) ?? {};
  const making = contentOfOrder(reply.request.input.body, path.split('.').at(-1) ?? '');
  return `${reply.operation} ${subaccountOf(reply)} ${making}`;
};

type AmountRange = readonly [min: number, max: number];

const boundsOf = (served: readonly Reply[]): ReadonlyMap<OperationId, AmountRange> => {
  const bounds = new Map<OperationId, AmountRange>();
  for (const { operation, request } of served) {
    const amount = amountIn(request.input.body);
    const [min, max] = bounds.get(operation) ?? [amount, amount];
    bounds.set(operation, [Math.min(min, amount), Math.max(max, amount)]);
  }
  return bounds;
};

/** True if a similar order was accepted, so that only the listed value can explain the refusal. */
const isLikeAccepted = (reply: Reply, { made, amounts }: Context): boolean => {
  const amount = amountIn(reply.request.input.body);
  const [min, max] = amounts.get(reply.operation) ?? [Number.NaN, Number.NaN];
  return made.has(makingOf(reply)) && amount >= min && amount <= max;
};

const recipientIn = ({ request: { input } }: Reply): unknown =>
  valueAt(input.body, 'to.recipient_id') ?? valueAt(input.body, 'recipient_id');

/** An existing recipient may be refused because it belongs to another customer. */
const isPaid = (reply: Reply, { paid }: Context): boolean => paid.has(recipientIn(reply));

const contextOf = (replies: readonly Reply[]): Context => {
  const served = replies.filter(isSuccess);
  const first = replies.find(({ status }) => status === 401);
  const keys = served.flatMap((reply) => keyIn(reply.request) ?? []);
  const named = new Set(served.map((reply) => `${reply.operation} ${String(namedIn(reply))}`));
  return {
    refusedAt: first === undefined ? Number.POSITIVE_INFINITY : timeOf(first),
    letIn: new Set(['', ...keys]),
    known: new Set(served.flatMap((reply) => [...namedBy(reply), ...idsShown(reply)])),
    served: new Set(served.map(({ operation }) => operation)),
    made: new Set(served.map(makingOf)),
    amounts: boundsOf(served),
    paid: new Set(served.flatMap((reply) => recipientIn(reply) ?? [])),
    acceptsAll: (operation) => listedIn(operation)?.values.every((value) => named.has(`${operation} ${value}`)) ?? true,
  };
};

const areKnown = (reply: Reply, { known }: Context, except?: string): boolean =>
  namedBy(reply, except).every((id) => known.has(id));

/** The document does not say whether another letter case means the same. */
const isListed = (reply: Reply, operation: OrderId): boolean =>
  listedIn(operation)?.values.some((value) => value === namedIn(reply)) ?? true;

type Recognised = Pick<Purpose, 'probe' | 'case' | 'apart' | 'order'>;

/** The purpose of an exchange that no probe would send. */
export const unrecognised: Purpose = { probe: 'a recording', recorded: true };

const isValid = ({ operation, request }: Reply): boolean => {
  const { request: schema } = operationOf(operation);
  const { contentType, input } = request;
  const { body } = input;
  // The document does not mention other media types. A body without a type is read as JSON.
  if (contentType !== undefined && !/^application\/json\b/i.test(contentType)) return false;
  const isBody = schema === undefined || inspect(schema, body).every(({ kind }) => kind === 'set');
  // The document does not say whether zero amounts are accepted.
  return isBody && !(amountIn(body) <= 0);
};

const isOrdinary = (reply: Reply): boolean => isDocumentedPath(reply) && isValid(reply);

const keyPurpose = (reply: Reply, context: Context): Recognised | undefined => {
  const { operation, status, request } = reply;
  const isKnown = isOrdinary(reply) && areKnown(reply, context);
  // After refused keys, a service may lock out their sender.
  if (mayBeLockOut(reply, context)) return undefined;
  if (request.credential.in === 'none')
    return isKnown ? { probe: withoutKey(operation).id, case: 'no key' } : undefined;
  if (request.credential.in === 'other places')
    return isKnown ? { probe: withMisplacedKey(operation).id, case: 'the key in the query' } : undefined;
  // A key that was accepted elsewhere may lack a permission here; an order may be refused for another reason.
  if (status === 401) return { probe: withInvalidKey(operation).id, case: 'a key that is let in nowhere' };
  if (status === 403) return { probe: withRestrictedKey(operation).id, case: 'a key that is let in nowhere' };
  return undefined;
};

const readPurpose = (reply: Reply, context: Context): Recognised | undefined => {
  const { operation, status } = reply;
  const own = ownParameter(operation);
  // A failure is no answer to the request, and a record without an id is never absent.
  if (isSuccess(reply) || isServerError(reply) || (status === 404 && own === ''))
    return { probe: readProbeOf(operation) };
  const isAbsent = !context.known.has(`${own} ${String(reply.request.input[own]).toLowerCase()}`);
  // If no read of the operation was ever served, the path may be wrong.
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
  // Only all orders together show that each listed value is accepted.
  if (operation !== 'offramp.initiate') return acceptsAll(operation) ? plain : other;
  if (valueAt(body, 'to.currency') !== 'USD') return orderPurpose(operation, 'in another currency', { to: 'local' });
  const rail = valueAt(body, 'to.payment_rail');
  if (rail === undefined) return plain;
  const listed = rails.find((each) => each === rail);
  return listed ? orderPurpose(operation, `over ${listed}`, { rail: listed }) : other;
};

/** True for a 404 with the words of absence; another reason has another status or other words. */
const absencePurpose = (reply: Reply, operation: OrderId, context: Context): Recognised | undefined => {
  const probe = refusedAbsence(operation)?.id;
  const text = refusalText(reply);
  const isShown =
    operationOf(operation).absence?.of === 'subaccount'
      ? !areKnown(reply, context) && /subaccount/i.test(text)
      : /bank account/i.test(text) && areKnown(reply, context) && !isPaid(reply, context);
  return probe !== undefined && isShown ? { probe } : undefined;
};

const orderPurposeIn = (reply: Reply, operation: OrderId, context: Context): Recognised | undefined => {
  const { status } = reply;
  if (isUnlisted(reply)) {
    const { id: probe } = unlistedOrders(operation as ListedOrderId);
    const isRefusedForIt = areKnown(reply, context) && isLikeAccepted(reply, context);
    return isSuccess(reply) || isRefusedForIt ? { probe } : undefined;
  }
  if ((isSuccess(reply) || isServerError(reply)) && isListed(reply, operation))
    return purposeOf(reply, operation, context);
  return status === 404 ? absencePurpose(reply, operation, context) : undefined;
};

const requestPurpose = (reply: Reply, context: Context): Recognised | undefined => {
  const { operation } = reply;
  const key = keyIn(reply.request);
  if (key === undefined || !context.letIn.has(key)) return keyPurpose(reply, context);
  if (isOrder(operation)) return isOrdinary(reply) ? orderPurposeIn(reply, operation, context) : undefined;
  const own = ownParameter(operation);
  if (own.endsWith('Id') && isMalformedId(sentSegment(reply, own))) return { probe: malformedIds(operation).id };
  return isDocumentedPath(reply) ? readPurpose(reply, context) : undefined;
};

/** Keys by which a service may take an order for a repetition: the same amount and recipient, or the same reference. */
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

type Answered = Map<string, Set<string | undefined>>;

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

const creating = new Set(orderIds.filter((operation) => operationOf(operation).success !== null).map(orderProbeOf));

const createsARecord = ({ probe }: Recognised): boolean => creating.has(probe);

/**
 * The probe that could have sent each exchange, recognised by request and answer. An exchange that no probe would send
 * has no purpose, and only general rules apply to it.
 */
export const purposesOf = (replies: readonly Reply[]): readonly Purpose[] => {
  const context = contextOf(replies);
  const answered: Answered = new Map();
  return replies.map((reply): Purpose => {
    const found = requestPurpose(reply, context);
    const unusual =
      isOrdinary(reply) && keyIn(reply.request) !== undefined ? {} : { odd: 'an unusual request' as const };
    const isSpare = found === undefined || (createsARecord(found) && isRepetition(reply, answered));
    return { ...unrecognised, ...(isSpare ? {} : found), ...unusual };
  });
};
