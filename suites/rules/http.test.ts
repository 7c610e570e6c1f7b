import { markedAs } from '#attribution';
import {
  conformanceTest,
  eachReply,
  hasNoWireProblem,
  holds,
  isJson,
  isTheOneAskedFor,
  judgeTogether,
  observes,
  onlyReplies,
  servesEveryValidRequest,
  servesValidRequests,
  universalTest,
} from '#checks';
import { isSuccess, lasting, listings, operationIds, orderIds } from '#contract';
import type { Reply } from '#evidence';
import {
  describedRefusals,
  isOfDocumentedPath,
  isOfOwnForm,
  isOfUnknownKey,
  isServiceOrJson,
  joined,
  keyRefusals,
  listingsByOwner,
  orderRepliesOf,
  repeatedRefusals,
  repliesOf,
  secondReads,
  simultaneousReads,
  surveys,
} from '#probes';

const needs = [...operationIds.map(repliesOf), ...keyRefusals, ...describedRefusals];

/** A caller that sends many wrong keys may get a page; another claim judges that such a key gets 401. */
const isTurnedAway = (reply: Reply): boolean => reply.status === 403 && isOfUnknownKey(reply);

universalTest(
  'http/sends-json',
  { needs, of: (reply) => isServiceOrJson(reply) && !isTurnedAway(reply) && !isOfOwnForm(reply) },
  isJson,
);

universalTest(
  'http/sends-sound-json',
  { needs, of: isServiceOrJson },
  hasNoWireProblem(
    'BODY_ENCODING',
    'BODY_BOM',
    'JSON_DUP_KEY',
    'JSON_PROTO_KEY',
    'JSON_SURROGATE',
    'JSON_DEPTH',
    'JSON_NUMBER',
  ),
);

universalTest('http/sends-short-numbers', { needs, of: isServiceOrJson }, hasNoWireProblem('JSON_DIGITS'));

universalTest(
  'http/is-well-formed',
  { needs, of: isServiceOrJson },
  hasNoWireProblem('CONTENT_CODING', 'HEADER_CHARS', 'PROTO_204_BODY'),
);

universalTest('http/does-not-redirect', { needs, of: isOfDocumentedPath }, hasNoWireProblem('PROTO_REDIRECT'));

conformanceTest(
  'http/takes-a-charset',
  joined(...orderIds.map((operation) => orderRepliesOf(operation, ({ inUtf8 }) => inUtf8 === true))),
  onlyReplies(
    (reply) => isSuccess(reply) || reply.status === 415,
    'the orders that name an encoding are refused for another reason',
    eachReply({
      code: 'WRONG_STATUS',
      where: 'status',
      expected: 'a content type with a charset is known',
      problem: ({ status }) => (status === 415 ? '415' : undefined),
    }),
  ),
);

const served = {
  needs: [
    ...operationIds.map(repliesOf),
    ...lasting.map(secondReads),
    ...listings.flatMap((listing) => [surveys(listing), listingsByOwner(listing)]),
  ],
};

universalTest('http/serves-valid-requests', served, servesValidRequests);
universalTest('http/serves-every-valid-request', served, servesEveryValidRequest);

conformanceTest('http/answers-alike', simultaneousReads, holds(isTheOneAskedFor('subaccountId')));

conformanceTest(
  'http/refuses-alike',
  repeatedRefusals,
  judgeTogether({ code: 'UNSTEADY_STATUS', where: 'status', expected: 'one status' }, (replies) => {
    const statuses = new Set(replies.map(({ status }) => status));
    return { replies, problem: statuses.size > 1 ? [...statuses].join(', ') : undefined };
  }),
);

universalTest(
  'service/framing',
  { needs: operationIds.map(repliesOf) },
  observes((replies) => {
    const notes = replies.flatMap(({ operation, notes }) =>
      notes.map(({ about, text }) => ({ operation, situation: about, fact: text, byChance: true })),
    );
    const nothing = { situation: 'framing', fact: 'nothing odd', byChance: true };
    return notes.length > 0 ? notes : [{ operation: 'balances.read', ...nothing }];
  }),
);

universalTest(
  'service/blocked-values',
  { needs: operationIds.map(repliesOf) },
  observes((replies) => {
    const blocked = replies.filter((reply) => markedAs(reply) === 'block');
    const operations = operationIds.filter((id) => blocked.some(({ operation }) => operation === id));
    const counted = operations.map((operation) => ({
      operation,
      situation: 'blocked before the service',
      fact: blocked.filter((reply) => reply.operation === operation).length,
      byChance: true,
    }));
    const none = { situation: 'blocked before the service', fact: 'nothing', byChance: true };
    return counted.length > 0 ? counted : [{ operation: 'balances.read', ...none }];
  }),
);

const aMinute = 60_000;

conformanceTest(
  'service/clock',
  repliesOf('balances.read'),
  observes(([reply]) => {
    const { serverDate, receivedAt } = reply ?? {};
    const isKnown = serverDate !== undefined && receivedAt !== undefined;
    const off = isKnown ? Math.abs(serverDate.getTime() - receivedAt.getTime()) : undefined;
    const fact = off === undefined ? 'no Date header' : off < aMinute ? 'within a minute' : 'off by more';
    return [{ operation: 'balances.read', situation: 'clock', fact }];
  }),
);
