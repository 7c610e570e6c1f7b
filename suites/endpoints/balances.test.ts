import { agrees, conformanceTest } from '#checks';
import { isSuccess } from '#contract';
import { Untested } from '#evidence';
import { comparedWith, derive, narrowedBalances, repliesOf } from '#probes';

const narrowed = derive([narrowedBalances], (reply) => {
  if (isSuccess(reply)) return [reply];
  throw new Untested('a query is refused here, which the document leaves open');
});

const lasting = ['id', 'email', 'createdAt'];

conformanceTest(
  'balances.read/is-of-the-whole-account',
  comparedWith(repliesOf('balances.read'), narrowed),
  agrees(lasting),
);
