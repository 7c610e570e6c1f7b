import { against } from '../planting.ts';
import { answering, changing, refusing, rewriting } from '../rewriting.ts';
import { sent } from './one-kind.ts';

const initiate = 'onramp.initiate';

const changed = changing(initiate);

const beginnings = [
  ...against('onramp.initiate/begins-pending', {
    'onramp/begins-completed': [
      'A created onramp is completed.',
      {
        policies: { creation: { firstStatus: () => 'completed' } },
      },
    ],
    'onramp/begins-processing': [
      'A created onramp has a status that the document does not show.',
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
    'onramp/created-in-the-future': [
      'The time of creation lies an hour ahead.',
      {
        policies: { creation: { createdAt: (now) => new Date(now.getTime() + 3_600_000).toISOString() } },
      },
    ],
    'onramp/created-at-the-epoch': [
      'The time of creation is the epoch.',
      {
        policies: { creation: { createdAt: () => '1970-01-01T00:00:00.000Z' } },
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

const moneys = [
  ...against('onramp.initiate/adds-up-its-fees', {
    'onramp/total-zero': ['The total is zero.', changed('pricing.fees.total_fees', () => '0')],
  }),
  ...against('onramp.initiate/converts-at-its-rate', {
    'onramp/gross-in-the-source-currency': [
      'The gross amount is not converted.',
      { reply: rewriting(initiate, '$.to.gross_amount', () => '100.00') },
    ],
  }),
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
