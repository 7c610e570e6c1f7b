import { both, check, handled, type Judge, none, observes, where, withheld } from '#checks';
import { listings, type OperationId, type Operations } from '#contract';
import type { Reply } from '#evidence';
import { identified, isListing, malformedIds, pageOf } from '#probes';

const listsNothing = none(
  { code: 'ACCEPTED', where: '$.data', expected: 'a refusal, or an empty page' },
  (reply) => ((pageOf(reply, 0)?.items.length ?? 0) > 0 ? 'items' : undefined),
);

/** A key that is refused has nothing to do with the id. */
const looksAtTheId = (judge: Judge<readonly Reply[]>) =>
  where(({ status }) => status !== 401, 'the full key is not let in', judge);

for (const listing of listings)
  check(
    `${listing}/never-serves-a-malformed-id`,
    malformedIds(listing),
    looksAtTheId(both(handled, listsNothing)),
  );

/** What `identified` selects, as a type. */
type Identified = {
  [Id in OperationId]: Operations[Id]['path'] extends `${string}Id}${string}` ? Id : never;
}[OperationId];

for (const operation of identified.filter((id): id is Identified => !isListing(id)))
  check(`${operation}/never-serves-a-malformed-id`, malformedIds(operation), looksAtTheId(withheld));

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
