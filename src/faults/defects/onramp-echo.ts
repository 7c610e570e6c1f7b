import { against } from '../planting.ts';
import { changing, times } from '../rewriting.ts';

const initiate = 'onramp.initiate';
const changed = changing(initiate);

/** Onramps that come back otherwise than they were ordered. */
export const onrampEchoFaults = [
  ...against('onramp.initiate/echoes-the-reference', {
    'onramp/reference-of-its-own': [
      'The reference is one that the service made up.',
      changed('client_onramp_reference', () => '00c0ffee-0000-4000-8000-000000000001'),
    ],
    'onramp/reference-without-hyphens': [
      'The reference loses its hyphens.',
      changed('client_onramp_reference', (it) => it.replaceAll('-', '')),
    ],
  }),
  ...against('onramp.initiate/echoes-the-amount', {
    'onramp/amount-in-cents': ['The amount comes back in cents.', changed('from.amount', times(100))],
    'onramp/amount-a-cent-more': [
      'The amount comes back with a cent more.',
      changed('from.amount', (it) => (Number(it) + 0.01).toFixed(2)),
    ],
    'onramp/amount-after-fees': ['The amount comes back less a fee.', changed('from.amount', times(0.99))],
  }),
  ...against('onramp.initiate/echoes-the-currency', {
    'onramp/currency-of-settlement': [
      'The currency comes back as dollars.',
      changed('from.currency', () => 'usd'),
    ],
    'onramp/currency-cut': [
      'The currency comes back as a country.',
      changed('from.currency', (it) => it.slice(0, 2)),
    ],
  }),
  ...against('onramp.initiate/echoes-the-asset', {
    'onramp/asset-swapped': [
      'The asset comes back as another.',
      changed('to.asset', (it) => (it === 'USDT' ? 'USDC' : 'USDT')),
    ],
    'onramp/asset-with-chain': [
      'The asset comes back with its chain.',
      changed('to.asset', (it) => `${it}_ETH`),
    ],
  }),
  ...against('onramp.initiate/echoes-the-address', {
    'onramp/address-of-the-service': [
      'The address belongs to the service.',
      changed('to.address', () => '0x00000000000000000000000000000000deadbeef'),
    ],
    'onramp/address-masked': [
      'The address comes back masked.',
      changed('to.address', (it) => `${it.slice(0, 6)}****${it.slice(-4)}`),
    ],
    'onramp/address-in-capitals': [
      'The address comes back in capitals.',
      changed('to.address', (it) => it.toUpperCase()),
    ],
    'onramp/address-empty': ['The address comes back empty.', changed('to.address', () => '')],
  }),
];
