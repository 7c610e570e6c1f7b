import { conformanceTest, refused, succeeds } from '#checks';
import { isSuccess } from '#contract';
import { derive, givenAccepted, orderReplies, ordersOfNobody } from '#probes';

const operation = 'deposit.simulate';

conformanceTest(
  'deposit.simulate/answers-success-without-a-body',
  derive([orderReplies(operation)], ([plain, ...others]) => [
    ...(plain ? [plain] : []),
    ...others.filter(isSuccess),
  ]),
  succeeds,
);

conformanceTest(
  'deposit.simulate/refuses-an-absent-subaccount',
  givenAccepted(operation, ordersOfNobody(operation)),
  refused({ status: 404, error: 'Not Found', message: 'subaccount not found' }),
);
