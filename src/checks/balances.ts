import { type Reply, sameBalances } from '#evidence';
import { at, type Found, type Judge, over } from './judgement.ts';

interface Around {
  readonly before: Reply;
  readonly after: Reply;
}

export const moved = (reply: Reply): Found =>
  at(reply, 'BALANCE_MOVED', '$.balances', 'the balances that were there before', 'another amount');

/** The balances are what they were before, each time. */
export const leavesBalancesAloneEachTime: Judge<readonly Around[]> = (times) => ({
  judged: times.map(({ after }) => after),
  findings: times
    .filter(({ before, after }) => !sameBalances(before, after))
    .map(({ after }) => moved(after)),
});

/** The balances are what they were before. */
export const leavesBalancesAlone: Judge<Around> = over((around) => [around], leavesBalancesAloneEachTime);
