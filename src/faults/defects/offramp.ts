import { against } from '../planting.ts';
import { changing } from '../rewriting.ts';
import { misquotedOfframp } from './ramps.ts';

const initiate = 'offramp.initiate';
const changed = changing(initiate);

const beginnings = [
  ...against('offramp.initiate/begins-pending', {
    'offramp/begins-paid': [
      'A created offramp is paid.',
      {
        policies: { creation: { firstStatus: () => 'paid' } },
      },
    ],
    'offramp/begins-created': [
      'A created offramp has a status that the document does not show.',
      {
        policies: { creation: { firstStatus: () => 'created' } },
      },
    ],
  }),
  ...against('offramp.initiate/calls-itself-an-offramp', {
    'offramp/calls-itself-a-withdrawal': [
      'An offramp is called a withdrawal.',
      changed('type', () => 'withdrawal'),
    ],
    'offramp/calls-itself-an-onramp': ['An offramp is called an onramp.', changed('type', () => 'onramp')],
  }),
  ...against('offramp.initiate/is-created-now', {
    'offramp/created-at-midnight': [
      'The time of creation is the midnight of the day before.',
      {
        policies: {
          creation: {
            createdAt: (now) =>
              `${new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`,
          },
        },
      },
    ],
  }),
];

const moneys = [
  ...against('offramp.initiate/adds-up-its-fees', {
    'offramp/total-is-the-net': [
      'The total is the net amount.',
      misquotedOfframp((quote) => ({ ...quote, fees: { ...quote.fees, total_fees: quote.net } })),
    ],
  }),
  ...against('offramp.initiate/converts-at-its-rate', {
    'offramp/rate-of-another-currency': [
      'The rate is that of another currency.',
      changed('pricing.fx_rate', () => '5.4321'),
    ],
  }),
];

/** Offramps that begin or cost otherwise than promised. */
export const offrampFaults = [...beginnings, ...moneys];
