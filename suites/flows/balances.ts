import { check, leavesBalancesAlone, leavesBalancesAloneEachTime, observes } from '#checks';
import { sameBalances } from '#evidence';
import {
  available,
  balancesAfterInitiations,
  balancesAround,
  balancesAroundDeposit,
  balancesAroundRefusal,
  balancesAroundRefusedKeys,
  idleBalances,
} from '#probes';

check('balances.read/stands-still-on-a-quiet-account', idleBalances, leavesBalancesAlone);
check('balances.read/stands-still-after-initiations', balancesAfterInitiations, leavesBalancesAlone);

for (const operation of ['onramp.initiate', 'offramp.initiate', 'lightning-offramp.initiate'] as const)
  check(`${operation}/leaves-balances-alone`, balancesAround(operation), leavesBalancesAlone);

for (const operation of ['onramp.initiate', 'deposit.simulate'] as const)
  check(
    `${operation}/leaves-balances-alone-when-refused`,
    available(balancesAroundRefusal(operation), balancesAroundRefusedKeys(operation)),
    leavesBalancesAloneEachTime,
  );

check(
  'deposit.simulate/effect-on-the-balance',
  balancesAroundDeposit,
  observes(({ before, after }) => [
    {
      operation: 'deposit.simulate',
      situation: 'effect of a deposit',
      fact: sameBalances(before, after) ? 'no balance moved' : 'a balance moved',
    },
  ]),
);
