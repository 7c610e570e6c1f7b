import {
  always,
  check,
  keepsAnOrderOnce,
  keepsAsCreated,
  keepsItsTerms,
  listsEachOnce,
  succeeds,
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

check(
  'offramp.initiate/can-be-read',
  derive([reads], (pairs) => pairs.map(([reply]) => reply)),
  succeeds,
);

check(
  'offramp.initiate/is-kept-as-created',
  derive([reads], (pairs) => pairs.filter(([reply]) => isSuccess(reply))),
  keepsAsCreated,
);

check('offramp.initiate/can-be-listed', listedBack, listsEachOnce);

always(
  'offramp.initiate/is-kept-once',
  {
    needs: [
      repliesOf('offramp.initiate'),
      listedBack,
      listingsAfterRecipientRefusals,
      listingsByOwner('offramp.list'),
    ],
    of: ({ operation }) => operation.startsWith('offramp.'),
  },
  keepsAnOrderOnce,
);

const shown = recordsOfAll(['offramp.list', 'offramp.read']);
// Scenarios read and order alternately.
always(
  'offramp.read/keeps-its-terms',
  { ...shown, needs: [...shown.needs, listedBack, scenarios] },
  keepsItsTerms,
);
