import { conformanceTest, holds, observesStatus, pending, refused, unlikeThoseWithoutAccount } from '#checks';
import { orderIds } from '#contract';
import {
  accepted,
  all,
  derive,
  givenAccepted,
  ordersOfNobody,
  ordersWithoutAnAccount,
  ordersWithoutKyc,
} from '#probes';

// Rules for an order of any kind.

for (const operation of orderIds) {
  conformanceTest(`${operation}/success-status`, accepted(operation), observesStatus('success'));

  conformanceTest(
    `${operation}/refuses-without-approved-kyc`,
    all(givenAccepted(operation, ordersWithoutKyc(operation)), ordersWithoutAnAccount(operation)),
    unlikeThoseWithoutAccount(refused({ except: [401] })),
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
