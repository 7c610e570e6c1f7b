import {
  agreeAmongLike,
  convertsAtRate,
  differIn,
  hasForm,
  holds,
  holdsAsWhole,
  isAfter,
  isNear,
  isNearRate,
  isOfKind,
  keepsTheDirection,
  netsAfterFees,
  netsSome,
  refused,
  rowsOf,
} from '#checks';
import { headingOf } from '#contract';
import { valueAt } from '#evidence';
import { accepted, givenAccepted, lightningWithout } from '#probes';

const operation = 'lightning-offramp.initiate';
const recordHeading = 'Resources: Lightning offramp invoice';

const orderTest = rowsOf(recordHeading, 'order');
const recordTest = rowsOf(recordHeading, 'record');
const messageTest = rowsOf(headingOf(operation), 'record');
const requestTest = rowsOf(headingOf(operation), 'order', { asks: 'refusal', heeds: ['rules'] });
const moneyTest = rowsOf(recordHeading, 'money');
const consistencyTest = rowsOf(recordHeading, 'consistency');

const records = accepted(operation);

orderTest
  .implied('lightning-offramp.initiate/expires-after-its-creation', 'An invoice expires after its creation.')
  .by(records, holds(isAfter('expiresAt', 'createdAt')));

orderTest
  .shown(
    'lightning-offramp.initiate/echoes-the-amount',
    'The target amount or the lightning amount equals the amount that was sent.',
    { heeds: ['orders'] },
  )
  .by(
    records,
    holds({
      path: 'targetAmount',
      promised: 'the amount sent, here or as lightningAmount',
      test: (record, sent) =>
        ['targetAmount', 'lightningAmount'].some((path) => record.amount(path).equals(sent.amount('amount'))),
    }),
  );

orderTest
  .implied(
    'lightning-offramp.initiate/gives-each-order-its-own-invoice',
    'Two orders get different ids and different invoices.',
    { heeds: ['orders'] },
  )
  .by(records, differIn('data.id', 'data.lightningInvoice', 'data.lightningInvoiceId'));

recordTest
  .implied('lightning-offramp.initiate/reports-success', 'In the answer to an accepted order, success is true.')
  .by(records, holdsAsWhole({ path: 'success', promised: 'true', test: (envelope) => envelope.is('success', true) }));

recordTest
  .shown('lightning-offramp.initiate/returns-an-invoice', 'The invoice has the form of a lightning invoice.')
  .by(records, holds(hasForm('lightningInvoice', 'the form of a lightning invoice', /^ln[a-z0-9]+$/i)));

messageTest
  .stated(
    'lightning-offramp.initiate/speaks-of-the-invoice',
    'The message says that an invoice was generated, and that paying it delivers the funds.',
  )
  .by(
    records,
    holdsAsWhole({
      path: 'message',
      promised: 'a message about the invoice and what paying it delivers',
      test: (envelope) => isOfKind(envelope.text('message'), 'invoice generated'),
    }),
  );

requestTest
  .stated('lightning-offramp.initiate/refuses-a-missing-recipient', 'An order without a recipient is refused.')
  .by(givenAccepted(operation, lightningWithout('recipient_id')), refused());

requestTest
  .stated('lightning-offramp.initiate/refuses-a-missing-amount', 'An order without an amount is refused.')
  .by(givenAccepted(operation, lightningWithout('amount')), refused());

const netting = { gross: 'targetAmount', fees: 'totalFees', net: 'targetAmountReceivable' };

moneyTest
  .implied(
    'lightning-offramp.initiate/receives-at-most-the-target',
    'The received amount is at most the target amount, and above zero where the target amount is above the fees.',
  )
  .by(records, holds(netsSome(netting)));

moneyTest
  .shown(
    'lightning-offramp.initiate/receives-the-target-less-the-fees',
    'The received amount is the target amount less all fees.',
  )
  .by(records, holds(netsAfterFees(netting)));

moneyTest
  .shown(
    'lightning-offramp.initiate/adds-up-its-fees',
    'The total fee is the sum of the lightning fee and the withdrawal fee.',
  )
  .by(
    records,
    holds({
      path: 'totalFees',
      promised: 'lightningFee and withdrawalFee together',
      test: (record) => {
        const [one, other] = [record.amount('lightningFee'), record.amount('withdrawalFee')];
        return isNear(one.plus(other), record.amount('totalFees'), one, other);
      },
    }),
  );

/** The rate may be of a whole bitcoin, and the amount in a part of one. */
const rated = {
  amount: 'lightningAmount',
  rate: 'exchangeRate',
  result: 'targetAmount',
  within: '0.01',
  except: (record: unknown) => !/^x?btc/i.test(String(valueAt(record, 'lightningCurrency'))),
};

moneyTest
  .shown(
    'lightning-offramp.initiate/converts-at-its-rate',
    'The target amount equals the lightning amount at the stated rate, within one per cent.',
  )
  .by(records, convertsAtRate(rated));

moneyTest
  .implied(
    'lightning-offramp.initiate/is-near-its-rate',
    'The target amount differs by less than a factor of ten from the lightning amount converted at the stated rate.',
  )
  .by(records, isNearRate(rated));

moneyTest
  .shown(
    'lightning-offramp.initiate/keeps-the-direction-of-its-rate',
    'The rate has one direction in all lightning offramps: the service always multiplies by the rate, or always divides by it.',
  )
  .by(records, keepsTheDirection(rated));

consistencyTest
  .implied(
    'lightning-offramp.initiate/names-one-account-for-a-recipient',
    'Two orders for the same recipient show the same bank account.',
  )
  .by(records, agreeAmongLike('recipient_id', 'data.bankAccount.id', 'data.bankAccount.accountId'));

consistencyTest
  .implied('lightning-offramp.initiate/pays-in-the-target-currency', 'The bank account is in the target currency.')
  .by(
    records,
    holds({
      path: 'bankAccount.currency',
      promised: 'targetCurrency',
      test: (record) =>
        record.text('bankAccount.currency').toLowerCase() === record.text('targetCurrency').toLowerCase(),
    }),
  );
