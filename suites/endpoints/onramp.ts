import { check, echoesAddress, echoesAsset, echoesLoosely, holds, isAfter, isText } from '#checks';
import { accepted } from '#probes';

const operation = 'onramp.initiate';
const records = accepted(operation);

check(`${operation}/calls-itself-an-onramp`, records, holds(isText('type', 'onramp')));
check(`${operation}/echoes-the-currency`, records, holds(echoesLoosely('from.currency')));
check(`${operation}/echoes-the-asset`, records, holds(echoesAsset));
check(
  `${operation}/echoes-the-address`,
  records,
  holds(echoesAddress('to.address', 'to.destination_address')),
);
check(
  `${operation}/expires-after-its-creation`,
  records,
  holds(isAfter('from.payment_instructions.expires_at', 'created_at')),
);
