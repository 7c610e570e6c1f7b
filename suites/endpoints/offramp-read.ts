import {
  always,
  both,
  check,
  holds,
  isNotBefore,
  isReadAsListed,
  isTheOneAskedFor,
  observesStatus,
  type ReadAndListed,
  succeeds,
  withheld,
} from '#checks';
import type { Reply } from '#evidence';
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
  readsAndItems,
  recordsOf,
  rereadOfframps,
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

const reads = derive(
  [all(readsAndItems, rereadOfframps), listedOfframps],
  ([{ pairs, atOneTime }, again], { reads: further }) => ({
    further,
    pairs,
    atOneTime: [...atOneTime, ...again],
  }),
);

check(
  'offramp.read/agrees-with-the-listing',
  reads,
  both<ReadAndListed & { readonly further: readonly Reply[] }>(isReadAsListed, ({ further }, setting) =>
    further.length > 0 ? succeeds(further, setting) : { findings: [], judged: [] },
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
