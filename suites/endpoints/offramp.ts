import { check, echoesAddress, echoesLoosely, holds, isText } from '#checks';
import { accepted } from '#probes';

const operation = 'offramp.initiate';
const records = accepted(operation);

check(`${operation}/calls-itself-an-offramp`, records, holds(isText('type', 'offramp')));
check(`${operation}/echoes-the-asset`, records, holds(echoesLoosely('from.asset')));
check(`${operation}/echoes-the-recipient`, records, holds(echoesLoosely('to.recipient_id')));
check(`${operation}/echoes-the-currency`, records, holds(echoesLoosely('to.currency')));
check(
  `${operation}/echoes-the-sender-address`,
  records,
  holds(echoesAddress('from.address', 'from.sender_address')),
);
