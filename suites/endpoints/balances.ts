import { agrees, check } from '#checks';
import { isSuccess } from '#contract';
import { Untested } from '#evidence';
import { comparedWith, derive, narrowedBalances, readTwice, repliesOf } from '#probes';

const narrowed = derive([narrowedBalances], (reply) => {
  if (isSuccess(reply)) return [reply];
  throw new Untested('a query is refused here, which the document leaves open');
});

const lasting = ['id', 'email', 'createdAt'];

check('balances.read/repeats-itself', readTwice('balances.read'), agrees(lasting));

check(
  'balances.read/is-of-the-whole-account',
  comparedWith(repliesOf('balances.read'), narrowed),
  agrees(lasting),
);
