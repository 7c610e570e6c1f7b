import { against } from '../planting.ts';
import { changing, otherId, rewriting, times } from '../rewriting.ts';

const initiate = 'offramp.initiate';
const changed = changing(initiate);

/** Offramps that come back otherwise than they were ordered. */
export const offrampEchoFaults = [
  ...against('offramp.initiate/echoes-the-reference', {
    'offramp/reference-of-its-own': [
      'The reference is one that the service made up.',
      changed('client_offramp_reference', () => 'internal-1'),
    ],
  }),
  ...against('offramp.initiate/echoes-the-amount', {
    'offramp/amount-in-millionths': [
      'The amount comes back in the smallest unit.',
      changed('from.amount', times(1_000_000)),
    ],
    'offramp/amount-a-cent-less': [
      'The amount comes back with a cent less.',
      changed('from.amount', (it) => (Number(it) - 0.01).toFixed(2)),
    ],
  }),
  ...against('offramp.initiate/echoes-the-asset', {
    'offramp/asset-swapped': ['The asset comes back as another.', changed('from.asset', () => 'USDT')],
    'offramp/asset-of-test-network': [
      'The asset comes back with the network.',
      changed('from.asset', (it) => `${it}.e`),
    ],
  }),
  ...against('offramp.initiate/echoes-the-recipient', {
    'offramp/recipient-of-another': ['The recipient is another.', changed('to.recipient_id', () => otherId)],
    'offramp/recipient-is-the-subaccount': [
      'The recipient is the subaccount.',
      {
        reply: rewriting(
          initiate,
          '$.to.recipient_id',
          (_value, { request: { params } }) => params.subaccountId,
        ),
      },
    ],
  }),
  ...against('offramp.initiate/echoes-the-currency', {
    'offramp/currency-of-another': ['The currency comes back as euros.', changed('to.currency', () => 'EUR')],
    'offramp/currency-is-the-asset': [
      'The currency comes back as the asset.',
      changed('to.currency', () => 'USDC'),
    ],
  }),
  ...against('offramp.initiate/echoes-the-sender-address', {
    'offramp/address-of-the-service': [
      'The address is where crypto is to be sent.',
      changed('from.address', () => '0x00000000000000000000000000000000deadbeef'),
    ],
    'offramp/address-masked': [
      'The address comes back masked.',
      changed('from.address', (it) => `${it.slice(0, 6)}****${it.slice(-4)}`),
    ],
  }),
];
