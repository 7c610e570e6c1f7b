import type { Policies } from '#sandbox';
import { against, common, forEachValue } from '../fault.ts';
import { answering, withoutBody } from '../rewriting.ts';

type Conversion = Parameters<Policies['conversion']['listed']>[0];

type Values = Partial<Record<keyof Conversion, string>>;

type Slip = Values | ((record: Conversion) => Values);

const slipped = (record: Conversion, slip: Slip): unknown => ({
  ...record,
  ...(typeof slip === 'function' ? slip(record) : slip),
});

const reading = (slip: Slip) => ({ conversion: { retrieved: (it: Conversion) => slipped(it, slip) } });
const listing = (slip: Slip) => ({ conversion: { listed: (it: Conversion) => slipped(it, slip) } });

const zero = '0.000000000000';

const withFeeAdded: Slip = (it) => ({ netAmount: (Number(it.amount) + Number(it.feeAmount)).toFixed(12) });

against('conversion.read/nets-at-most-the-amount', {
  'The fee is added to the amount.': reading(withFeeAdded),
  'The fee is added to the amount of a listed one.': listing(withFeeAdded),
  'Nothing is left of an amount that is above the fee.': reading({ netAmount: zero }),
});
against('conversion.read/nets-the-amount-less-the-fee', {
  'The net amount is the whole.': common(reading((it) => ({ netAmount: it.amount }))),
  'The net amount of a listed one is the whole.': listing((it) => ({ netAmount: it.amount })),
  'The fee is shown as zero.': common(reading({ feeAmount: zero })),
});
against('conversion.read/receives-the-net-at-its-rate', {
  'What is received is the net amount.': reading((it) => ({ estimatedReceived: it.netAmount })),
  'What is received by a listed one is nothing.': listing({ estimatedReceived: zero }),
  'The rate is a thousandth off.': common(reading((it) => ({ rate: (Number(it.rate) * 1.001).toFixed(12) }))),
});
against('conversion.read/is-near-its-rate', {
  'What is received is in cents.': reading((it) => ({
    estimatedReceived: (Number(it.estimatedReceived) * 100).toFixed(12),
  })),
});
against('conversion.read/keeps-the-direction-of-its-rate', {
  'The rate is turned round where a conversion is read by itself.': reading((it) => ({
    rate: (1 / Number(it.rate)).toFixed(12),
    estimatedReceived: (Number(it.netAmount) * Number(it.rate)).toFixed(12),
  })),
});
against('conversion.read/has-a-positive-rate', {
  'The rate is zero.': reading({ rate: zero }),
  'The rate is negative.': reading((it) => ({ rate: `-${it.rate}` })),
  'The rate of a listed one is zero.': listing({ rate: zero }),
});
against('conversion.read/changes-the-currency', {
  'A conversion ends where it began.': reading((it) => ({ toCurrency: it.fromCurrency })),
  'A listed conversion begins where it ends.': listing((it) => ({ fromCurrency: it.toCurrency })),
  'A conversion ends where it began, in capitals.': reading((it) => ({
    toCurrency: it.fromCurrency.toUpperCase(),
  })),
});

const others = {
  fromCurrency: 'zmw',
  toCurrency: 'zmw',
  amount: '1.000000000000',
  feeAmount: '1.000000000000',
  netAmount: '1.000000000000',
  estimatedReceived: '1.000000000000',
  rate: '1.000000000000',
  createdAt: '2025-01-01T00:00:00.000Z',
};

against(
  'conversion.read/agrees-with-the-listing',
  forEachValue(Object.entries(others), ([member, value]) => [
    `A read has another ${member} than the listing.`,
    reading({ [member]: value }),
  ]),
);

against('conversion.read/hides-what-is-absent', {
  'An absent conversion is answered 204.': answering({ operation: 'conversion.read', status: 404 }, withoutBody(204)),
});
