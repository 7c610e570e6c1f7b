// Failures of valid requests: one alone may be an accident, and shows nothing of what was asked.

import { operationOf } from '#contract';
import { keyIn, type Reply, type Setting } from '#evidence';
import { isServerError, isSuccess } from '#run';
import { isFromService } from './answerer.ts';

/** So many failures of one operation, or of all, are no accident. */
const [ofOne, ofAll] = [2, 3];

export const areAccidents = (ofOperation: number, ofRun: number): boolean => ofOperation < ofOne && ofRun < ofAll;

/** A 503 is a service's own word for "not now". */
export const isFailure = (reply: Reply): boolean =>
  isFromService(reply) && isServerError(reply) && reply.status !== 503;

const isUnknownKey = (reply: Reply): boolean => reply.status === 401 && isFromService(reply);

export interface RefusalEvidence {
  readonly replies: readonly Reply[];
  readonly setting: Setting;
  /** True where a reply answers a request that the document allows. */
  readonly isOfValidRequest: (reply: Reply) => boolean;
}

interface Accidents {
  /** True of one so seldom that the same may be asked once more. */
  readonly mayBeAccident: (reply: Reply) => boolean;
  /** True where the same was answered otherwise when it was asked once more, or could not be. */
  readonly isAccident: (reply: Reply) => boolean;
}

/**
 * Tells which failures of reads and of valid orders, and refusals of the full key, came so seldom that they may be accidents. A key
 * that is refused from some point to the end has expired.
 */
export const accidentsIn = ({ replies, setting, isOfValidRequest }: RefusalEvidence): Accidents => {
  const hasFullKey = ({ request }: Reply) => keyIn(request) === setting.keys.full;
  const isRead = ({ operation }: Reply) => !operationOf(operation).movesMoney;
  const isSuspect = (reply: Reply) =>
    isFailure(reply) || (isUnknownKey(reply) && hasFullKey(reply) && reply.request.purpose.odd !== true);
  const failures = replies.filter(
    (reply) => isSuspect(reply) && (isRead(reply) || (hasFullKey(reply) && isOfValidRequest(reply))),
  );
  if (failures.length === 0) return { mayBeAccident: () => false, isAccident: () => false };
  const successes = replies.filter((reply) => isSuccess(reply) && hasFullKey(reply));
  const lastServed = successes.reduce((last, reply) => Math.max(last, replies.lastIndexOf(reply)), -1);
  const isOfExpiredKey = (reply: Reply) =>
    isUnknownKey(reply) &&
    replies.indexOf(reply) > lastServed &&
    successes.some(({ operation }) => operation === reply.operation);
  const served = new Set(successes.map(({ request }) => request.path));
  const kindOf = (reply: Reply): 'of another key' | 'valid' | 'other' => {
    if (!hasFullKey(reply)) return 'of another key';
    return isOfValidRequest(reply) || served.has(reply.request.path) ? 'valid' : 'other';
  };
  const isSeldom = (reply: Reply): boolean => {
    const kind = kindOf(reply);
    // What fails whenever an id is malformed says nothing of a valid request.
    const alike = failures.filter((other) => kindOf(other) === kind);
    // A further refused key may lock the caller out, so that one of a run is sent once more.
    const own = kind === 'of another key' ? alike : alike.filter(({ operation }) => operation === reply.operation);
    return areAccidents(own.length, alike.length);
  };
  const mayBeAccident = (reply: Reply): boolean =>
    failures.includes(reply) && (isSeldom(reply) || isOfExpiredKey(reply));
  const askedOf = ({ request: { path, credential } }: Reply): string => JSON.stringify([path, credential]);
  const isAnsweredElse = (reply: Reply) =>
    replies.some((other) => !failures.includes(other) && askedOf(other) === askedOf(reply));
  return {
    mayBeAccident,
    isAccident: (reply) => mayBeAccident(reply) && (isOfValidRequest(reply) || isAnsweredElse(reply)),
  };
};
