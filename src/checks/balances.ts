import { type Reply, sameBalances } from '#evidence';
import { at } from './difference.ts';
import type { Judge } from './judgement.ts';

/** The balances are what they were before. */
export const leavesBalancesAlone: Judge<{ readonly before: Reply; readonly after: Reply }> = ({
  before,
  after,
}) => ({
  judged: [after],
  findings: sameBalances(before, after)
    ? []
    : [at(after, 'BALANCE_MOVED', '$.balances', 'the balances that were there before', 'another amount')],
});
