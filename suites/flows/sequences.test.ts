import {
  conformanceTest,
  echoes,
  echoesAddress,
  echoesAmount,
  echoesAsset,
  echoesLoosely,
  holds,
  keepsBalances,
  keepsConversions,
  keepsConversionsListed,
  keepsOrders,
  listsWhatWasCreated,
  pending,
  readsWhatWasCreated,
  succeeds,
} from '#checks';
import { scenarios } from '#probes';

conformanceTest(
  'deposit.simulate/holds-through-a-sequence',
  scenarios,
  keepsOrders({
    operation: 'deposit.simulate',
    refusedStep: 'simulate a deposit in an unlisted currency',
    refusal: { status: 400 },
    judge: succeeds,
  }),
);

conformanceTest(
  'onramp.initiate/holds-through-a-sequence',
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

conformanceTest(
  'lightning-offramp.initiate/holds-through-a-sequence',
  scenarios,
  keepsOrders({
    operation: 'lightning-offramp.initiate',
    refusedStep: 'start a lightning offramp without an amount',
    judge: holds(pending),
    own: ['data.id', 'data.lightningInvoice'],
  }),
);

conformanceTest('offramp.list/holds-through-a-sequence', scenarios, listsWhatWasCreated);
conformanceTest('offramp.read/holds-through-a-sequence', scenarios, readsWhatWasCreated);
conformanceTest('conversion.list/holds-through-a-sequence', scenarios, keepsConversions);
conformanceTest('conversion.list/holds-its-items-after-an-onramp', scenarios, keepsConversionsListed);
conformanceTest('balances.read/holds-through-a-sequence', scenarios, keepsBalances);
