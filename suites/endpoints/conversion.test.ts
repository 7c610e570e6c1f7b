import { holds, netsSomeOfTheGross, netsTheGrossLessTheFees, positive, rowsOf } from '#checks';
import { recordsOfAll } from '#probes';

const operations = ['conversion.list', 'conversion.read'] as const;

const moneyTest = rowsOf('Resources: Conversion', 'money', { operations });
const recordTest = rowsOf('Resources: Conversion', 'record', { operations });

/** Conversions wherever they show: read one by one, and listed. */
const conversions = recordsOfAll(operations);

const netting = { gross: 'amount', fees: 'feeAmount', net: 'netAmount' };

moneyTest
  .implied(
    'conversion.read/nets-at-most-the-amount',
    'The net amount is not above the amount, and more than nothing where that is more than the fee.',
  )
  .over(conversions, holds(netsSomeOfTheGross(netting)));

moneyTest
  .shown('conversion.read/nets-the-amount-less-the-fee', 'The net amount is the amount less the fee.')
  .over(conversions, holds(netsTheGrossLessTheFees(netting, '0.000000000001')));

moneyTest
  .shown(
    'conversion.read/receives-the-net-at-its-rate',
    'The estimate is the net amount at the stated rate, within a millionth.',
  )
  .over(
    conversions,
    holds({
      path: 'estimatedReceived',
      promised: 'netAmount at rate, within a millionth',
      test: (record) => {
        const due = record.amount('netAmount').times(record.amount('rate'));
        const difference = due.minus(record.amount('estimatedReceived')).abs();
        return difference.lessThanOrEqualTo(due.abs().times('0.000001'));
      },
    }),
  );

moneyTest
  .implied('conversion.read/has-a-positive-rate', 'The rate is above zero.')
  .over(conversions, holds(positive('rate')));

recordTest.shown('conversion.read/changes-the-currency', 'A conversion is between two different currencies.').over(
  conversions,
  holds({
    path: 'toCurrency',
    promised: 'another currency than fromCurrency',
    test: (record) => record.text('fromCurrency').toLowerCase() !== record.text('toCurrency').toLowerCase(),
  }),
);
