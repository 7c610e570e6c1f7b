import {
  convertsAtRate,
  holds,
  isNearRate,
  keepsTheDirection,
  netsAfterFees,
  netsSome,
  positive,
  rowsOf,
} from '#checks';
import { recordsOfAll } from '#probes';

const operations = ['conversion.list', 'conversion.read'] as const;

const moneyTest = rowsOf('Resources: Conversion', 'money', { operations });
const recordTest = rowsOf('Resources: Conversion', 'record', { operations });

const conversions = recordsOfAll(operations);

const rated = { amount: 'netAmount', rate: 'rate', result: 'estimatedReceived', within: '0.000001' };

const netting = { gross: 'amount', fees: 'feeAmount', net: 'netAmount' };

moneyTest
  .implied(
    'conversion.read/nets-at-most-the-amount',
    'The net amount is at most the amount, and above zero where the amount is above the fee.',
  )
  .over(conversions, holds(netsSome(netting)));

moneyTest
  .shown('conversion.read/nets-the-amount-less-the-fee', 'The net amount is the amount less the fee.')
  .over(conversions, holds(netsAfterFees(netting)));

moneyTest
  .shown(
    'conversion.read/receives-the-net-at-its-rate',
    'The estimated amount equals the net amount at the stated rate, within a millionth.',
  )
  .over(conversions, convertsAtRate(rated));

moneyTest
  .implied(
    'conversion.read/is-near-its-rate',
    'The estimated amount differs by less than a factor of ten from the net amount converted at the stated rate.',
  )
  .over(conversions, isNearRate(rated));

moneyTest
  .shown(
    'conversion.read/keeps-the-direction-of-its-rate',
    'The rate has one direction in all conversions: the service always multiplies by the rate, or always divides by it.',
  )
  .over(conversions, keepsTheDirection(rated));

moneyTest
  .implied('conversion.read/has-a-positive-rate', 'The rate of a conversion is above zero.')
  .over(conversions, holds(positive('rate')));

recordTest.shown('conversion.read/changes-the-currency', 'A conversion is between two different currencies.').over(
  conversions,
  holds({
    path: 'toCurrency',
    promised: 'another currency than fromCurrency',
    test: (record) => record.text('fromCurrency').toLowerCase() !== record.text('toCurrency').toLowerCase(),
  }),
);
