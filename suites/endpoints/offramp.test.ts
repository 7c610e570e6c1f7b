import {
  conformanceTest,
  echoesAddress,
  echoesLoosely,
  holds,
  isNotBefore,
  isText,
  universalTest,
  withholdsTheRecord,
} from '#checks';
import { accepted, onrampAsOfframp, recordsOf } from '#probes';

const records = accepted('offramp.initiate');

conformanceTest('offramp.initiate/calls-itself-an-offramp', records, holds(isText('type', 'offramp')));
conformanceTest('offramp.initiate/echoes-the-asset', records, holds(echoesLoosely('from.asset')));
conformanceTest('offramp.initiate/echoes-the-chain', records, holds(echoesLoosely('from.network', 'from.chain')));
conformanceTest('offramp.initiate/echoes-the-recipient', records, holds(echoesLoosely('to.recipient_id')));
conformanceTest('offramp.initiate/echoes-the-currency', records, holds(echoesLoosely('to.currency')));
conformanceTest(
  'offramp.initiate/echoes-the-sender-address',
  records,
  holds(echoesAddress('from.address', 'from.sender_address')),
);

const settlement = {
  path: 'settlement',
  promised: 'there',
  test: (record: { has(path: string): boolean }) => record.has('settlement'),
};

universalTest('offramp.list/lists-settlements', recordsOf('offramp.list'), holds(settlement));
universalTest('offramp.read/carries-its-settlement', recordsOf('offramp.read'), holds(settlement));

universalTest(
  'offramp.list/settles-what-is-not-pending',
  recordsOf('offramp.list'),
  holds({
    path: 'settlement.withdrawal_id',
    promised: 'null while pending, an id once paid or completed',
    test: (record) => {
      const settled = record.value('settlement.withdrawal_id') !== null;
      const status = record.text('status');
      return status === 'pending' ? !settled : status === 'failed' || settled;
    },
  }),
);

universalTest(
  'offramp.read/is-settled-after-its-creation',
  recordsOf('offramp.read'),
  holds(isNotBefore('settlement.estimated_at', 'created_at')),
);

conformanceTest('offramp.read/keeps-onramps-apart', onrampAsOfframp, withholdsTheRecord);
