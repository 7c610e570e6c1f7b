import { isFromService } from '#attribution';
import {
  carriesAMessage,
  carriesOnlyErrorAndMessage,
  carriesStatusAndTime,
  createdNow,
  datesItself,
  hidesTheInside,
  holdsAsWhole,
  isNoErrorAsSuccess,
  namesItsPath,
  repeatsTheStatus,
  speaksOfTheKey,
  universalTest,
} from '#checks';
import { isError, isKeyRefusal, isRefusal, operationIds, orderIds, requirementOf } from '#contract';
import type { Reply } from '#evidence';
import {
  describedRefusals,
  headerRefusalsOf,
  isDescribedRefusal,
  isOfRefusedKey,
  isOfUnknownKey,
  keyRefusals,
  refusedAbsence,
  repliesOf,
} from '#probes';

/** Another refusal of an unknown key than 401 is judged as that, and may be a lock-out. */
const isOfKey = (reply: Reply): boolean =>
  isOfUnknownKey(reply) ? reply.status === 401 : isRefusal(reply) && isOfRefusedKey(reply);

/** Refusals of which the document says what they carry. */
const described = {
  needs: [...keyRefusals, ...describedRefusals],
  of: (reply: Reply) => isOfKey(reply) || isDescribedRefusal(reply),
};

/** Every refusal of a service: what else such a body carries is open. */
const refusals = {
  needs: [...described.needs, ...orderIds.map(repliesOf)],
  of: (reply: Reply) => isRefusal(reply) && isFromService(reply),
};

universalTest('errors/repeat-the-status', refusals, repeatsTheStatus);
universalTest('errors/carry-a-message', described, carriesAMessage);
universalTest('errors/are-dated-now', described, holdsAsWhole(createdNow('timestamp')));
universalTest('errors/date-themselves', described, datesItself);
universalTest('errors/name-their-path', described, namesItsPath);

const { operations: short } = requirementOf('errors/carry-only-what-is-shown');
const { operations: others } = requirementOf('errors/carry-all-members-elsewhere');

universalTest(
  'errors/carry-only-what-is-shown',
  {
    needs: short.flatMap((operation) => [...headerRefusalsOf(operation), ...[refusedAbsence(operation) ?? []].flat()]),
    of: (reply) => described.of(reply) && short.includes(reply.operation) && [401, 403, 404].includes(reply.status),
  },
  carriesOnlyErrorAndMessage,
);

universalTest(
  'errors/carry-all-members-elsewhere',
  {
    needs: others.flatMap(headerRefusalsOf),
    of: (reply) => isOfKey(reply) && isKeyRefusal(reply) && others.includes(reply.operation),
  },
  carriesStatusAndTime,
);

universalTest(
  'errors/speak-of-the-key',
  { needs: keyRefusals, of: (reply) => isOfKey(reply) && isKeyRefusal(reply) },
  speaksOfTheKey,
);

universalTest('errors/hide-the-inside', { needs: described.needs, of: isError }, hidesTheInside);

universalTest(
  'errors/are-no-success',
  { needs: [...describedRefusals, ...operationIds.map(repliesOf)] },
  isNoErrorAsSuccess,
);
