import {
  addsUp,
  atTheRate,
  check,
  createdNow,
  differIn,
  echoes,
  echoesAmount,
  echoesLoosely,
  given,
  holds,
  isAtMost,
  isText,
  lacks,
  nonNegative,
  pending,
  positive,
  refused,
  where,
} from '#checks';
import { accepted, all, ordersToNobody } from '#probes';

const operation = 'offramp.initiate';
const records = accepted(operation);

check(`${operation}/begins-pending`, records, holds(pending));
check(`${operation}/calls-itself-an-offramp`, records, holds(isText('type', 'offramp')));
check(`${operation}/echoes-the-reference`, records, holds(echoes('client_offramp_reference')));
check(`${operation}/echoes-the-amount`, records, holds(echoesAmount('from.amount')));
check(`${operation}/echoes-the-asset`, records, holds(echoesLoosely('from.asset')));
check(`${operation}/echoes-the-recipient`, records, holds(echoesLoosely('to.recipient_id')));
check(`${operation}/echoes-the-currency`, records, holds(echoesLoosely('to.currency')));
check(
  `${operation}/echoes-the-sender-address`,
  records,
  holds(echoes('from.address', 'from.sender_address')),
);
check(`${operation}/nets-at-most-the-gross`, records, holds(isAtMost('to.net_amount', 'to.gross_amount')));
check(`${operation}/has-a-positive-rate`, records, holds(positive('pricing.fx_rate')));
check(`${operation}/adds-up-its-fees`, records, holds(addsUp('offramp_fee')));
check(`${operation}/converts-at-its-rate`, records, holds(atTheRate('to.gross_amount')));
check(
  `${operation}/has-no-negative-amounts`,
  records,
  holds(
    ...[
      'from.amount',
      'to.gross_amount',
      'to.net_amount',
      'pricing.fees.offramp_fee',
      'pricing.fees.network_fee',
      'pricing.fees.total_fees',
    ].map(nonNegative),
  ),
);
check(`${operation}/is-created-now`, records, holds(createdNow('created_at')));
check(`${operation}/gives-each-order-its-own-id`, records, differIn('id'));

const toNobody = ordersToNobody(operation);
const isAbsence = ({ status }: { readonly status: number }) => status === 404;
const otherwise = 'an unknown recipient is not answered with 404';

check(
  `${operation}/refuses-an-unknown-recipient`,
  all(records, toNobody),
  given(refused({ status: 404, message: 'bank account not found' })),
);
check(
  `${operation}/dates-the-unknown-recipient`,
  toNobody,
  where(isAbsence, otherwise, refused({ status: 404, body: 'bank account' })),
);
check(
  `${operation}/names-no-error-for-an-unknown-recipient`,
  toNobody,
  where(isAbsence, otherwise, lacks('error')),
);
