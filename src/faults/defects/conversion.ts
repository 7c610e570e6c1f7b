import { defaultPolicies, type Policies } from '#sandbox';
import { against, under } from '../planting.ts';
import { answering } from '../rewriting.ts';

type Rules = Policies['conversion'];
type Conversion = Parameters<Rules['listed']>[0];

const right = defaultPolicies.conversion;
const read = 'conversion.read';

/** Lists, or reads, conversions with other values than they have. */
const listing = (change: (record: Conversion) => unknown) => ({
  policies: { conversion: { listed: change } },
});
const reading = (change: (record: Conversion) => unknown) => ({
  policies: { conversion: { retrieved: change } },
});
const found = (find: Rules['find']) => ({ policies: { conversion: { find } } });

const moneyFaults = [
  ...against('conversion.read/nets-at-most-the-amount', {
    'conversion/net-above-the-amount': [
      'The fee is added to the amount.',
      reading((it) => ({ ...it, netAmount: (Number(it.amount) + Number(it.feeAmount)).toFixed(12) })),
    ],
    'conversion/listed-net-above-the-amount': [
      'The fee is added to the amount of a listed one.',
      listing((it) => ({ ...it, netAmount: (Number(it.amount) + Number(it.feeAmount)).toFixed(12) })),
    ],
    'conversion/net-of-nothing': [
      'Nothing is left of an amount that is above the fee.',
      reading((it) => ({ ...it, netAmount: '0.000000000000' })),
    ],
  }),
  ...against('conversion.read/nets-the-amount-less-the-fee', {
    'conversion/net-without-fee': [
      'The net amount is the whole.',
      reading((it) => ({ ...it, netAmount: it.amount })),
    ],
    'conversion/listed-net-without-fee': [
      'The net amount of a listed one is the whole.',
      listing((it) => ({ ...it, netAmount: it.amount })),
    ],
    'conversion/fee-forgotten': [
      'The fee is shown as zero.',
      reading((it) => ({ ...it, feeAmount: '0.000000000000' })),
    ],
  }),
  ...against('conversion.read/receives-the-net-at-its-rate', {
    'conversion/received-of-the-gross': [
      'What is received is the net amount.',
      reading((it) => ({ ...it, estimatedReceived: it.netAmount })),
    ],
    'conversion/listed-received-of-nothing': [
      'What is received by a listed one is nothing.',
      listing((it) => ({ ...it, estimatedReceived: '0.000000000000' })),
    ],
    'conversion/rate-a-thousandth-off': [
      'The rate is a thousandth off.',
      reading((it) => ({ ...it, rate: (Number(it.rate) * 1.001).toFixed(12) })),
    ],
  }),
  ...against('conversion.read/has-a-positive-rate', {
    'conversion/rate-zero': ['The rate is zero.', reading((it) => ({ ...it, rate: '0.000000000000' }))],
    'conversion/rate-negative': ['The rate is negative.', reading((it) => ({ ...it, rate: `-${it.rate}` }))],
    'conversion/listed-rate-zero': [
      'The rate of a listed one is zero.',
      listing((it) => ({ ...it, rate: '0.000000000000' })),
    ],
  }),
  ...against('conversion.read/changes-the-currency', {
    'conversion/into-itself': [
      'A conversion ends where it began.',
      reading((it) => ({ ...it, toCurrency: it.fromCurrency })),
    ],
    'conversion/listed-into-itself': [
      'A listed conversion begins where it ends.',
      listing((it) => ({ ...it, fromCurrency: it.toCurrency })),
    ],
    'conversion/into-itself-in-capitals': [
      'A conversion ends where it began, in capitals.',
      reading((it) => ({ ...it, toCurrency: it.fromCurrency.toUpperCase() })),
    ],
  }),
];

/** Other values for the members that the listing shows too. */
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

const agreement = against(
  'conversion.read/agrees-with-the-listing',
  under('conversion/read-with-another', others, (value, member) => [
    `A read has another ${member} than the listing.`,
    reading((it) => ({ ...it, [member]: value })),
  ]),
);

/** Records that a test of the first items only would miss. */
const oldest = against('conversion.read/agrees-with-the-listing', {
  'conversion/oldest-not-served': [
    'The oldest conversion is listed but cannot be read.',
    found((all, wanted) => {
      const own = right.find(all, wanted);
      return own === all[0]?.record ? undefined : own;
    }),
  ],
  'conversion/business-not-served': [
    'Conversions of the second subaccount are listed but cannot be read.',
    found((all, wanted) => (wanted.subaccountId === all[0]?.owner ? right.find(all, wanted) : undefined)),
  ],
});

const absent = { operation: read, status: 404 } as const;

const accessFaults = [
  ...against('conversion.read/returns-the-one-asked-for', {
    'conversion/another-returned': [
      'The oldest conversion is returned for any id.',
      found((all) => all[0]?.record),
    ],
  }),
  ...against('conversion.read/hides-what-is-absent', {
    'conversion/absent-served': [
      'An absent conversion is answered with the first one.',
      found((all, wanted) => right.find(all, wanted) ?? all[0]?.record),
    ],
    'conversion/absent-as-nothing': [
      'An absent conversion is answered 204.',
      { reply: answering(absent, () => ({ status: 204, body: undefined })) },
    ],
  }),
  ...against('conversion.read/keeps-to-its-subaccount', {
    'conversion/served-to-others': [
      'A conversion is served under any subaccount.',
      found((all, { id }) => all.find(({ record }) => record.id === id)?.record),
    ],
  }),
];

/** Conversions that do not add up, or that differ between the listing and a read. */
export const conversionFaults = [...moneyFaults, ...agreement, ...oldest, ...accessFaults];
