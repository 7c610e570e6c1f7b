import { both, check, handled, type Judge, none, observes, where, withheld } from '#checks';
import { listings, type OperationId, type Operations } from '#contract';
import type { Reply } from '#evidence';
import { identified, isListing, malformedIds, pageOf } from '#probes';

const listsNothing = none(
  { code: 'ACCEPTED', where: '$.data', expected: 'a refusal, or an empty page' },
  (reply) => ((pageOf(reply, 0)?.items.length ?? 0) > 0 ? 'items' : undefined),
);

/** A refusal of the key has nothing to do with the id. */
const ofAdmitted = (judge: Judge<readonly Reply[]>) =>
  where(({ status }) => status !== 401, 'the full key is not let in', judge);

for (const listing of listings)
  check(
    `${listing}/never-serves-a-malformed-id`,
    malformedIds(listing),
    ofAdmitted(both(handled, listsNothing)),
  );

/** The type of the operations that `identified` selects. */
type Identified = {
  [Id in OperationId]: Operations[Id]['path'] extends `${string}Id}${string}` ? Id : never;
}[OperationId];

for (const operation of identified.filter((id): id is Identified => !isListing(id)))
  check(`${operation}/never-serves-a-malformed-id`, malformedIds(operation), ofAdmitted(withheld));

for (const operation of [
  'subaccount.read',
  'individual-kyc.read',
  'business-kyc.read',
  'withdrawal.read',
] as const)
  check(
    `${operation}/answer-to-a-malformed-id`,
    malformedIds(operation),
    observes((replies) =>
      replies.map(({ status, request }) => ({
        operation,
        situation: 'malformed id',
        fact: status,
        byChance: !request.purpose.example,
      })),
    ),
  );
