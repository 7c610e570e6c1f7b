import { agrees, answersWithout5xx, conformanceTest, refused, succeeds } from '#checks';
import { isSuccess } from '#contract';
import { untested } from '#evidence';
import {
  answersToOrders,
  comparedWith,
  derive,
  givenAccepted,
  narrowedBalances,
  orderReplies,
  ordersOfNobody,
  repliesOf,
  strayDeposit,
} from '#probes';

const narrowed = derive([narrowedBalances], (reply) => {
  if (isSuccess(reply)) return [reply];
  throw untested('NO_SUCH_CASE', 'a query is refused here, which the document leaves open');
});

const lasting = ['id', 'email', 'createdAt'];

conformanceTest(
  'balances.read/is-of-the-whole-account',
  comparedWith(repliesOf('balances.read'), narrowed),
  agrees(lasting),
);

const simulate = 'deposit.simulate';

conformanceTest(
  'deposit.simulate/answers-success-without-a-body',
  derive([answersToOrders(simulate), orderReplies(simulate)], (answers, every) => [
    ...new Set([...answers, ...every.filter(isSuccess)]),
  ]),
  succeeds,
);

conformanceTest(
  'deposit.simulate/refuses-an-absent-subaccount',
  givenAccepted(simulate, ordersOfNobody(simulate)),
  refused({ status: 404, error: 'Not Found', message: 'subaccount not found' }),
);

conformanceTest('deposit.simulate/survives-an-unknown-account', strayDeposit, answersWithout5xx);
