import {
  agrees,
  both,
  conformanceTest,
  ifAny,
  isReadAsListed,
  observesStatus,
  on,
  succeeds,
  withholdsTheRecord,
} from '#checks';
import { listings } from '#contract';
import { absent, conversionsAndItems, listingOfNobody, offrampsReadAndListed } from '#probes';

for (const listing of listings)
  conformanceTest(
    `${listing}/answer-for-an-absent-subaccount`,
    listingOfNobody(listing),
    observesStatus('absent subaccount'),
  );

for (const operation of ['offramp.read', 'conversion.read'] as const)
  conformanceTest(`${operation}/hides-what-is-absent`, absent(operation), withholdsTheRecord);

conformanceTest('offramp.read/answer-for-an-absent-offramp', absent('offramp.read'), observesStatus('absent offramp'));
conformanceTest(
  'conversion.read/answer-for-an-absent-conversion',
  absent('conversion.read'),
  observesStatus('absent conversion'),
);

conformanceTest('offramp.read/agrees-with-the-listing', offrampsReadAndListed, isReadAsListed);

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

conformanceTest(
  'conversion.read/agrees-with-the-listing',
  conversionsAndItems,
  both(
    on(({ pairs }) => pairs, agrees(members, 'none of what was read stands in the listing')),
    on(({ further }) => further, ifAny(succeeds)),
  ),
);
