import { conformanceTest, echoesAddress, echoesLoosely, holds, isText } from '#checks';
import { accepted } from '#probes';

const records = accepted('offramp.initiate');

conformanceTest('offramp.initiate/calls-itself-an-offramp', records, holds(isText('type', 'offramp')));
conformanceTest('offramp.initiate/echoes-the-asset', records, holds(echoesLoosely('from.asset')));
conformanceTest(
  'offramp.initiate/echoes-the-chain',
  records,
  holds(echoesLoosely('from.network', 'from.chain')),
);
conformanceTest('offramp.initiate/echoes-the-recipient', records, holds(echoesLoosely('to.recipient_id')));
conformanceTest('offramp.initiate/echoes-the-currency', records, holds(echoesLoosely('to.currency')));
conformanceTest(
  'offramp.initiate/echoes-the-sender-address',
  records,
  holds(echoesAddress('from.address', 'from.sender_address')),
);
