import { conformanceTest, leavesBalancesAlone, movesItsOwnBalanceAlone, observes } from '#checks';
import { sameBalances } from '#evidence';
import { balancesAfterInitiations, balancesAround, balancesAroundDeposit, idleBalances } from '#probes';

conformanceTest('balances.read/stands-still-on-a-quiet-account', idleBalances, leavesBalancesAlone);
conformanceTest('balances.read/stands-still-after-initiations', balancesAfterInitiations, leavesBalancesAlone);

for (const operation of ['onramp.initiate', 'offramp.initiate', 'lightning-offramp.initiate'] as const)
  conformanceTest(`${operation}/leaves-balances-alone`, balancesAround(operation), leavesBalancesAlone);

conformanceTest('deposit.simulate/moves-its-own-balance-alone', balancesAroundDeposit, movesItsOwnBalanceAlone);
conformanceTest(
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
