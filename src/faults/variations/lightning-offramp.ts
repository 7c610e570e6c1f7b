import { isRecord } from '../rewriting.ts';
import { alternatives, onMembers, onRefusal, onSuccess, type Variation, variants } from '../variation.ts';

const initiate = 'lightning-offramp.initiate';
const combinable = variants('lightning-offramp', {
  'The invoice has no expiry and the bank no name.': onMembers(initiate, {
    '$.data.expiresAt': null,
    '$.data.bankAccount.bankName': null,
  }),
  'The invoice is one of the test network.': onMembers(initiate, {
    '$.data.lightningInvoice': (invoice) => String(invoice).replace(/^lnbc/, 'lntb'),
  }),
  'The amount sent is taken for the lightning amount, in other units, and nothing is charged.': onSuccess(
    initiate,
    (body, { body: sent }) => {
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
    },
  ),
  'The 404 of an initiation carries its path, that of version 1 an error too.': onRefusal(
    (body, { status }, { operation, path }) => {
      if (status === 404 && operation?.endsWith('.initiate'))
        Object.assign(body, { path }, operation === initiate ? { error: 'Not Found' } : {});
    },
  ),
});

const exclusive = alternatives('lightning-offramp', {
  'The bank account writes its currency in lower case.': onMembers(initiate, {
    '$.data.bankAccount.currency': (currency) => String(currency).toLowerCase(),
  }),
  'The bank has a name.': onMembers(initiate, { '$.data.bankAccount.bankName': 'Banque d’Exemple' }),
  'The invoice is one of the regression test network.': onMembers(initiate, {
    '$.data.lightningInvoice': (invoice) => String(invoice).replace(/^lnbc/, 'lnbcrt'),
  }),
  'The invoice is in upper case, as in a code to scan.': onMembers(initiate, {
    '$.data.lightningInvoice': (invoice) => String(invoice).toUpperCase(),
  }),
  'An unknown recipient is answered 404 with a message and nothing else.': onRefusal((_body, reply, { operation }) => {
    if (operation === initiate && reply.status === 404) reply.body = { message: 'Bank account not found' };
  }),
});

export const variations: readonly Variation[] = [...combinable, ...exclusive];
