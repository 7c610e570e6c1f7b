import {
  both,
  conformanceTest,
  echoes,
  echoesAddress,
  echoesAmount,
  echoesAsset,
  echoesLoosely,
  holds,
  keepsAnOrderOnce,
  keepsAsCreated,
  keepsBalances,
  keepsConversions,
  keepsConversionsListed,
  keepsItsTerms,
  keepsOrders,
  leavesBalancesAlone,
  leavesEachAlone,
  leavesNoTrace,
  listsEachOnce,
  listsWhatWasCreated,
  moveByOrdersAlone,
  moveNoOtherAccount,
  movesItsOwnBalanceAlone,
  moveTheirOwnBalances,
  observes,
  observesTimeToShow,
  on,
  pending,
  readsWhatWasCreated,
  succeeds,
  universalTest,
} from '#checks';
import { isOrder, isSuccess, orderIds } from '#contract';
import {
  afterKeyRefusals,
  afterRailRefusals,
  afterRecipientRefusals,
  all,
  allDeposits,
  available,
  balancesAfterInitiations,
  balancesAround,
  balancesAroundDeposit,
  balancesAroundRefusal,
  balancesAroundRefusedKeys,
  balancesOfAnother,
  derive,
  effectOf,
  idleBalances,
  ifAllowed,
  listedBack,
  listingsByOwner,
  readAgain,
  readBack,
  recordsOfAll,
  repliesOf,
  scenarios,
} from '#probes';

conformanceTest('balances.read/stands-still-on-a-quiet-account', idleBalances, leavesBalancesAlone);
universalTest(
  'balances.read/moves-by-orders-alone',
  { needs: [idleBalances], of: ({ operation }) => operation === 'balances.read' || isOrder(operation) },
  moveByOrdersAlone,
);
conformanceTest('balances.read/stands-still-after-initiations', balancesAfterInitiations, leavesBalancesAlone);

for (const operation of ['onramp.initiate', 'offramp.initiate', 'lightning-offramp.initiate'] as const)
  conformanceTest(`${operation}/leaves-balances-alone`, balancesAround(operation), leavesBalancesAlone);

conformanceTest(
  'deposit.simulate/moves-its-own-balance-alone',
  all(balancesAroundDeposit, allDeposits, ifAllowed(balancesOfAnother)),
  both(
    on(([one]) => one, movesItsOwnBalanceAlone),
    on(([, many]) => many, moveTheirOwnBalances),
    on(([, , reads]) => reads, moveNoOtherAccount),
  ),
);
conformanceTest(
  'deposit.simulate/effect-on-the-balance',
  balancesAroundDeposit,
  observes((seen) => [{ operation: 'deposit.simulate', situation: 'effect of a deposit', fact: effectOf(seen) }]),
);

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
    needs: [repliesOf('offramp.initiate'), listedBack, afterRecipientRefusals, listingsByOwner('offramp.list')],
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

conformanceTest('rails/refusal-creates-nothing', afterRailRefusals, leavesNoTrace);
conformanceTest('offramp.initiate/creates-nothing-when-refused', afterRecipientRefusals, leavesNoTrace);
conformanceTest('authentication/creates-nothing-when-refused', afterKeyRefusals, leavesNoTrace);

for (const operation of orderIds)
  conformanceTest(
    `${operation}/leaves-balances-alone-when-refused`,
    available(balancesAroundRefusal(operation), balancesAroundRefusedKeys(operation)),
    leavesEachAlone,
  );

conformanceTest(
  'deposit.simulate/holds-through-a-sequence',
  scenarios,
  keepsOrders({
    operation: 'deposit.simulate',
    refusedStep: 'simulate a deposit in an unlisted currency',
    refusal: { status: 400 },
    judge: succeeds,
  }),
);

conformanceTest(
  'onramp.initiate/holds-through-a-sequence',
  scenarios,
  keepsOrders({
    operation: 'onramp.initiate',
    refusedStep: 'start an onramp of an unlisted asset',
    refusal: { status: 400 },
    judge: holds(
      pending,
      echoes('client_onramp_reference'),
      echoesAmount('from.amount'),
      echoesLoosely('from.currency'),
      echoesAsset,
      echoesAddress('to.address', 'to.destination_address'),
    ),
    own: ['id'],
  }),
);

conformanceTest(
  'lightning-offramp.initiate/holds-through-a-sequence',
  scenarios,
  keepsOrders({
    operation: 'lightning-offramp.initiate',
    refusedStep: 'start a lightning offramp without an amount',
    judge: holds(pending),
    own: ['data.id', 'data.lightningInvoice'],
  }),
);

conformanceTest('offramp.list/holds-through-a-sequence', scenarios, listsWhatWasCreated);
conformanceTest('offramp.read/holds-through-a-sequence', scenarios, readsWhatWasCreated);
conformanceTest('conversion.list/holds-through-a-sequence', scenarios, keepsConversions);
conformanceTest('conversion.list/holds-its-items-after-an-onramp', scenarios, keepsConversionsListed);
conformanceTest('balances.read/holds-through-a-sequence', scenarios, keepsBalances);
