import { defaultPolicies } from '#sandbox';
import { against, each } from '../planting.ts';
import { answering, changing, refusing, rewriting, times } from '../rewriting.ts';
import { sent } from './one-kind.ts';

const initiate = 'onramp.initiate';
const right = defaultPolicies;

const changed = changing(initiate);

const amounts = [
  'from.amount',
  'to.gross_amount',
  'to.net_amount',
  'pricing.fees.onramp_fee',
  'pricing.fees.network_fee',
  'pricing.fees.total_fees',
] as const;

const beginnings = [
  ...against('onramp.initiate/begins-pending', {
    'onramp/begins-completed': [
      'A created onramp is completed.',
      {
        policies: { creation: { firstStatus: () => 'completed' } },
      },
    ],
    'onramp/begins-processing': [
      'A created onramp is in a state of its own.',
      {
        policies: { creation: { firstStatus: () => 'awaiting_payment' } },
      },
    ],
  }),
  ...against('onramp.initiate/calls-itself-an-onramp', {
    'onramp/calls-itself-a-deposit': ['An onramp is called a deposit.', changed('type', () => 'deposit')],
    'onramp/calls-itself-an-offramp': ['An onramp is called an offramp.', changed('type', () => 'offramp')],
  }),
  ...against('onramp.initiate/is-created-now', {
    'onramp/created-an-hour-ago': [
      'The creation is told in local time.',
      {
        policies: { creation: { createdAt: (now) => new Date(now.getTime() - 3_600_000).toISOString() } },
      },
    ],
    'onramp/created-in-the-future': [
      'The creation lies an hour ahead.',
      {
        policies: { creation: { createdAt: (now) => new Date(now.getTime() + 3_600_000).toISOString() } },
      },
    ],
    'onramp/created-at-the-epoch': [
      'The creation is the epoch.',
      {
        policies: { creation: { createdAt: () => '1970-01-01T00:00:00.000Z' } },
      },
    ],
  }),
  ...against('onramp.initiate/gives-each-order-its-own-id', {
    'onramp/one-id-for-all': [
      'All orders get one id.',
      {
        policies: { creation: { newId: () => '6f1c2d3e-4b5a-4c6d-8e7f-9a0b1c2d3e4f' } },
      },
    ],
  }),
  ...against('onramp.initiate/expires-after-its-creation', {
    'onramp/expired-when-created': [
      'The instructions expire as they are made.',
      {
        policies: { onramp: { expiresAt: (createdAt) => createdAt } },
      },
    ],
    'onramp/expired-before': [
      'The instructions expired before they were made.',
      {
        policies: {
          onramp: { expiresAt: (createdAt) => new Date(Date.parse(createdAt) - 60_000).toISOString() },
        },
      },
    ],
  }),
];

/** Fees in the asset; the quote is made anew by a slip. */
const misquoted = (
  slip: (quote: ReturnType<typeof right.onramp.quote>) => ReturnType<typeof right.onramp.quote>,
) => ({
  policies: {
    onramp: {
      quote: (order: Parameters<typeof right.onramp.quote>[0], rate: string) =>
        slip(right.onramp.quote(order, rate)),
    },
  },
});

const moneys = [
  ...against('onramp.initiate/nets-at-most-the-gross', {
    'onramp/net-above-gross': ['Fees are added to the gross amount.', changed('to.net_amount', times(2))],
    'onramp/net-and-gross-swapped': [
      'Net and gross are swapped.',
      misquoted((quote) => ({ ...quote, net: quote.gross, gross: quote.net })),
    ],
  }),
  ...against('onramp.initiate/has-a-positive-rate', {
    'onramp/rate-zero': ['The rate is zero.', changed('pricing.fx_rate', () => '0')],
    'onramp/rate-negative': ['The rate is negative.', changed('pricing.fx_rate', (it) => `-${it}`)],
  }),
  ...against('onramp.initiate/adds-up-its-fees', {
    'onramp/total-without-network-fee': [
      'The total leaves out the network fee.',
      misquoted((quote) => ({ ...quote, fees: { ...quote.fees, total_fees: quote.fees.onramp_fee } })),
    ],
    'onramp/total-zero': ['The total is zero.', changed('pricing.fees.total_fees', () => '0')],
  }),
  ...against('onramp.initiate/converts-at-its-rate', {
    'onramp/gross-at-yesterday-s-rate': [
      'The gross amount is at another rate.',
      changed('to.gross_amount', times(1.03)),
    ],
    'onramp/gross-in-the-source-currency': [
      'The gross amount is not converted.',
      { reply: rewriting(initiate, '$.to.gross_amount', () => '100.00') },
    ],
  }),
  ...against(
    'onramp.initiate/has-no-negative-amounts',
    each(amounts, (path) => [
      `onramp/negative-${path}`,
      `A debit is told as ${path}.`,
      changed(path, (it) => `-${it}`),
    ]),
  ),
];

const refusals = [
  ...against('onramp.initiate/refuses-an-absent-bank-account', {
    'onramp/without-bank-account-served': [
      'No bank account is asked for.',
      {
        policies: { bankAccount: { exists: () => true } },
      },
    ],
    'onramp/without-bank-account-served-another-asset': [
      'A bank account is asked for where the asset is USDC, and for no other.',
      {
        reply: answering(
          { operation: initiate, status: 404, when: (request) => sent(request, 'to', 'asset') !== 'USDC' },
          () => ({ status: 201 }),
        ),
      },
    ],
  }),
  ...against('onramp.initiate/names-no-error-for-an-absent-bank-account', {
    'onramp/bank-account-error-named': [
      'The 404 carries an error.',
      {
        reply: refusing({ operation: initiate, status: 404 }, (body) =>
          Object.assign(body, { error: 'Not Found' }),
        ),
      },
    ],
    'onramp/bank-account-error-null': [
      'The 404 carries an error of null.',
      {
        reply: refusing({ operation: initiate, status: 404 }, (body) => Object.assign(body, { error: null })),
      },
    ],
  }),
];

/** Onramps that begin, cost or fail otherwise than promised. */
export const onrampFaults = [...beginnings, ...moneys, ...refusals];
