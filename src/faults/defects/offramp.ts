import { defaultPolicies } from '#sandbox';
import { against, each } from '../planting.ts';
import { answering, changing, refusing, times } from '../rewriting.ts';
import { sent } from './one-kind.ts';

const initiate = 'offramp.initiate';
const right = defaultPolicies.offramp;

const changed = changing(initiate);

const amounts = [
  'from.amount',
  'to.gross_amount',
  'to.net_amount',
  'pricing.fees.offramp_fee',
  'pricing.fees.network_fee',
  'pricing.fees.total_fees',
] as const;

const otherId = '6f1c2d3e-4b5a-4c6d-8e7f-9a0b1c2d3e4f';

const beginnings = [
  ...against('offramp.initiate/begins-pending', {
    'offramp/begins-paid': [
      'A created offramp is paid.',
      {
        policies: { creation: { firstStatus: () => 'paid' } },
      },
    ],
    'offramp/begins-created': [
      'A created offramp is in a state of its own.',
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
    'offramp/created-an-hour-ago': [
      'The creation is told in local time.',
      {
        policies: { creation: { createdAt: (now) => new Date(now.getTime() - 3_600_000).toISOString() } },
      },
    ],
    'offramp/created-at-midnight': [
      'The creation is told by its day, a day late.',
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
  ...against('offramp.initiate/gives-each-order-its-own-id', {
    'offramp/one-id-for-all': [
      'All orders get one id.',
      {
        policies: { creation: { newId: () => otherId } },
      },
    ],
  }),
];

type Quote = ReturnType<typeof right.quote>;

const misquoted = (slip: (quote: Quote) => Quote) => ({
  policies: {
    offramp: {
      quote: (order: Parameters<typeof right.quote>[0], rate: string) => slip(right.quote(order, rate)),
    },
  },
});

const moneys = [
  ...against('offramp.initiate/nets-at-most-the-gross', {
    'offramp/net-above-gross': ['Fees are added to the gross amount.', changed('to.net_amount', times(1.05))],
    'offramp/net-and-gross-swapped': [
      'Net and gross are swapped.',
      misquoted((quote) => ({ ...quote, net: quote.gross, gross: quote.net })),
    ],
  }),
  ...against('offramp.initiate/has-a-positive-rate', {
    'offramp/rate-zero': ['The rate is zero.', changed('pricing.fx_rate', () => '0.00')],
    'offramp/rate-negative': ['The rate is negative.', changed('pricing.fx_rate', (it) => `-${it}`)],
  }),
  ...against('offramp.initiate/adds-up-its-fees', {
    'offramp/total-without-network-fee': [
      'The total leaves out the network fee.',
      misquoted((quote) => ({ ...quote, fees: { ...quote.fees, total_fees: quote.fees.offramp_fee } })),
    ],
    'offramp/total-is-the-net': [
      'The total is the net amount.',
      misquoted((quote) => ({ ...quote, fees: { ...quote.fees, total_fees: quote.net } })),
    ],
  }),
  ...against('offramp.initiate/converts-at-its-rate', {
    'offramp/gross-at-yesterday-s-rate': [
      'The gross amount is at another rate.',
      changed('to.gross_amount', times(1.03)),
    ],
    'offramp/rate-of-another-currency': [
      'The rate is that of another currency.',
      changed('pricing.fx_rate', () => '5.4321'),
    ],
  }),
  ...against(
    'offramp.initiate/has-no-negative-amounts',
    each(amounts, (path) => [
      `offramp/negative-${path}`,
      `A debit is told as ${path}.`,
      changed(path, (it) => `-${it}`),
    ]),
  ),
];

const which = { operation: initiate, status: 404 } as const;

const refusals = [
  ...against('offramp.initiate/refuses-an-unknown-recipient', {
    'offramp/unknown-recipient-served': [
      'An unknown recipient is taken for the first one.',
      {
        policies: { recipient: { find: (all, id) => defaultPolicies.recipient.find(all, id, '') ?? all[0] } },
      },
    ],
    'offramp/unknown-recipient-served-by-a-rail': [
      'An unknown recipient is taken where a rail is named.',
      {
        reply: answering(
          { ...which, when: (request) => sent(request, 'to', 'payment_rail') !== undefined },
          () => ({ status: 201 }),
        ),
      },
    ],
    'offramp/unknown-recipient-served-in-another-currency': [
      'An unknown recipient is taken where the currency is not the dollar.',
      {
        reply: answering({ ...which, when: (request) => sent(request, 'to', 'currency') !== 'USD' }, () => ({
          status: 201,
        })),
      },
    ],
  }),
  ...against(
    'offramp.initiate/dates-the-unknown-recipient',
    each(['statusCode', 'timestamp', 'message'], (member) => [
      `offramp/unknown-recipient-without-${member}`,
      `The 404 has no ${member}.`,
      { reply: refusing(which, (body) => delete body[member]) },
    ]),
  ),
  ...against('offramp.initiate/dates-the-unknown-recipient', {
    'offramp/unknown-recipient-status-as-text': [
      'The statusCode of the 404 is a text.',
      {
        reply: refusing(which, (body) => Object.assign(body, { statusCode: '404' })),
      },
    ],
    'offramp/unknown-recipient-dated-in-seconds': [
      'The timestamp of the 404 is a number.',
      {
        reply: refusing(which, (body) => Object.assign(body, { timestamp: 1740817800 })),
      },
    ],
  }),
  ...against('offramp.initiate/names-no-error-for-an-unknown-recipient', {
    'offramp/unknown-recipient-error-named': [
      'The 404 carries an error.',
      {
        reply: refusing(which, (body) => Object.assign(body, { error: 'Not Found' })),
      },
    ],
  }),
];

/** Offramps that begin, cost or fail otherwise than promised. */
export const offrampFaults = [...beginnings, ...moneys, ...refusals];
