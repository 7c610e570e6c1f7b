import { isRecord } from '../places.ts';
import { onMembers, onRefusal, onSuccess, sharing } from './hook.ts';
import { initiations } from './operation-groups.ts';

const initiate = 'lightning-offramp.initiate';
const oneInvoice = 'one form of an invoice excludes another';

export const lightningOfframpVariations = sharing(
  { operations: ['lightning-offramp.initiate'], replies: 'successes' },
  {
    'lightning/never-expires': {
      sentence: 'The invoice has no expiry and the bank no name.',
      reply: onMembers(initiate, { '$.data.expiresAt': null, '$.data.bankAccount.bankName': null }),
    },
    'lightning/names-the-bank': {
      sentence: 'The bank has a name.',
      alone: 'a name excludes none',
      reply: onMembers(initiate, { '$.data.bankAccount.bankName': 'Banque d’Exemple' }),
    },
    'lightning/invoice-of-a-test-network': {
      sentence: 'The invoice is one of the test network.',
      reply: onMembers(initiate, {
        '$.data.lightningInvoice': (invoice) => String(invoice).replace(/^lnbc/, 'lntb'),
      }),
    },
    'lightning/invoice-of-a-regression-network': {
      sentence: 'The invoice is one of the regression test network.',
      alone: oneInvoice,
      reply: onMembers(initiate, {
        '$.data.lightningInvoice': (invoice) => String(invoice).replace(/^lnbc/, 'lnbcrt'),
      }),
    },
    'lightning/invoice-in-upper-case': {
      sentence: 'The invoice is in upper case, as in a code to scan.',
      alone: oneInvoice,
      reply: onMembers(initiate, { '$.data.lightningInvoice': (invoice) => String(invoice).toUpperCase() }),
    },
    'lightning/amount-is-of-the-source': {
      sentence:
        'The amount sent is taken for the lightning amount, in units of its own, and nothing is charged.',
      reply: onSuccess(initiate, (body, { body: sent }) => {
        if (!isRecord(body) || !isRecord(body.data) || !isRecord(sent)) return;
        const amount = Number(sent.amount);
        Object.assign(body.data, {
          lightningAmount: amount,
          lightningCurrency: 'SATS',
          exchangeRate: 1.64,
          targetAmount: amount * 1.64,
          targetAmountReceivable: amount * 1.64,
          lightningFee: 0,
          withdrawalFee: 0,
          totalFees: 0,
        });
      }),
    },
    'lightning/unknown-recipient-with-a-message-alone': {
      sentence: 'An unknown recipient is answered 404 with a message and nothing else.',
      replies: [404],
      alone: 'a short body excludes a full one',
      reply: onRefusal((_body, reply, { operation }) => {
        if (operation === initiate && reply.status === 404)
          reply.body = { message: 'Bank account not found' };
      }),
    },
    'orders/absent-bank-account-names-an-error': {
      sentence: 'The 404 of an initiation carries error and path as other errors do.',
      operations: initiations,
      replies: [404],
      reply: onRefusal((body, { status }, { operation, path }) => {
        if (status === 404 && operation?.endsWith('.initiate'))
          Object.assign(body, { error: 'Not Found', path });
      }),
    },
  },
);
