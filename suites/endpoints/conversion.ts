import { type Conformance, test } from '#harness';
import { absent, observesAbsentSubaccount } from '../given/absence.ts';
import { servesWhatIsListed } from '../given/further.ts';
import { listedItems } from '../given/listing.ts';
import { recordsOf } from '../given/record.ts';
import { positive } from '../given/rule.ts';

/** Conversions wherever they are met: read one by one, and listed. */
const conversions = async (t: Conformance) => [
  ...(await recordsOf(t, 'conversion.list')),
  ...(await recordsOf(t, 'conversion.read')),
];

test('conversion.list/answer-for-an-absent-subaccount', (t) =>
  observesAbsentSubaccount(t, 'conversion.list'));

test('conversion.read/returns-the-one-asked-for', async (t) => {
  t.expect(await recordsOf(t, 'conversion.read')).toHold({
    where: 'id',
    promised: 'the id in the path',
    holds: (record, _sent, { conversionId }) =>
      record.text('id').toLowerCase() === conversionId?.toLowerCase(),
  });
});

test('conversion.read/agrees-with-the-listing', async (t) => {
  const reads = await recordsOf(t, 'conversion.read');
  t.expect(reads).toAgreeWithItems(await listedItems(t, 'conversion.list'), [
    'fromCurrency',
    'toCurrency',
    'amount',
    'feeAmount',
    'netAmount',
    'estimatedReceived',
    'rate',
    'createdAt',
  ]);
  await servesWhatIsListed(t, 'conversion.read');
});

test('conversion.read/nets-the-amount-less-the-fee', async (t) => {
  t.expect(await conversions(t)).toHold({
    where: 'netAmount',
    promised: 'amount less feeAmount',
    holds: (record) => {
      const net = record.amount('amount').minus(record.amount('feeAmount'));
      return net.minus(record.amount('netAmount')).abs().lessThanOrEqualTo('0.000000000001');
    },
  });
});

test('conversion.read/receives-the-net-at-its-rate', async (t) => {
  t.expect(await conversions(t)).toHold({
    where: 'estimatedReceived',
    promised: 'netAmount at rate, within a millionth',
    holds: (record) => {
      const due = record.amount('netAmount').times(record.amount('rate'));
      return due
        .minus(record.amount('estimatedReceived'))
        .abs()
        .lessThanOrEqualTo(due.abs().times('0.000001'));
    },
  });
});

test('conversion.read/has-a-positive-rate', async (t) => {
  t.expect(await conversions(t)).toHold(positive('rate'));
});

test('conversion.read/changes-the-currency', async (t) => {
  t.expect(await conversions(t)).toHold({
    where: 'toCurrency',
    promised: 'another currency than fromCurrency',
    holds: (record) => record.text('fromCurrency').toLowerCase() !== record.text('toCurrency').toLowerCase(),
  });
});

test('conversion.read/hides-what-is-absent', async (t) => {
  t.expect(await absent(t, 'conversion.read', 'conversionId')).toBeWithheld();
});

test('conversion.read/keeps-to-its-subaccount', async (t) => {
  const [conversionId] = t.roles.conversions;
  const subaccountId = t.roles.business;
  await recordsOf(t, 'conversion.read');
  t.expect(await t.api.readConversion({ subaccountId, conversionId: conversionId ?? '' })).toBeWithheld();
});

test('conversion.read/answer-for-an-absent-conversion', async (t) => {
  const { status } = await absent(t, 'conversion.read', 'conversionId');
  t.observe('absent conversion', status, { operation: 'conversion.read' });
});
