import { holds, netsSomeOfTheGross, netsTheGrossLessTheFees, positive, universalTest } from '#checks';
import { recordsOfAll } from '#probes';

/** Conversions wherever they show: read one by one, and listed. */
const conversions = recordsOfAll(['conversion.list', 'conversion.read']);

const netting = { gross: 'amount', fees: 'feeAmount', net: 'netAmount' };

universalTest('conversion.read/nets-at-most-the-amount', conversions, holds(netsSomeOfTheGross(netting)));
universalTest(
  'conversion.read/nets-the-amount-less-the-fee',
  conversions,
  holds(netsTheGrossLessTheFees(netting, '0.000000000001')),
);

universalTest(
  'conversion.read/receives-the-net-at-its-rate',
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

universalTest('conversion.read/has-a-positive-rate', conversions, holds(positive('rate')));

universalTest(
  'conversion.read/changes-the-currency',
  conversions,
  holds({
    path: 'toCurrency',
    promised: 'another currency than fromCurrency',
    test: (record) => record.text('fromCurrency').toLowerCase() !== record.text('toCurrency').toLowerCase(),
  }),
);
