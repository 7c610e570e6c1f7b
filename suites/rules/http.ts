import { always, check, crossesWithout, holds, isTheOneAskedFor, satisfies } from '#checks';
import { operationIds } from '#contract';
import type { Reply } from '#evidence';
import {
  describedRefusals,
  isOfDocumentedPath,
  isOfTheServiceOrJson,
  isOfUnknownKey,
  keyRefusals,
  lonelyReads,
  repeatedRefusals,
  repliesOf,
  simultaneousReads,
} from '#probes';

const over = [...operationIds.map(repliesOf), ...keyRefusals, ...describedRefusals];

/** A caller that sends many wrong keys may get a page; another claim judges that such a key gets 401. */
const isOfLockOut = (reply: Reply): boolean => reply.status === 403 && isOfUnknownKey(reply);

always(
  'http/sends-json',
  { over, of: (reply) => isOfTheServiceOrJson(reply) && !isOfLockOut(reply) },
  crossesWithout('NOT_JSON', 'JSON_SYNTAX', 'CONTENT_TYPE'),
);

always(
  'http/sends-sound-json',
  { over, of: isOfTheServiceOrJson },
  crossesWithout(
    'BODY_ENCODING',
    'BODY_BOM',
    'JSON_DUP_KEY',
    'JSON_PROTO_KEY',
    'JSON_SURROGATE',
    'JSON_DEPTH',
    'JSON_SIZE',
  ),
);

always('http/sends-short-numbers', { over, of: isOfTheServiceOrJson }, crossesWithout('JSON_NUMBER'));

always('http/does-not-redirect', { over, of: isOfDocumentedPath }, crossesWithout('PROTO_REDIRECT'));

check('http/ends-with-its-answer', lonelyReads, crossesWithout('PROTO_SURPLUS', 'PROTO_UNSOLICITED'));

check('http/answers-alike', simultaneousReads, holds(isTheOneAskedFor('subaccountId')));

check(
  'http/refuses-alike',
  repeatedRefusals,
  satisfies({ code: 'UNSTEADY_STATUS', where: 'status', expected: 'one status' }, (replies) => {
    const statuses = new Set(replies.map(({ status }) => status));
    return { replies, unless: statuses.size > 1 ? [...statuses].join(', ') : undefined };
  }),
);
