import {
  agrees,
  always,
  both,
  check,
  holds,
  isTheOneAskedFor,
  netsSomeOfTheGross,
  netsTheGrossLessTheFees,
  observesStatus,
  over,
  positive,
  succeeds,
  withheld,
} from '#checks';
import {
  absent,
  all,
  conversionOfAnother,
  derive,
  listed,
  listedConversions,
  listingOfNobody,
  pairsById,
  recordsOf,
  recordsOfAll,
  repliesOf,
} from '#probes';

/** Conversions wherever they show: read one by one, and listed. */
const conversions = recordsOfAll(['conversion.list', 'conversion.read']);

check(
  'conversion.list/answer-for-an-absent-subaccount',
  listingOfNobody('conversion.list'),
  observesStatus('absent subaccount'),
);

always(
  'conversion.read/returns-the-one-asked-for',
  recordsOf('conversion.read'),
  holds(isTheOneAskedFor('conversionId')),
);

const reads = derive(
  [all(repliesOf('conversion.read'), listedConversions)],
  ([configured, { reads: further, items }]) => ({
    further,
    pairs: pairsById([...configured, ...further], items),
  }),
);

/** Members that a conversion shows alike, read or listed. */
const members = [
  'fromCurrency',
  'toCurrency',
  'amount',
  'feeAmount',
  'netAmount',
  'estimatedReceived',
  'rate',
  'createdAt',
];

check(
  'conversion.read/agrees-with-the-listing',
  reads,
  both(
    over(({ pairs }) => pairs, agrees(members, 'none of what was read stands in the listing')),
    ({ further }, setting) =>
      further.length > 0 ? succeeds(further, setting) : { findings: [], judged: [] },
  ),
);

const netting = { gross: 'amount', fees: 'feeAmount', net: 'netAmount' };

always('conversion.read/nets-at-most-the-amount', conversions, holds(netsSomeOfTheGross(netting)));
always(
  'conversion.read/nets-the-amount-less-the-fee',
  conversions,
  holds(netsTheGrossLessTheFees(netting, '0.000000000001')),
);

always(
  'conversion.read/receives-the-net-at-its-rate',
  conversions,
  holds({
    where: 'estimatedReceived',
    promised: 'netAmount at rate, within a millionth',
    holds: (record) => {
      const due = record.amount('netAmount').times(record.amount('rate'));
      const difference = due.minus(record.amount('estimatedReceived')).abs();
      return difference.lessThanOrEqualTo(due.abs().times('0.000001'));
    },
  }),
);

always('conversion.read/has-a-positive-rate', conversions, holds(positive('rate')));

always(
  'conversion.read/changes-the-currency',
  conversions,
  holds({
    where: 'toCurrency',
    promised: 'another currency than fromCurrency',
    holds: (record) => record.text('fromCurrency').toLowerCase() !== record.text('toCurrency').toLowerCase(),
  }),
);

const nobodys = listed(absent('conversion.read'));
check('conversion.read/hides-what-is-absent', nobodys, withheld);
check('conversion.read/answer-for-an-absent-conversion', nobodys, observesStatus('absent conversion'));

check('conversion.read/keeps-to-its-subaccount', listed(conversionOfAnother), withheld);
