import { operationOf } from '#contract';
import { isFromService, type Reply, sentJson } from '#evidence';
import { inspect } from '#schemas';
import { type Judge, over } from './judgement.ts';
import { observesStatus } from './observations.ts';

const ofType = new Set(['type', 'null', 'missing']);

const uuids = new Set<unknown>(['recipient_id', 'client_onramp_reference']);

/**
 * Whether the body that was sent lacks a member, has one of another JSON type, has no UUID where one belongs, or is no
 * JSON object at all.
 */
export const hasFaultyBody = ({ operation, request }: Reply): boolean => {
  const described = operationOf(operation);
  if (!('request' in described) || request.sentBody === undefined) return false;
  return inspect(described.request, sentJson(request.sentBody)).some(
    ({ kind, path }) => ofType.has(kind) || uuids.has(path.at(-1)),
  );
};

/** Records the status of each order under the member that it lacks, which its case names. */
export const observesMissingMembers: Judge<readonly Reply[]> = over(
  (replies) => replies.filter((reply) => isFromService(reply) && hasFaultyBody(reply)),
  observesStatus(),
);
