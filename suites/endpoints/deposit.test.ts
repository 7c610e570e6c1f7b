import { answersWithout5xx, conformanceTest, refused, succeeds } from '#checks';
import { isSuccess } from '#contract';
import {
  answersToOrders,
  depositToAnUnknownAccount,
  derive,
  givenAccepted,
  orderReplies,
  ordersOfNobody,
} from '#probes';

const operation = 'deposit.simulate';

conformanceTest(
  'deposit.simulate/answers-success-without-a-body',
  derive([answersToOrders(operation), orderReplies(operation)], (answers, every) => [
    ...new Set([...answers, ...every.filter(isSuccess)]),
  ]),
  succeeds,
);

conformanceTest(
  'deposit.simulate/refuses-an-absent-subaccount',
  givenAccepted(operation, ordersOfNobody(operation)),
  refused({ status: 404, error: 'Not Found', message: 'subaccount not found' }),
);

conformanceTest('deposit.simulate/survives-an-unknown-account', depositToAnUnknownAccount, answersWithout5xx);
