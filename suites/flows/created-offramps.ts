import {
  always,
  check,
  keepsAnOrderOnce,
  keepsAsCreated,
  keepsItsTerms,
  listsEachOnce,
  succeeds,
} from '#checks';
import {
  derive,
  listedBack,
  listingsAfterRecipientRefusals,
  listingsByOwner,
  readBack,
  recordsOfAll,
  repliesOf,
  scenarios,
} from '#probes';

check(
  'offramp.initiate/can-be-read',
  derive([readBack], (pairs) => pairs.map(([reply]) => reply)),
  succeeds,
);

check(
  'offramp.initiate/is-kept-as-created',
  derive([readBack], (pairs) => pairs.filter(([reply]) => reply.status < 300)),
  keepsAsCreated,
);

check('offramp.initiate/can-be-listed', listedBack, listsEachOnce);

always(
  'offramp.initiate/is-kept-once',
  {
    over: [
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
  { ...shown, over: [...shown.over, listedBack, scenarios] },
  keepsItsTerms,
);
