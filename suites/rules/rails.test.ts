import {
  acceptsOrders,
  acceptsSomeRail,
  answersWithout5xx,
  leavesNoTrace,
  localOver,
  namedInOther,
  namedOver,
  namedOverAnother,
  namedRecased,
  namedWithoutRail,
  observesOrders,
  observesRailSpace,
  on,
  plainOverUnlisted,
  refusesOrders,
  rowsOf,
  toIncompleteRecipient,
  withoutRefusedAlike,
} from '#checks';
import { headingOf, namedRails, unnamedRails } from '#contract';
import type { OrderTraits } from '#evidence';
import {
  afterRailRefusals,
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
import { isSuccess } from '#run';

const railTest = rowsOf(headingOf('offramp.initiate', 'Rules for USD and named withdrawals'), 'rails', {
  operations: ['offramp.initiate'],
  heeds: ['rules'],
});

/** The document's term, with its meaning. */
const namedWithdrawal = 'A named withdrawal (to an identified business)';

const offramps = orderReplies('offramp.initiate');
const offrampsWhere = (isMeant: (traits: OrderTraits) => boolean) => orderRepliesOf('offramp.initiate', isMeant);

const overEachRail = offrampsWhere(({ to, rail }) => to === undefined && rail !== undefined);

railTest
  .stated(
    'rails/dollars-need-no-rail',
    'An offramp in US dollars that is not a named withdrawal is accepted without a rail.',
  )
  .by(
    offrampsWhere(({ isPlain }) => isPlain === true),
    acceptsOrders('plain'),
  );

railTest
  .stated('rails/dollars-may-name-a-rail', 'An offramp in US dollars may name a rail.')
  .by(overEachRail, acceptsSomeRail);

railTest
  .shown(
    'rails/plain-dollars-take-every-rail',
    'For an offramp in US dollars that is not a named withdrawal, each of the five rails is accepted.',
    { ofEachValue: true },
  )
  .by(overEachRail, acceptsOrders('plain'));

for (const [name, rail] of [
  ['wire', 'WIRE'],
  ['swift', 'SWIFT'],
] as const)
  railTest.stated(`rails/named-takes-${name}`, `${namedWithdrawal} over ${rail} is accepted.`).by(
    offrampsWhere(({ to, rail: over }) => to === 'named' && over === rail),
    acceptsOrders('named'),
  );

// A refusal shows something only where an order like it was accepted.
const named = joined(offramps, ordersAgainstRails);
const refusesNamed = (which: Parameters<typeof refusesOrders>[0]['which']) =>
  refusesOrders({ recipient: 'named', which });

for (const [name, rail] of [
  ['ach', 'ACH'],
  ['rtp', 'RTP'],
  ['same-day-ach', 'SAME_DAY_ACH'],
] as const)
  railTest
    .stated(`rails/named-refuses-${name}`, `${namedWithdrawal} over ${rail} is refused.`)
    .by(named, refusesNamed(namedOver(rail)));

const askingForRails = new Set(probesOf(named).map(({ id }) => id));

railTest
  .stated(
    'rails/named-takes-no-other-rail',
    `${namedWithdrawal} over any rail except WIRE and SWIFT is refused, listed or not.`,
  )
  // Any other probe, such as one of balances, learns nothing of a rail from a refusal, but all from an acceptance.
  .over(
    {
      needs: [named],
      of: (reply) =>
        reply.operation === 'offramp.initiate' && (isSuccess(reply) || askingForRails.has(reply.request.purpose.probe)),
    },
    refusesNamed(namedOverAnother),
  );

railTest
  .implied(
    'rails/named-refuses-ach-in-any-order',
    `${namedWithdrawal} over ACH is refused without a 5xx, also where the rest of the order is invalid.`,
  )
  .by(joined(oddOrders('offramp.initiate'), offramps), on(withoutRefusedAlike, refusesNamed(namedOver('ACH'))));

railTest
  .stated('rails/named-is-in-dollars', `${namedWithdrawal} in a currency other than US dollars is refused.`)
  .by(named, refusesNamed(namedInOther));

railTest
  .stated(
    'rails/named-needs-all-four-fields',
    'A named withdrawal to a business recipient that lacks an identifying field is refused.',
  )
  .by(
    joined(offramps, ordersToIncomplete, ordersToNobody('offramp.initiate')),
    refusesOrders({ recipient: 'incomplete', which: toIncompleteRecipient }),
  );

const refusesPlain = refusesOrders({ recipient: 'plain', which: plainOverUnlisted });

railTest
  .shown(
    'rails/nonsense-is-refused',
    'If payment_rail is not the name of a rail, the service refuses the order and does not ignore the text.',
  )
  .by(joined(offramps, nonsenseRails), refusesPlain);

railTest
  .implied('rails/survives-nonsense', 'An order with a payment_rail that is not a rail gets no 5xx.')
  .by(nonsenseRails, answersWithout5xx);

railTest
  .shown(
    'rails/recased-dollars-are-no-way-round',
    `${namedWithdrawal} over ACH is also refused if the currency is in lower case.`,
  )
  .by(named, refusesNamed(namedRecased));

railTest
  .implied('rails/refusal-creates-nothing', 'The listing shows no offramp that was refused for its rail.', [
    'offramp.initiate',
    'offramp.list',
  ])
  .by(afterRailRefusals, leavesNoTrace);

railTest
  .implied(
    'rails/other-currencies-are-unchanged',
    'An offramp that is not a named withdrawal, in a currency other than US dollars, is accepted without a rail.',
  )
  .by(
    offrampsWhere(({ to }) => to === 'local'),
    acceptsOrders('local'),
  );

railTest
  .shown(
    'rails/other-currencies-take-no-dollar-rail',
    'An offramp in a currency other than US dollars over ACH, RTP or SAME_DAY_ACH is refused.',
  )
  .by(named, refusesOrders({ recipient: 'local', which: localOver(unnamedRails) }));

railTest
  .shown('rails/real-but-unlisted-rail', 'A rail that exists in banking but not in the document is refused.')
  .by(joined(offramps, unlistedRails), refusesPlain);

railTest
  .silent(
    'rails/whole-space',
    'Which combinations of recipient, currency and rail does the service accept, beyond the rules?',
  )
  .by(joined(offramps, ordersAgainstRails, ordersToIncomplete), observesRailSpace);

railTest
  .silent(
    'rails/named-without-a-rail',
    'Which answer does a named withdrawal (to an identified business) get without a rail?',
  )
  .by(named, observesOrders('named withdrawal without a rail', { recipient: 'named', which: namedWithoutRail }));

railTest
  .silent(
    'rails/rail-on-another-currency',
    'Which answer does an offramp over WIRE or SWIFT get in a currency other than US dollars?',
  )
  .by(named, observesOrders('rail on another currency', { recipient: 'local', which: localOver(namedRails) }));

railTest
  .silent('rails/status-of-a-refusal', 'Which status does the service return when it refuses a rail?')
  .by(named, observesOrders('named withdrawal over ACH', { recipient: 'named', which: namedOver('ACH') }));
