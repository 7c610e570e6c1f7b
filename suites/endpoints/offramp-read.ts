import {
  agrees,
  always,
  both,
  check,
  holds,
  isNotBefore,
  isTheOneAskedFor,
  observesStatus,
  over,
  showsReferenceAlike,
  succeeds,
  withheld,
} from '#checks';
import { isRecord } from '#evidence';
import {
  absent,
  all,
  createdOfframpOfAnother,
  derive,
  joined,
  listed,
  listedOfframps,
  listingOfNobody,
  offrampOfAnother,
  onrampAsOfframp,
  pairsById,
  recordsOf,
  repliesOf,
} from '#probes';

const settlement = {
  where: 'settlement',
  promised: 'there',
  holds: (record: { has(path: string): boolean }) => record.has('settlement'),
};

always('offramp.list/lists-settlements', recordsOf('offramp.list'), holds(settlement));
always('offramp.read/carries-its-settlement', recordsOf('offramp.read'), holds(settlement));

always(
  'offramp.list/settles-what-is-not-pending',
  recordsOf('offramp.list'),
  holds({
    where: 'settlement.withdrawal_id',
    promised: 'null while pending, an id once paid or completed',
    holds: (record) => {
      const settled = record.value('settlement.withdrawal_id') !== null;
      const status = record.text('status');
      return status === 'pending' ? !settled : status === 'failed' || settled;
    },
  }),
);

check(
  'offramp.list/answer-for-an-absent-subaccount',
  listingOfNobody('offramp.list'),
  observesStatus('absent subaccount'),
);

always(
  'offramp.read/returns-the-one-asked-for',
  recordsOf('offramp.read'),
  holds(isTheOneAskedFor('offrampId')),
);

always(
  'offramp.read/is-settled-after-its-creation',
  recordsOf('offramp.read'),
  holds(isNotBefore('settlement.estimated_at', 'created_at')),
);

/** Fixed at creation, and the same wherever the offramp shows. */
const fixed = [
  'created_at',
  'account_id',
  'client_offramp_reference',
  'from.amount',
  'from.asset',
  'from.network',
  'from.address',
  'to.currency',
  'to.recipient_id',
];

/** What an offramp that is paid shows for good. */
const final = [
  'to.gross_amount',
  'to.net_amount',
  'pricing.fx_rate',
  'pricing.fees.offramp_fee',
  'pricing.fees.offramp_fee_currency',
];

const isSettled = (record: unknown): boolean =>
  isRecord(record) && (record.status === 'paid' || record.status === 'completed');

const reads = derive(
  [all(repliesOf('offramp.read'), listedOfframps)],
  ([configured, { reads: further, items }]) => {
    const pairs = pairsById([...configured, ...further], items);
    // One that was paid between the two looks may show another rate since.
    const settled = pairs.filter(([reply, item]) => isSettled(reply.body) && isSettled(item));
    return { further, pairs, settled };
  },
);

const nothing = { findings: [], judged: [] };

check(
  'offramp.read/agrees-with-the-listing',
  reads,
  both(
    over(({ pairs }) => pairs, agrees(fixed, 'none of what was read stands in the listing')),
    over(({ pairs }) => pairs, showsReferenceAlike),
    ({ settled }, setting) => (settled.length > 0 ? agrees(final)(settled, setting) : nothing),
    ({ further }, setting) => (further.length > 0 ? succeeds(further, setting) : nothing),
  ),
);

const nobodys = listed(absent('offramp.read'));
check('offramp.read/hides-what-is-absent', nobodys, withheld);
check('offramp.read/answer-for-an-absent-offramp', nobodys, observesStatus('absent offramp'));

check(
  'offramp.read/keeps-to-its-subaccount',
  joined(listed(offrampOfAnother), listed(createdOfframpOfAnother)),
  withheld,
);

check('offramp.read/keeps-onramps-apart', listed(onrampAsOfframp), withheld);
