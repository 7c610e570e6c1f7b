// Failures of valid requests: one alone may be an accident, and shows nothing of what was asked.

import { isServerError, isSuccess, type OperationId, operationOf } from '#contract';
import { keyIn, type Reply, type Setting } from '#evidence';
import { isFromService } from './answerer.ts';

/** So many failures of one operation, or of all, are no accident. */
const [ofOne, ofAll] = [2, 3];

export const areAccidents = (ofOperation: number, ofRun: number): boolean => ofOperation < ofOne && ofRun < ofAll;

/** A 503 is a service's own word for "not now". */
export const isFailure = (reply: Reply): boolean =>
  isFromService(reply) && isServerError(reply) && reply.status !== 503;

const isUnknownKey = (reply: Reply): boolean => reply.status === 401 && isFromService(reply);

const pathOf = ({ request }: Reply): string => request.path.split('?', 1).join().toLowerCase();

export interface RefusalEvidence {
  readonly replies: readonly Reply[];
  readonly setting: Setting;
  /** True where a reply answers a request that the document allows. */
  readonly isOfValidRequest: (reply: Reply) => boolean;
}

/**
 * Tells which failures of valid requests, and refusals of the full key, came so seldom that they may be accidents. A key that is
 * refused from some point to the end has expired.
 */
export const accidentsIn = ({ replies, setting, isOfValidRequest }: RefusalEvidence): ((reply: Reply) => boolean) => {
  const hasFullKey = ({ request }: Reply) => keyIn(request) === setting.keys.full;
  const isSuspect = (reply: Reply) => isFailure(reply) || (isUnknownKey(reply) && reply.request.purpose.odd !== true);
  const suspects = replies.filter((reply) => isSuspect(reply) && hasFullKey(reply));
  if (suspects.length === 0) return () => false;
  const successes = replies.filter((reply) => isSuccess(reply) && hasFullKey(reply));
  const served = new Set(successes.filter(({ operation }) => !operationOf(operation).movesMoney).map(pathOf));
  const failures = suspects.filter((reply) => isOfValidRequest(reply) || served.has(pathOf(reply)));
  const lastServed = successes.reduce((last, reply) => Math.max(last, replies.lastIndexOf(reply)), -1);
  const isOfExpiredKey = (reply: Reply) =>
    isUnknownKey(reply) &&
    replies.indexOf(reply) > lastServed &&
    successes.some(({ operation }) => operation === reply.operation);
  const of = (operation: OperationId) => failures.filter((reply) => reply.operation === operation).length;
  return (reply) =>
    failures.includes(reply) && (areAccidents(of(reply.operation), failures.length) || isOfExpiredKey(reply));
};
