import { isFromService, oncePerReply, unlistedShown } from '#attribution';
import { isOrder, operationIds, parametersOf } from '#contract';
import { type Reply, sentSegment } from '#evidence';
import { isMalformedId } from '#generators';
import { isError, isRedirect, isRefusal } from '#run';
import { isOfRefusedKey } from '../keys/refused-keys.ts';
import { isOfBlankValue, unlistedOrders } from '../orders/faulty-orders.ts';
import { isOfValidOrder } from '../orders/valid-orders.ts';
import { type Probe, probesOf, type Source } from '../source.ts';
import { refusedAbsence } from './absent.ts';

/** Refusals whose body the document describes: of what is absent, and of values outside a list. */
export const describedRefusals: readonly Source<unknown>[] = [
  ...operationIds.flatMap((id) => refusedAbsence(id) ?? []),
  unlistedOrders('deposit.simulate'),
  unlistedOrders('onramp.initiate'),
];

const ids = new Set(
  describedRefusals.flatMap((source): readonly Probe<unknown>[] => probesOf(source)).map(({ id }) => id),
);

/** Refusals of what is absent or unlisted, under any status; one for the amount may come first, in any shape, as one for a missing value. */
export const isDescribedRefusal = (reply: Reply): boolean =>
  isRefusal(reply) &&
  isFromService(reply) &&
  ids.has(reply.request.purpose.probe) &&
  !isOfValidOrder(reply) &&
  !isOfBlankValue(reply) &&
  !unlistedShown(reply).mayBeForAmount;

const isPlain = (parameter: string, segment: string): boolean =>
  parameter.endsWith('Id') ? !isMalformedId(segment) : /^[A-Za-z]{2,5}$/.test(segment);

/** True where the path is one of the document's: a router may send an odd one elsewhere. */
export const isOfDocumentedPath = oncePerReply((reply: Reply): boolean =>
  parametersOf(reply.operation).every((parameter) => isPlain(parameter, sentSegment(reply, parameter))),
);

/** True where the service itself must have answered: a gateway may refuse an odd request in other words. */
export const isOfTheService = (reply: Reply): boolean =>
  reply.request.purpose.odd === undefined || !isError(reply) || isOfRefusedKey(reply) || isDescribedRefusal(reply);

const callsItselfJson = ({ contentType }: Reply): boolean => contentType?.includes('json') === true;

/** True of the refusal of an order for a reason that the document does not describe, and in a form of the service's own. */
export const isOfOwnForm = (reply: Reply): boolean =>
  isOrder(reply.operation) &&
  isRefusal(reply) &&
  !isOfRefusedKey(reply) &&
  !isDescribedRefusal(reply) &&
  !callsItselfJson(reply);

/** True where it is of the service, or calls itself JSON, which binds any party. The body of a redirect is nobody's record. */
export const isServiceOrJson = (reply: Reply): boolean =>
  (isOfTheService(reply) && !isRedirect(reply)) || callsItselfJson(reply);
