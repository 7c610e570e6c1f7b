// What one request cannot show: it holds between any orders and reads.
import {
  echoes,
  echoesAddress,
  echoesAmount,
  echoesAsset,
  echoesLoosely,
  holds,
  keepsBalances,
  keepsConversions,
  keepsConversionsListed,
  keepsItsTerms,
  keepsOrders,
  listsWhatWasCreated,
  pending,
  readsWhatWasCreated,
  rowsOf,
  succeeds,
} from '#checks';
import { orderIds } from '#contract';
import { listedBack, recordsOfAll, scenarios } from '#probes';

const depositTest = rowsOf('Endpoints', 'consistency', { anyOrder: true });
const stateTest = rowsOf('States and transitions', 'consistency', { anyOrder: true });
const moneyTest = rowsOf('What the service does', 'money', { anyOrder: true });

depositTest
  .implied(
    'deposit.simulate/holds-through-a-sequence',
    'In any order of orders, an accepted deposit has no body, and an unlisted currency is answered 400.',
    { heeds: ['rules'] },
  )
  .by(
    scenarios,
    keepsOrders({
      operation: 'deposit.simulate',
      refusedStep: 'simulate a deposit in an unlisted currency',
      refusal: { status: 400 },
      judge: succeeds,
    }),
  );

stateTest
  .implied(
    'onramp.initiate/holds-through-a-sequence',
    'In any order of orders, each accepted onramp is pending, as it was asked for and with a new id, and an unlisted asset is answered 400.',
    { heeds: ['rules', 'orders'] },
  )
  .by(
    scenarios,
    keepsOrders({
      operation: 'onramp.initiate',
      refusedStep: 'start an onramp of an unlisted asset',
      refusal: { status: 400 },
      judge: holds(
        pending,
        echoes('client_onramp_reference'),
        echoesAmount('from.amount'),
        echoesLoosely('from.currency'),
        echoesAsset,
        echoesAddress('to.address', 'to.destination_address'),
      ),
      own: ['id'],
    }),
  );

stateTest
  .implied(
    'lightning-offramp.initiate/holds-through-a-sequence',
    'In any order of orders, each accepted lightning offramp is pending, with a new id and a new invoice, and one without an amount is refused.',
    { heeds: ['rules', 'orders'] },
  )
  .by(
    scenarios,
    keepsOrders({
      operation: 'lightning-offramp.initiate',
      refusedStep: 'start a lightning offramp without an amount',
      judge: holds(pending),
      own: ['data.id', 'data.lightningInvoice'],
    }),
  );

stateTest
  .implied(
    'offramp.list/holds-through-a-sequence',
    'In any order of orders and reads, each created offramp is listed once as it was made, and nothing refused is.',
    ['offramp.initiate', 'offramp.list'],
  )
  .by(scenarios, listsWhatWasCreated);

stateTest
  .implied(
    'offramp.read/holds-through-a-sequence',
    'In any order of orders and reads, each created offramp is read as it was made.',
    ['offramp.initiate', 'offramp.read'],
  )
  .by(scenarios, readsWhatWasCreated);

const shown = recordsOfAll(['offramp.list', 'offramp.read']);

stateTest
  .implied(
    'offramp.read/keeps-its-terms',
    'What was fixed of an offramp is the same each time that it is listed or read, between any other requests.',
    { operations: ['offramp.list', 'offramp.read'], heeds: ['ids'] },
  )
  // Scenarios read and order alternately.
  .over({ ...shown, needs: [...shown.needs, listedBack, scenarios] }, keepsItsTerms);

stateTest
  .implied(
    'conversion.list/holds-through-a-sequence',
    'In any order of orders and reads, each conversion that is listed keeps its values, and until an onramp comes the listing keeps its items and its total.',
    ['conversion.list', 'conversion.read'],
  )
  .by(scenarios, keepsConversions);

stateTest
  .shown(
    'conversion.list/holds-its-items-after-an-onramp',
    'After an onramp the listing of conversions holds what it held, and its total counts what has come.',
    ['conversion.list', 'onramp.initiate'],
  )
  .by(scenarios, keepsConversionsListed);

moneyTest
  .implied(
    'balances.read/holds-through-a-sequence',
    'In any order of initiations, refused orders and reads, the balances stand still.',
    ['balances.read', ...orderIds],
  )
  .by(scenarios, keepsBalances);
