import { check, given, observesStatus, refused, unlikeThoseWithoutAccount } from '#checks';
import {
  accepted,
  all,
  derive,
  orderIds,
  ordersOfNobody,
  ordersWithoutAnAccount,
  ordersWithoutKyc,
} from '#probes';

// Rules for an order of any kind.

for (const operation of orderIds) {
  const records = accepted(operation);

  check(`${operation}/success-status`, records, observesStatus('success'));

  check(
    `${operation}/refuses-without-approved-kyc`,
    all(records, ordersWithoutKyc(operation), ordersWithoutAnAccount(operation)),
    unlikeThoseWithoutAccount(refused({ except: [401] })),
  );

  if (operation === 'deposit.simulate') continue;

  check(
    `${operation}/refuses-an-absent-subaccount`,
    all(records, ordersOfNobody(operation)),
    given(refused({ except: [401] })),
  );

  check(
    `${operation}/answer-for-an-absent-subaccount`,
    derive([ordersOfNobody(operation)], (replies) => replies.slice(0, 1)),
    observesStatus('absent subaccount'),
  );
}
