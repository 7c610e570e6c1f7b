import {
  conformanceTest,
  holds,
  observesStatus,
  pending,
  refused,
  toUnverified,
  unlikeThoseOfAbsentThings,
} from '#checks';
import { orderIds } from '#contract';
import {
  accepted,
  all,
  derive,
  givenAccepted,
  ifAllowed,
  ordersOfNobody,
  ordersWithoutAnAccount,
  ordersWithoutKyc,
  repliesOf,
} from '#probes';

// Rules for an order of any kind.

for (const operation of orderIds) {
  conformanceTest(`${operation}/success-status`, accepted(operation), observesStatus('success'));

  for (const [rule, type] of [
    ['refuses-without-approved-kyc', 'individual'],
    ['refuses-a-business-without-approved-kyc', 'business'],
  ] as const)
    conformanceTest(
      `${operation}/${rule}`,
      all(
        givenAccepted(operation, ordersWithoutKyc(operation)),
        all(ordersWithoutAnAccount(operation), ifAllowed(ordersOfNobody(operation))),
        ifAllowed(repliesOf('subaccount.read')),
      ),
      toUnverified(type, unlikeThoseOfAbsentThings(refused({ except: [401] }))),
    );

  if (operation === 'deposit.simulate') continue;

  conformanceTest(`${operation}/begins-pending`, accepted(operation), holds(pending));

  conformanceTest(
    `${operation}/refuses-an-absent-subaccount`,
    givenAccepted(operation, ordersOfNobody(operation)),
    refused({ except: [401] }),
  );

  conformanceTest(
    `${operation}/answer-for-an-absent-subaccount`,
    derive([ordersOfNobody(operation)], (replies) => replies.slice(0, 1)),
    observesStatus('absent subaccount'),
  );
}
