import {
  check,
  echoes,
  echoesAddress,
  echoesLoosely,
  given,
  holds,
  isText,
  lacks,
  ofReadable,
  refused,
  where,
} from '#checks';
import { accepted, all, ordersToNobody } from '#probes';

const operation = 'offramp.initiate';
const records = accepted(operation);

check(`${operation}/calls-itself-an-offramp`, records, holds(isText('type', 'offramp')));
check(`${operation}/echoes-the-reference`, records, holds(echoes('client_offramp_reference')));
check(`${operation}/echoes-the-asset`, records, holds(echoesLoosely('from.asset')));
check(`${operation}/echoes-the-recipient`, records, holds(echoesLoosely('to.recipient_id')));
check(`${operation}/echoes-the-currency`, records, holds(echoesLoosely('to.currency')));
check(
  `${operation}/echoes-the-sender-address`,
  records,
  holds(echoesAddress('from.address', 'from.sender_address')),
);
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
  where(isAbsence, otherwise, ofReadable(refused({ status: 404, body: 'bank account' }))),
);
check(
  `${operation}/names-no-error-for-an-unknown-recipient`,
  toNobody,
  where(isAbsence, otherwise, lacks('error')),
);
