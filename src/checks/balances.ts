import { type Reply, sameBalances, Untested } from '#evidence';
import { type DepositBalances, isMovedByItsDeposit, isOfAShownBalance } from '#probes';
import { type Found, finding, type Judge, on } from './judgement.ts';

interface Around {
  readonly before: Reply;
  readonly after: Reply;
}

export const moved = (reply: Reply): Found =>
  finding({
    reply,
    code: 'BALANCE_MOVED',
    where: '$.balances',
    expected: 'the balances that were there before',
    observed: 'another amount',
  });

/** The balances are what they were before, each time. */
export const leavesBalancesAloneEachTime: Judge<readonly Around[]> = (times) => ({
  judged: times.map(({ after }) => after),
  findings: times.filter(({ before, after }) => !sameBalances(before, after)).map(({ after }) => moved(after)),
});

export const leavesBalancesAlone: Judge<Around> = on((around) => [around], leavesBalancesAloneEachTime);

/** A deposit explains a rise of its currency, up to its amount. */
export const movesItsOwnBalanceAlone: Judge<DepositBalances> = (seen) => {
  if (!isOfAShownBalance(seen)) throw new Untested('the balances show nothing in the currency of the deposit');
  return { judged: [seen.after], findings: isMovedByItsDeposit(seen) ? [] : [moved(seen.after)] };
};
