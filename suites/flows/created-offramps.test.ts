import {
  conformanceTest,
  keepsAnOrderOnce,
  keepsAsCreated,
  keepsItsTerms,
  listsEachOnce,
  observesTimeToShow,
  succeeds,
  universalTest,
} from '#checks';
import { isSuccess } from '#contract';
import {
  available,
  derive,
  listedBack,
  listingsAfterRecipientRefusals,
  listingsByOwner,
  readAgain,
  readBack,
  recordsOfAll,
  repliesOf,
  scenarios,
} from '#probes';

const reads = derive([available(readBack, readAgain)], (parts) => parts.flat());

conformanceTest(
  'offramp.initiate/can-be-read',
  derive([reads], (pairs) => pairs.map(([reply]) => reply)),
  succeeds,
);

conformanceTest(
  'offramp.initiate/is-kept-as-created',
  derive([reads], (pairs) => pairs.filter(([reply]) => isSuccess(reply))),
  keepsAsCreated,
);

universalTest(
  'offramp.initiate/time-to-show',
  {
    needs: [readBack],
    of: ({ operation }) => operation === 'offramp.initiate' || operation === 'offramp.read',
  },
  observesTimeToShow,
);

conformanceTest('offramp.initiate/can-be-listed', listedBack, listsEachOnce);

universalTest(
  'offramp.initiate/is-kept-once',
  {
    needs: [repliesOf('offramp.initiate'), listedBack, listingsAfterRecipientRefusals, listingsByOwner('offramp.list')],
    of: ({ operation }) => operation.startsWith('offramp.'),
  },
  keepsAnOrderOnce,
);

const shown = recordsOfAll(['offramp.list', 'offramp.read']);
// Scenarios read and order alternately.
universalTest(
  'offramp.read/keeps-its-terms',
  { ...shown, needs: [...shown.needs, listedBack, scenarios] },
  keepsItsTerms,
);
