import {
  echoesAddress,
  echoesLoosely,
  holds,
  isNearRate,
  isNotBefore,
  isText,
  keepsAsCreated,
  keepsOrderOnce,
  leavesNoTrace,
  listsEachOnce,
  observesDelay,
  rowsOf,
  succeeds,
  withholdsTheRecord,
} from '#checks';
import { headingOf } from '#contract';
import { valueAt } from '#evidence';
import {
  accepted,
  afterRecipientRefusals,
  available,
  derive,
  listedBack,
  listingsByOwner,
  onrampAsOfframp,
  readAgain,
  readBack,
  recordsOf,
  repliesOf,
} from '#probes';
import { isSuccess } from '#run';

const recordHeading = 'Resources: Offramp (version 2)';

const recordTest = rowsOf(recordHeading, 'record');
const echoTest = rowsOf(recordHeading, 'order', { heeds: ['orders'] });

const records = accepted('offramp.initiate');

recordTest
  .stated('offramp.initiate/calls-itself-an-offramp', 'The type field of an offramp has the value offramp.')
  .by(records, holds(isText('type', 'offramp')));

echoTest
  .implied('offramp.initiate/echoes-the-asset', 'The source asset equals the asset that was sent, in any letter case.')
  .by(records, holds(echoesLoosely('from.asset')));

echoTest
  .implied('offramp.initiate/echoes-the-recipient', 'The recipient equals the recipient that was sent.')
  .by(records, holds(echoesLoosely('to.recipient_id')));

echoTest
  .implied(
    'offramp.initiate/echoes-the-currency',
    'The destination currency equals the currency that was sent, in any letter case.',
  )
  .by(records, holds(echoesLoosely('to.currency')));

echoTest
  .shown('offramp.initiate/echoes-the-chain', 'The network equals the chain that was sent, in any letter case.')
  .by(records, holds(echoesLoosely('from.network', 'from.chain')));

echoTest
  .shown('offramp.initiate/echoes-the-sender-address', 'The source address equals the sender address that was sent.')
  .by(records, holds(echoesAddress('from.address', 'from.sender_address')));

const readTest = rowsOf(headingOf('offramp.initiate'), 'consistency', {
  operations: ['offramp.initiate', 'offramp.read'],
});
const listTest = rowsOf(headingOf('offramp.initiate'), 'consistency', {
  operations: ['offramp.initiate', 'offramp.list'],
});
const openTest = rowsOf('States and transitions', 'open');

const reads = derive([available(readBack, readAgain)], (parts) => parts.flat());

readTest.implied('offramp.initiate/can-be-read', 'A created offramp can be read by its id.').by(
  derive([reads], (pairs) => pairs.map(([reply]) => reply)),
  succeeds,
);

listTest
  .implied('offramp.initiate/can-be-listed', 'The listing shows each created offramp once.')
  .by(listedBack, listsEachOnce);

openTest
  .silent('offramp.initiate/time-to-show', 'How long after its creation can an offramp first be read?', [
    'offramp.initiate',
    'offramp.read',
  ])
  .over(
    {
      needs: [readBack],
      of: ({ operation }) => operation === 'offramp.initiate' || operation === 'offramp.read',
    },
    observesDelay,
  );

listTest
  .implied(
    'offramp.initiate/is-kept-once',
    'Every listing shows each accepted offramp of its subaccount once. It shows no refused offramp, and none of another subaccount.',
  )
  .over(
    {
      needs: [repliesOf('offramp.initiate'), listedBack, afterRecipientRefusals, listingsByOwner('offramp.list')],
      of: ({ operation }) => operation.startsWith('offramp.'),
    },
    keepsOrderOnce,
  );

readTest
  .implied(
    'offramp.initiate/is-kept-as-created',
    'Amounts, codes and references of an offramp are the same at its creation and when it is read.',
  )
  .by(
    derive([reads], (pairs) => pairs.filter(([reply]) => isSuccess(reply))),
    keepsAsCreated,
  );

listTest
  .implied(
    'offramp.initiate/creates-nothing-when-refused',
    'The listing shows no offramp that was refused because of its recipient or its subaccount.',
  )
  .by(afterRecipientRefusals, leavesNoTrace);

const listedTest = rowsOf(headingOf('offramp.list'), 'record');
const singleTest = rowsOf(headingOf('offramp.read'), 'record');
const apartTest = rowsOf(headingOf('offramp.read'), 'consistency');
const stateTest = rowsOf(recordHeading, 'consistency');

/** A failed offramp pays nothing, and may say so. */
const paysNothing = (record: unknown): boolean =>
  valueAt(record, 'status') === 'failed' && Number(valueAt(record, 'to.gross_amount')) === 0;

const rated = {
  amount: 'from.amount',
  rate: 'pricing.fx_rate',
  result: 'to.gross_amount',
  within: '0.01',
  except: paysNothing,
};

for (const [operation, moneyTest] of [
  ['offramp.read', rowsOf(headingOf('offramp.read'), 'money')],
  ['offramp.list', rowsOf(headingOf('offramp.list'), 'money')],
] as const)
  moneyTest
    .implied(
      `${operation}/is-near-its-rate`,
      'The gross amount differs by less than a factor of ten from the source amount converted at the stated rate.',
    )
    .over(recordsOf(operation), isNearRate(rated));

const settlement = {
  path: 'settlement',
  promised: 'there',
  test: (record: { has(path: string): boolean }) => record.has('settlement'),
};

listedTest
  .stated('offramp.list/lists-settlements', 'Each listed offramp carries its settlement.')
  .over(recordsOf('offramp.list'), holds(settlement));

stateTest
  .shown(
    'offramp.list/settles-what-is-not-pending',
    'A pending offramp has no withdrawal. A paid or completed offramp has one.',
  )
  .over(
    recordsOf('offramp.list'),
    holds({
      path: 'settlement.withdrawal_id',
      promised: 'null while pending, an id once paid or completed',
      test: (record) => {
        const settled = record.value('settlement.withdrawal_id') !== null;
        const status = record.text('status');
        if (status === 'pending') return !settled;
        return settled || (status !== 'paid' && status !== 'completed');
      },
    }),
  );

singleTest
  .stated('offramp.read/carries-its-settlement', 'An offramp that is read carries its settlement.')
  .over(recordsOf('offramp.read'), holds(settlement));

apartTest
  .implied('offramp.read/keeps-onramps-apart', 'The service never returns an offramp for the id of an onramp.', {
    operations: ['onramp.initiate', 'offramp.read'],
    heeds: ['ids'],
  })
  .by(onrampAsOfframp, withholdsTheRecord);

stateTest
  .shown(
    'offramp.read/is-settled-after-its-creation',
    'The estimated time of settlement is not before the creation of the offramp.',
  )
  .over(recordsOf('offramp.read'), holds(isNotBefore('settlement.estimated_at', 'created_at')));
