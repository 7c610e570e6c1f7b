import { markedAs } from '#attribution';
import {
  eachReply,
  hasCleanWire,
  holds,
  isJson,
  isRequested,
  judgeTogether,
  observes,
  onlyReplies,
  rowsOf,
  servesAllValid,
  servesValidRequests,
} from '#checks';
import { lasting, listings, operationIds, orderIds } from '#contract';
import { type Reply, untested } from '#evidence';
import {
  describedRefusals,
  hasOwnForm,
  hasUnknownKey,
  isDocumentedPath,
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
import { isSuccess } from '#run';

const overview = 'What the service does';
const operations = operationIds;

const httpTest = rowsOf(overview, 'http', { operations });
const endpointTest = rowsOf('Endpoints', 'http', { operations });
const consistencyTest = rowsOf(overview, 'consistency', { operations });
const openTest = rowsOf(overview, 'http', { operations });
const clockTest = rowsOf('Resources: Conventions', 'open', { operations });

const needs = [...operationIds.map(repliesOf), ...keyRefusals, ...describedRefusals];

/** A caller with many wrong keys may get a page; another claim judges the 401. */
const isTurnedAway = (reply: Reply): boolean => reply.status === 403 && hasUnknownKey(reply);

httpTest
  .implied('http/sends-json', 'A body is JSON and says so in its content type.')
  .over({ needs, of: (reply) => isServiceOrJson(reply) && !isTurnedAway(reply) && !hasOwnForm(reply) }, isJson);

httpTest
  .implied(
    'http/sends-sound-json',
    'Every JSON body is in UTF-8, has no field twice in one object, and is not nested too deeply or too large to read.',
  )
  .over(
    { needs, of: isServiceOrJson },
    hasCleanWire(
      'BODY_ENCODING',
      'BODY_BOM',
      'JSON_DUP_KEY',
      'JSON_PROTO_KEY',
      'JSON_SURROGATE',
      'JSON_DEPTH',
      'JSON_NUMBER',
    ),
  );

httpTest
  .implied(
    'http/is-well-formed',
    'Each body has the encoding that its header names. A 204 has no body. No header has a control character.',
  )
  .over({ needs, of: isServiceOrJson }, hasCleanWire('CONTENT_CODING', 'HEADER_CHARS', 'PROTO_204_BODY'));

httpTest
  .shown('http/sends-short-numbers', 'No number in a JSON body has more digits than a double-precision number holds.')
  .over({ needs, of: isServiceOrJson }, hasCleanWire('JSON_DIGITS'));

endpointTest
  .implied('http/does-not-redirect', 'The service answers a documented path directly, without a redirect.')
  .over({ needs, of: isDocumentedPath }, hasCleanWire('PROTO_REDIRECT'));

endpointTest
  .implied(
    'http/takes-a-charset',
    'An order whose content type names UTF-8 is read like an order that names no encoding.',
    orderIds,
  )
  .by(
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

httpTest
  .implied(
    'http/serves-valid-requests',
    'At most one valid request at each endpoint, and two in the whole run, get a 5xx or a 401.',
  )
  .over(served, servesValidRequests);

httpTest
  .shown('http/serves-every-valid-request', 'No valid request gets a 5xx or a 401, not even once.')
  .over(served, servesAllValid);

consistencyTest
  .implied('http/answers-alike', 'Reads sent at the same time each get the answer to their own request.', {
    operations: ['subaccount.read', 'balances.read', 'offramp.list', 'conversion.list', 'taxonomy.list'],
    heeds: ['ids'],
  })
  .by(simultaneousReads, holds(isRequested('subaccountId')));

consistencyTest
  .shown('http/refuses-alike', 'The same refused request gets the same status each time.', [
    'subaccount.read',
    'withdrawal.read',
  ])
  .by(
    repeatedRefusals,
    judgeTogether({ code: 'UNSTEADY_STATUS', where: 'status', expected: 'one status' }, (given, { attribution }) => {
      const replies = attribution.judgeable(given);
      if (replies.length < 2) throw untested('NOT_TWICE', 'the service answered the refused request once alone');
      const statuses = new Set(replies.map(({ status }) => status));
      return { replies, problem: statuses.size > 1 ? [...statuses].join(', ') : undefined };
    }),
  );

openTest
  .silent(
    'service/framing',
    'Does the service send interim (1xx) answers, trailer fields, or bodies that end when the connection closes?',
  )
  .over(
    { needs: operationIds.map(repliesOf) },
    observes((replies) => {
      const notes = replies.flatMap(({ operation, notes }) =>
        notes.map(({ about, text }) => ({ operation, situation: about, fact: text, byChance: true })),
      );
      const nothing = { situation: 'framing', fact: 'nothing odd', byChance: true };
      return notes.length > 0 ? notes : [{ operation: 'balances.read', ...nothing }];
    }),
  );

openTest
  .silent('service/blocked-values', 'At which endpoints does a gateway in front of the service block invalid values?')
  .over(
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

const [aMinute, aQuarter] = [60_000, 15 * 60_000];

const driftText = (off: number): string => {
  if (off < aMinute) return 'within a minute';
  return off < aQuarter ? 'off by minutes' : 'off by more';
};

clockTest.silent('service/clock', 'How far is the clock of the service off?').by(
  repliesOf('balances.read'),
  observes(([reply]) => {
    const { serverDate, receivedAt } = reply ?? {};
    const isKnown = serverDate !== undefined && receivedAt !== undefined;
    const off = isKnown ? Math.abs(serverDate.getTime() - receivedAt.getTime()) : undefined;
    const fact = off === undefined ? 'no Date header' : driftText(off);
    return [{ operation: 'balances.read', situation: 'clock', fact }];
  }),
);
