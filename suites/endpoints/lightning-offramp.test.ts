import {
  agreeAmongLike,
  conformanceTest,
  createdInUtc,
  createdNow,
  differIn,
  holds,
  holdsAsWhole,
  isAfter,
  isOfKind,
  netsSomeOfTheGross,
  netsTheGrossLessTheFees,
  positive,
  refused,
} from '#checks';
import { accepted, givenAccepted, lightningWithout } from '#probes';

const operation = 'lightning-offramp.initiate';
const records = accepted(operation);

conformanceTest(
  'lightning-offramp.initiate/reports-success',
  records,
  holdsAsWhole({
    path: 'success',
    promised: 'true',
    test: (envelope) => envelope.is('success', true),
  }),
);

conformanceTest(
  'lightning-offramp.initiate/speaks-of-the-invoice',
  records,
  holdsAsWhole({
    path: 'message',
    promised: 'a message about the invoice and what paying it delivers',
    test: (envelope) => isOfKind(envelope.text('message'), 'invoice generated'),
  }),
);

conformanceTest(
  'lightning-offramp.initiate/returns-an-invoice',
  records,
  holds({
    path: 'lightningInvoice',
    promised: 'the form of a lightning invoice',
    test: (record) => /^ln[a-z0-9]+$/i.test(record.text('lightningInvoice')),
  }),
);

const without = (member: 'recipient_id' | 'amount') => givenAccepted(operation, lightningWithout(member));

conformanceTest('lightning-offramp.initiate/refuses-a-missing-recipient', without('recipient_id'), refused());
conformanceTest('lightning-offramp.initiate/refuses-a-missing-amount', without('amount'), refused());

conformanceTest(
  'lightning-offramp.initiate/expires-after-its-creation',
  records,
  holds(isAfter('expiresAt', 'createdAt')),
);

const netting = { gross: 'targetAmount', fees: 'totalFees', net: 'targetAmountReceivable' };

conformanceTest('lightning-offramp.initiate/receives-at-most-the-target', records, holds(netsSomeOfTheGross(netting)));
conformanceTest(
  'lightning-offramp.initiate/receives-the-target-less-the-fees',
  records,
  holds(netsTheGrossLessTheFees(netting)),
);

conformanceTest('lightning-offramp.initiate/has-a-positive-rate', records, holds(positive('exchangeRate')));

conformanceTest('lightning-offramp.initiate/is-created-in-utc', records, holds(createdInUtc('createdAt')));
conformanceTest('lightning-offramp.initiate/is-created-now', records, holds(createdNow('createdAt')));

conformanceTest(
  'lightning-offramp.initiate/names-one-account-for-a-recipient',
  records,
  agreeAmongLike('recipient_id', 'data.bankAccount.id', 'data.bankAccount.accountId'),
);

conformanceTest(
  'lightning-offramp.initiate/adds-up-its-fees',
  records,
  holds({
    path: 'totalFees',
    promised: 'lightningFee and withdrawalFee together',
    test: (record) => {
      const sum = record.amount('lightningFee').plus(record.amount('withdrawalFee'));
      return sum.minus(record.amount('totalFees')).abs().lessThanOrEqualTo('0.01');
    },
  }),
);

conformanceTest(
  'lightning-offramp.initiate/echoes-the-amount',
  records,
  holds({
    path: 'targetAmount',
    promised: 'the amount sent, here or as lightningAmount',
    test: (record, sent) =>
      ['targetAmount', 'lightningAmount'].some((path) => record.amount(path).equals(sent.amount('amount'))),
  }),
);

conformanceTest(
  'lightning-offramp.initiate/pays-in-the-target-currency',
  records,
  holds({
    path: 'bankAccount.currency',
    promised: 'targetCurrency',
    test: (record) => record.text('bankAccount.currency').toLowerCase() === record.text('targetCurrency').toLowerCase(),
  }),
);

conformanceTest(
  'lightning-offramp.initiate/gives-each-order-its-own-invoice',
  records,
  differIn('data.id', 'data.lightningInvoice', 'data.lightningInvoiceId'),
);
