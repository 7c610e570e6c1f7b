import {
  both,
  conformanceTest,
  keepsAnOrderOnce,
  keepsAsCreated,
  keepsItsTerms,
  leavesBalancesAlone,
  leavesEachAlone,
  leavesNoTrace,
  listsEachOnce,
  moveByOrdersAlone,
  moveNoOtherAccount,
  movesItsOwnBalanceAlone,
  moveTheirOwnBalances,
  observes,
  observesTimeToShow,
  on,
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
