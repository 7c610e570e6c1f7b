// Promises between any orders and reads, which no single request shows.
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
  listsCreated,
  pending,
  readsCreated,
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
    'In any sequence of orders, the answer to an accepted deposit has no body, and an unlisted currency gets 400.',
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
    'In any sequence of orders, each accepted onramp is pending, with the ordered values and a new id, and an unlisted asset gets 400.',
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
    'In any sequence of orders, each accepted lightning offramp is pending, with a new id and invoice. An order without an amount is refused.',
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
    'In any sequence of requests, the listing shows each created offramp once, as it was created, and no refused one.',
    ['offramp.initiate', 'offramp.list'],
  )
  .by(scenarios, listsCreated);

stateTest
  .implied(
    'offramp.read/holds-through-a-sequence',
    'In any sequence of requests, a read of a created offramp returns it as it was created.',
    ['offramp.initiate', 'offramp.read'],
  )
  .by(scenarios, readsCreated);

const shown = recordsOfAll(['offramp.list', 'offramp.read']);

stateTest
  .implied(
    'offramp.read/keeps-its-terms',
    'Amounts, codes and references of an offramp never change, whenever it is listed or read.',
    { operations: ['offramp.list', 'offramp.read'], heeds: ['ids'] },
  )
  // Scenarios read and order alternately.
  .over({ ...shown, needs: [...shown.needs, listedBack, scenarios] }, keepsItsTerms);

stateTest
  .implied(
    'conversion.list/holds-through-a-sequence',
    'In any sequence of requests, each conversion keeps its values. Without a new onramp, the listing keeps its items and total.',
    ['conversion.list', 'conversion.read'],
  )
  .by(scenarios, keepsConversions);

stateTest
  .shown(
    'conversion.list/holds-its-items-after-an-onramp',
    'After an onramp, the listing of conversions keeps its items, and its total counts the new conversions.',
    ['conversion.list', 'onramp.initiate'],
  )
  .by(scenarios, keepsConversionsListed);

moneyTest
  .implied(
    'balances.read/holds-through-a-sequence',
    'In any sequence of initiations, refused orders and reads, no balance moves.',
    ['balances.read', ...orderIds],
  )
  .by(scenarios, keepsBalances);
