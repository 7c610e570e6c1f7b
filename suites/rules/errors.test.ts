import { isFromService } from '#attribution';
import {
  carriesAMessage,
  carriesErrorOnly,
  carriesStatusAndTime,
  createdNow,
  datesItself,
  hidesNoError,
  hidesTheInside,
  holdsAsWhole,
  namesItsPath,
  namesTheKey,
  repeatsTheStatus,
  rowsOf,
} from '#checks';
import { operationIds, operationOf, orderIds } from '#contract';
import type { Reply } from '#evidence';
import {
  describedRefusals,
  hasRefusedKey,
  hasUnknownKey,
  headerRefusalsOf,
  isDescribedRefusal,
  keyRefusals,
  refusedAbsence,
  repliesOf,
} from '#probes';
import { isError, isKeyRefusal, isRefusal } from '#run';

// Refused keys, by which errors are judged, are tried on every endpoint.
const ofErrors = { operations: operationIds, anyOrder: true } as const;
const bodyTest = rowsOf('Resources: Error body', 'error', ofErrors);
const caseTest = rowsOf('Errors', 'error', ofErrors);

/** A refusal of an unknown key with another status than 401 may be a lock-out. */
const isOfKey = (reply: Reply): boolean =>
  hasUnknownKey(reply) ? reply.status === 401 : isRefusal(reply) && hasRefusedKey(reply);

/** The document describes the body of these refusals. */
const described = {
  needs: [...keyRefusals, ...describedRefusals],
  of: (reply: Reply) => isOfKey(reply) || isDescribedRefusal(reply),
};

/** The document leaves the rest of the body open. */
const refusals = {
  needs: [...described.needs, ...orderIds.map(repliesOf)],
  of: (reply: Reply) => isRefusal(reply) && isFromService(reply),
};

bodyTest
  .implied(
    'errors/repeat-the-status',
    'The statusCode of an error body is an integer, and equals the status of the answer.',
  )
  .over(refusals, repeatsTheStatus);

bodyTest.stated('errors/carry-a-message', 'The message of an error body is a string.').over(described, carriesAMessage);

bodyTest
  .stated('errors/date-themselves', 'The timestamp of an error body is a date-time in UTC with milliseconds.')
  .over(described, datesItself);

bodyTest
  .shown('errors/are-dated-now', "The timestamp of an error body is within five minutes of the service's own clock.")
  .over(described, holdsAsWhole(createdNow('timestamp')));

bodyTest
  .shown('errors/name-their-path', 'The path in an error body is a string, and equals the requested path.')
  .over(described, namesItsPath);

const isShort = (id: (typeof operationIds)[number]) => operationOf(id).absence?.body === 'short-error';
const short = operationIds.filter(isShort);
const others = operationIds.filter((id) => !isShort(id));

bodyTest
  .shown(
    'errors/carry-only-what-is-shown',
    'The 401, 403 and 404 answers of the subaccount, deposit and withdrawal endpoints carry only error and message.',
    short,
  )
  .over(
    {
      needs: short.flatMap((operation) => [
        ...headerRefusalsOf(operation),
        ...[refusedAbsence(operation) ?? []].flat(),
      ]),
      of: (reply) => described.of(reply) && short.includes(reply.operation) && [401, 403, 404].includes(reply.status),
    },
    carriesErrorOnly,
  );

bodyTest
  .shown(
    'errors/carry-all-members-elsewhere',
    'The 401 and 403 answers of all endpoints except subaccount, deposit and withdrawal also carry statusCode and timestamp.',
    others,
  )
  .over(
    {
      needs: others.flatMap(headerRefusalsOf),
      of: (reply) => isOfKey(reply) && isKeyRefusal(reply) && others.includes(reply.operation),
    },
    carriesStatusAndTime,
  );

bodyTest
  .shown('errors/hide-the-inside', 'No error body shows a stack trace, a database query or a file path of the server.')
  .over({ needs: described.needs, of: isError }, hidesTheInside);

bodyTest
  .implied('errors/are-no-success', 'No error body comes with a success status.')
  .over({ needs: [...describedRefusals, ...operationIds.map(repliesOf)] }, hidesNoError);

caseTest
  .stated(
    'errors/speak-of-the-key',
    'A 401 message says that the key is missing or invalid. A 403 message says that permission is missing.',
  )
  .over({ needs: keyRefusals, of: (reply) => isOfKey(reply) && isKeyRefusal(reply) }, namesTheKey);
