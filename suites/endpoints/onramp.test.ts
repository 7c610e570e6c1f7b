import { echoes, echoesAddress, echoesAsset, echoesLoosely, holds, isAfter, isText, on, rowsOf } from '#checks';
import { type Reply, valueAt } from '#evidence';
import { accepted } from '#probes';

const recordTest = rowsOf('Resources: Onramp', 'record');
const orderTest = rowsOf('Resources: Onramp', 'order');
const echoTest = rowsOf('Resources: Onramp', 'order', { heeds: ['orders'] });

const records = accepted('onramp.initiate');
const reference = 'client_onramp_reference';

const inCapitals = (replies: readonly Reply[]): readonly Reply[] =>
  replies.filter(({ request }) => /[A-Z]/.test(String(valueAt(request.input.body, reference))));

recordTest
  .stated('onramp.initiate/calls-itself-an-onramp', 'The type field of an onramp has the value onramp.')
  .by(records, holds(isText('type', 'onramp')));

echoTest
  .shown(
    'onramp.initiate/keeps-its-reference-in-capitals',
    'A client reference in capital letters comes back in capital letters.',
  )
  .by(records, on(inCapitals, holds(echoes(reference))));

echoTest
  .implied(
    'onramp.initiate/echoes-the-currency',
    'The source currency equals the currency that was sent, in any letter case.',
  )
  .by(records, holds(echoesLoosely('from.currency')));

echoTest
  .implied(
    'onramp.initiate/echoes-the-asset',
    'The destination asset equals the asset that was sent, in any letter case.',
  )
  .by(records, holds(echoesAsset));

echoTest
  .implied('onramp.initiate/echoes-the-address', 'The destination address equals the address that was sent.')
  .by(records, holds(echoesAddress('to.address', 'to.destination_address')));

orderTest
  .implied(
    'onramp.initiate/expires-after-its-creation',
    'The payment instructions expire after the onramp was created.',
  )
  .by(records, holds(isAfter('from.payment_instructions.expires_at', 'created_at')));
