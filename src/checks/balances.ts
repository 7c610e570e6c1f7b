import { type Reply, sameBalances } from '#evidence';
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
  findings: times
    .filter(({ before, after }) => !sameBalances(before, after))
    .map(({ after }) => moved(after)),
});

export const leavesBalancesAlone: Judge<Around> = on((around) => [around], leavesBalancesAloneEachTime);
