import { check, namedOver, refused, refusesOrders } from '#checks';
import { givenAccepted, joined, oddOrders, orderReplies } from '#probes';

check(
  'deposit.simulate/refuses-an-unlisted-currency-in-any-order',
  givenAccepted('deposit.simulate', oddOrders('deposit.simulate')),
  refused(),
);

check(
  'onramp.initiate/refuses-an-unlisted-asset-in-any-order',
  givenAccepted('onramp.initiate', oddOrders('onramp.initiate')),
  refused(),
);

check(
  'rails/named-refuses-ach-in-any-order',
  joined(oddOrders('offramp.initiate'), orderReplies('offramp.initiate')),
  refusesOrders({ recipient: 'named', which: namedOver('ACH') }),
);
