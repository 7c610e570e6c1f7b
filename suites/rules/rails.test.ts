import {
  acceptsOrders,
  acceptsSomeRail,
  answersWithout5xx,
  conformanceTest,
  localOver,
  namedInAnotherCurrency,
  namedInRecasedDollars,
  namedOver,
  namedOverAnother,
  namedWithoutRail,
  observesOrders,
  observesRailSpace,
  plainOverUnlisted,
  refusesOrders,
  toIncompleteRecipient,
  universalTest,
} from '#checks';
import { isSuccess, namedRails, unnamedRails } from '#contract';
import type { OrderTraits } from '#evidence';
import {
  joined,
  nonsenseRails,
  oddOrders,
  orderReplies,
  orderRepliesOf,
  ordersAgainstRails,
  ordersToIncomplete,
  ordersToNobody,
  probesOf,
  unlistedRails,
} from '#probes';

const offramps = orderReplies('offramp.initiate');
const offrampsWhere = (isMeant: (traits: OrderTraits) => boolean) => orderRepliesOf('offramp.initiate', isMeant);
const namedOfframps = (over: string) => offrampsWhere(({ to, rail }) => to === 'named' && rail === over);

const overEachRail = offrampsWhere(({ to, rail }) => to === undefined && rail !== undefined);

const plainOfBoth = offrampsWhere(({ isPlain }) => isPlain === true);

conformanceTest('rails/dollars-need-no-rail', plainOfBoth, acceptsOrders('plain'));
conformanceTest('rails/dollars-may-name-a-rail', overEachRail, acceptsSomeRail);
conformanceTest('rails/plain-dollars-take-every-rail', overEachRail, acceptsOrders('plain'));
conformanceTest('rails/named-takes-wire', namedOfframps('WIRE'), acceptsOrders('named'));
conformanceTest('rails/named-takes-swift', namedOfframps('SWIFT'), acceptsOrders('named'));
conformanceTest(
  'rails/other-currencies-are-unchanged',
  offrampsWhere(({ to }) => to === 'local'),
  acceptsOrders('local'),
);

// A refusal shows something only where an order like it was accepted.
const named = joined(offramps, ordersAgainstRails);
const refusesNamed = (which: Parameters<typeof refusesOrders>[0]['which']) =>
  refusesOrders({ recipient: 'named', which });

conformanceTest('rails/named-refuses-ach', named, refusesNamed(namedOver('ACH')));
conformanceTest(
  'rails/named-refuses-ach-in-any-order',
  joined(oddOrders('offramp.initiate'), offramps),
  refusesNamed(namedOver('ACH')),
);
conformanceTest('rails/named-refuses-rtp', named, refusesNamed(namedOver('RTP')));
conformanceTest('rails/named-refuses-same-day-ach', named, refusesNamed(namedOver('SAME_DAY_ACH')));

const askingForRails = new Set(probesOf(named).map(({ id }) => id));

// Any other probe, such as one of balances, learns nothing of a rail from a refusal, but all from an acceptance.
universalTest(
  'rails/named-takes-no-other-rail',
  {
    needs: [named],
    of: (reply) =>
      reply.operation === 'offramp.initiate' && (isSuccess(reply) || askingForRails.has(reply.request.purpose.probe)),
  },
  refusesNamed(namedOverAnother),
);

conformanceTest('rails/named-is-in-dollars', named, refusesNamed(namedInAnotherCurrency));
conformanceTest('rails/recased-dollars-are-no-way-round', named, refusesNamed(namedInRecasedDollars));

conformanceTest(
  'rails/named-needs-all-four-fields',
  joined(offramps, ordersToIncomplete, ordersToNobody('offramp.initiate')),
  refusesOrders({ recipient: 'incomplete', which: toIncompleteRecipient }),
);

const refusesPlain = refusesOrders({ recipient: 'plain', which: plainOverUnlisted });

conformanceTest('rails/nonsense-is-refused', joined(offramps, nonsenseRails), refusesPlain);
conformanceTest('rails/survives-nonsense', nonsenseRails, answersWithout5xx);
conformanceTest('rails/real-but-unlisted-rail', joined(offramps, unlistedRails), refusesPlain);

conformanceTest(
  'rails/named-without-a-rail',
  named,
  observesOrders('named withdrawal without a rail', { recipient: 'named', which: namedWithoutRail }),
);
conformanceTest(
  'rails/other-currencies-take-no-dollar-rail',
  named,
  refusesOrders({ recipient: 'local', which: localOver(unnamedRails) }),
);
conformanceTest(
  'rails/rail-on-another-currency',
  named,
  observesOrders('rail on another currency', { recipient: 'local', which: localOver(namedRails) }),
);
conformanceTest(
  'rails/status-of-a-refusal',
  named,
  observesOrders('named withdrawal over ACH', { recipient: 'named', which: namedOver('ACH') }),
);
conformanceTest('rails/whole-space', joined(offramps, ordersAgainstRails, ordersToIncomplete), observesRailSpace);
