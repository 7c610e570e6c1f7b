import { isFromService, memoByReply, unlistedShown } from '#attribution';
import { isOrder, operationIds, parametersOf } from '#contract';
import { type Reply, sentSegment } from '#evidence';
import { isMalformedId } from '#generators';
import { isError, isRedirect, isRefusal } from '#run';
import { hasRefusedKey } from '../keys/refused-keys.ts';
import { hasBlankValue, unlistedOrders } from '../orders/faulty-orders.ts';
import { isOfValidOrder } from '../orders/valid-orders.ts';
import { type Probe, probesOf, type Source } from '../source.ts';
import { refusedAbsence } from './absent.ts';

/** Refusals with a documented body: of absent records, and of values outside a list. */
export const describedRefusals: readonly Source<unknown>[] = [
  ...operationIds.flatMap((id) => refusedAbsence(id) ?? []),
  unlistedOrders('deposit.simulate'),
  unlistedOrders('onramp.initiate'),
];

const ids = new Set(
  describedRefusals.flatMap((source): readonly Probe<unknown>[] => probesOf(source)).map(({ id }) => id),
);

/** True for any status: a refused amount or a missing value may be found first, and its body may have any form. */
export const isDescribedRefusal = (reply: Reply): boolean =>
  isRefusal(reply) &&
  isFromService(reply) &&
  ids.has(reply.request.purpose.probe) &&
  !isOfValidOrder(reply) &&
  !hasBlankValue(reply) &&
  !unlistedShown(reply).mayBeForAmount;

const isPlain = (parameter: string, segment: string): boolean =>
  parameter.endsWith('Id') ? !isMalformedId(segment) : /^[A-Za-z]{2,5}$/.test(segment);

/** A router may treat an unusual path as another path. */
export const isDocumentedPath = memoByReply((reply: Reply): boolean =>
  parametersOf(reply.operation).every((parameter) => isPlain(parameter, sentSegment(reply, parameter))),
);

/** A gateway may refuse an unusual request in its own words. */
export const isOfTheService = (reply: Reply): boolean =>
  reply.request.purpose.odd === undefined || !isError(reply) || hasRefusedKey(reply) || isDescribedRefusal(reply);

const callsItselfJson = ({ contentType }: Reply): boolean => contentType?.includes('json') === true;

/** True if the service chose the reason and the form of the refusal. */
export const hasOwnForm = (reply: Reply): boolean =>
  isOrder(reply.operation) &&
  isRefusal(reply) &&
  !hasRefusedKey(reply) &&
  !isDescribedRefusal(reply) &&
  !callsItselfJson(reply);

/** JSON rules apply to every sender. The body of a redirect is no record. */
export const isServiceOrJson = (reply: Reply): boolean =>
  (isOfTheService(reply) && !isRedirect(reply)) || callsItselfJson(reply);
