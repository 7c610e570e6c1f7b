import { conformanceTest, echoesAddress, echoesAsset, echoesLoosely, holds, isAfter, isText } from '#checks';
import { accepted } from '#probes';

const records = accepted('onramp.initiate');

conformanceTest('onramp.initiate/calls-itself-an-onramp', records, holds(isText('type', 'onramp')));
conformanceTest('onramp.initiate/echoes-the-currency', records, holds(echoesLoosely('from.currency')));
conformanceTest('onramp.initiate/echoes-the-asset', records, holds(echoesAsset));
conformanceTest(
  'onramp.initiate/echoes-the-address',
  records,
  holds(echoesAddress('to.address', 'to.destination_address')),
);
conformanceTest(
  'onramp.initiate/expires-after-its-creation',
  records,
  holds(isAfter('from.payment_instructions.expires_at', 'created_at')),
);
