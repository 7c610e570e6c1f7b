import {
  acceptsListedValues,
  addsUp,
  agreeAmongLike,
  answersWithout5xx,
  atTheRate,
  both,
  conformanceTest,
  createdInUtc,
  createdNow,
  differIn,
  eachReadableReply,
  echoes,
  echoesAmount,
  hasFaultyBody,
  holds,
  type Judge,
  judgeTogether,
  lacks,
  netsSomeOfTheGross,
  netsTheGrossLessTheFees,
  observes,
  observesMissingMembers,
  observesStatus,
  ofReadable,
  on,
  onlyReplies,
  pending,
  positive,
  refused,
  refusesAValue,
  toUnverified,
  universalTest,
  unlikeAbsences,
} from '#checks';
import { isSuccess, listedIn, orderIds } from '#contract';
import { idIn, isRecord, type Reply } from '#evidence';
import {
  accepted,
  accountlessOrders,
  all,
  brokenTexts,
  businessUnlisted,
  derive,
  givenAccepted,
  ifAllowed,
  incompleteOrders,
  isOfBlankValue,
  isPlainest,
  joined,
  mistypedOrders,
  mistypedValues,
  oddlyWrittenOrders,
  oddOrders,
  orderRepliesOf,
  ordersOfNobody,
  ordersToNobody,
  ordersWithoutKyc,
  ordersWithoutUuids,
  recasedValues,
  repeatedReferences,
  repliesOf,
  unbankedOrders,
  unlistedOrders,
  unreadableTexts,
  version1WithOtherBody,
  version2WithOtherBody,
} from '#probes';

// Rules for an order of any kind.

for (const operation of orderIds) {
  conformanceTest(`${operation}/success-status`, accepted(operation), observesStatus('success'));

  for (const [rule, type] of [
    ['refuses-without-approved-kyc', 'individual'],
    ['refuses-a-business-without-approved-kyc', 'business'],
  ] as const)
    conformanceTest(
      `${operation}/${rule}`,
      all(
        givenAccepted(operation, ordersWithoutKyc(operation)),
        all(accountlessOrders(operation), ifAllowed(ordersOfNobody(operation))),
        ifAllowed(repliesOf('subaccount.read')),
      ),
      toUnverified(type, unlikeAbsences(refused({ except: [401] }))),
    );

  if (operation === 'deposit.simulate') continue;

  conformanceTest(`${operation}/begins-pending`, accepted(operation), holds(pending));

  conformanceTest(
    `${operation}/refuses-an-absent-subaccount`,
    givenAccepted(operation, ordersOfNobody(operation)),
    refused({ except: [401] }),
  );

  conformanceTest(
    `${operation}/answer-for-an-absent-subaccount`,
    derive([ordersOfNobody(operation)], (replies) => replies.slice(0, 1)),
    observesStatus('absent subaccount'),
  );
}

for (const operation of orderIds) {
  const oddTexts = oddlyWrittenOrders(operation);
  universalTest(
    `${operation}/survives-mistyped-members`,
    {
      needs: [
        mistypedOrders(operation),
        ...(operation === 'deposit.simulate' ? [] : [ordersWithoutUuids(operation)]),
        incompleteOrders(operation),
        brokenTexts(operation),
        oddTexts,
      ],
      of: (reply) =>
        reply.operation === operation && (hasFaultyBody(reply) || reply.request.purpose.probe === oddTexts.id),
    },
    answersWithout5xx,
  );

  const isLightning = operation === 'lightning-offramp.initiate';
  // Stated of this one alone, as both its members are required: a lenient reader may find them all the same.
  const texts = isLightning ? unreadableTexts : brokenTexts;
  conformanceTest(`${operation}/refuses-what-is-no-json`, givenAccepted(operation, texts(operation)), refused());

  if (!isLightning)
    conformanceTest(`${operation}/answer-to-a-missing-member`, incompleteOrders(operation), observesMissingMembers);
}

for (const { operation, ...ids } of [
  {
    operation: 'deposit.simulate',
    accepts: 'deposit.simulate/accepts-each-listed-currency',
    refuses: 'deposit.simulate/refuses-an-unlisted-currency',
    refusesInAnyOrder: 'deposit.simulate/refuses-an-unlisted-currency-in-any-order',
    names: 'deposit.simulate/names-the-listed-currencies',
    recased: 'deposit.simulate/recased-currency',
  },
  {
    operation: 'onramp.initiate',
    accepts: 'onramp.initiate/accepts-each-listed-asset',
    refuses: 'onramp.initiate/refuses-an-unlisted-asset',
    refusesInAnyOrder: 'onramp.initiate/refuses-an-unlisted-asset-in-any-order',
    names: 'onramp.initiate/names-the-listed-assets',
    recased: 'onramp.initiate/recased-asset',
  },
] as const) {
  const { values = [] } = listedIn(operation) ?? {};
  const unlisted = joined(unlistedOrders(operation), businessUnlisted(operation));

  // Cents may be refused for what they are.
  conformanceTest(
    ids.accepts,
    orderRepliesOf(operation, (traits) => isPlainest(traits) || traits.value !== undefined),
    acceptsListedValues,
  );
  conformanceTest(
    ids.refuses,
    all(givenAccepted(operation, unlisted), joined(unlisted, mistypedValues(operation))),
    both(
      on(
        ([drawn]) => drawn.filter((reply) => !isOfBlankValue(reply)),
        refused({ status: 400, error: 'Bad Request', body: 'full' }),
      ),
      // The document does not say how a non-string, or a blank text, is refused.
      on(([, every]) => every, refused()),
    ),
  );
  conformanceTest(ids.refusesInAnyOrder, givenAccepted(operation, oddOrders(operation)), refused());
  for (const [names, which] of [
    [ids.names, 'some'],
    [`${ids.names}-for-an-empty-one`, 'empty'],
  ] as const)
    conformanceTest(
      names,
      givenAccepted(operation, unlisted),
      onlyReplies(
        refusesAValue(which),
        'no unlisted value was answered with 400',
        refused({ status: 400, naming: values }),
      ),
    );
  conformanceTest(ids.recased, recasedValues(operation), observesStatus());
}

for (const [operation, noun, unit, currency] of [
  ['onramp.initiate', 'onramp', 'to.asset', 'from.currency'],
  ['offramp.initiate', 'offramp', 'to.currency', 'from.asset'],
] as const) {
  const records = accepted(operation);
  const netting = {
    gross: 'to.gross_amount',
    fees: 'pricing.fees.total_fees',
    net: 'to.net_amount',
    units: [unit, 'pricing.fees.total_fees_currency'],
  } as const;

  const repeated = repeatedReferences(operation);

  conformanceTest(
    `${operation}/survives-a-repeated-reference`,
    derive([repeated], ([, again]) => [again]),
    answersWithout5xx,
  );
  conformanceTest(
    `${operation}/answer-to-a-repeated-reference`,
    repeated,
    observes(([first, again]) => {
      const isFirst = isSuccess(again) && idIn(again.body) === idIn(first.body);
      const fact = isFirst ? 'the first order again' : again.status;
      return [{ operation, situation: 'a reference for the second time', fact }];
    }),
  );
  conformanceTest(`${operation}/is-created-now`, records, holds(createdNow('created_at')));
  conformanceTest(`${operation}/is-created-in-utc`, records, holds(createdInUtc('created_at')));
  conformanceTest(`${operation}/keeps-its-account`, records, agreeAmongLike(currency, 'account_id'));
  conformanceTest(`${operation}/gives-each-order-its-own-id`, records, differIn('id'));
  conformanceTest(`${operation}/echoes-the-reference`, records, holds(echoes(`client_${noun}_reference`)));
  conformanceTest(`${operation}/echoes-the-amount`, records, holds(echoesAmount('from.amount')));
  conformanceTest(`${operation}/has-a-positive-rate`, records, holds(positive('pricing.fx_rate')));
  conformanceTest(`${operation}/converts-at-its-rate`, records, holds(atTheRate('to.gross_amount')));
  conformanceTest(`${operation}/adds-up-its-fees`, records, holds(addsUp(`${noun}_fee`)));
  conformanceTest(`${operation}/nets-at-most-the-gross`, records, holds(netsSomeOfTheGross(netting)));
  conformanceTest(`${operation}/nets-the-gross-less-the-fees`, records, holds(netsTheGrossLessTheFees(netting)));
}

// A bank account is absent where a subaccount has none, or where no recipient has the id.
const [onramp, offramp, lightning] = ['onramp.initiate', 'offramp.initiate', 'lightning-offramp.initiate'] as const;
const unbanked = unbankedOrders(onramp);
const [toNobody, lightningToNobody] = [ordersToNobody(offramp), ordersToNobody(lightning)];

const absent = refused({ status: 404, message: 'bank account not found' });

conformanceTest('onramp.initiate/refuses-an-absent-bank-account', givenAccepted(onramp, unbanked), absent);
conformanceTest('offramp.initiate/refuses-an-unknown-recipient', givenAccepted(offramp, toNobody), absent);
conformanceTest(
  'lightning-offramp.initiate/refuses-an-unknown-recipient',
  givenAccepted(lightning, lightningToNobody),
  absent,
);

const where404 = (judge: Judge<readonly Reply[]>) =>
  onlyReplies(({ status }) => status === 404, 'an absent bank account is not answered with 404', judge);
const dated = where404(ofReadable(refused({ status: 404, body: 'bank account' })));
const withoutError = where404(lacks('error'));

conformanceTest('onramp.initiate/dates-the-absent-bank-account', unbanked, dated);
conformanceTest('offramp.initiate/dates-the-unknown-recipient', toNobody, dated);
conformanceTest('lightning-offramp.initiate/dates-the-unknown-recipient', lightningToNobody, dated);
conformanceTest('onramp.initiate/names-no-error-for-an-absent-bank-account', unbanked, withoutError);
conformanceTest('offramp.initiate/names-no-error-for-an-unknown-recipient', toNobody, withoutError);

const [v1, v2] = ['lightning-offramp.initiate', 'offramp.initiate'] as const;

conformanceTest(
  'versions/keep-the-lightning-envelope',
  accepted(v1),
  eachReadableReply({
    code: 'OTHER_VERSION',
    where: '$',
    expected: 'the envelope of version 1',
    problem: ({ body }) => (isRecord(body) && 'data' in body ? undefined : 'another shape'),
  }),
);

conformanceTest(
  'versions/keep-the-offramp-record',
  accepted(v2),
  eachReadableReply({
    code: 'OTHER_VERSION',
    where: '$',
    expected: 'the record of version 2',
    problem: ({ body }) =>
      isRecord(body) && 'success' in body && 'data' in body && !('from' in body)
        ? 'the envelope of version 1'
        : undefined,
  }),
);

conformanceTest('versions/refuse-the-other-body-in-v1', givenAccepted(v1, version1WithOtherBody), refused());
conformanceTest('versions/refuse-the-other-body-in-v2', givenAccepted(v2, version2WithOtherBody), refused());

conformanceTest(
  'versions/answer-a-bad-recipient-alike',
  all(ordersToNobody(v1), ordersToNobody(v2)),
  judgeTogether(
    { code: 'WRONG_STATUS', where: 'status', expected: 'one status in both versions' },
    ([first, second]: readonly (readonly Reply[])[]) => {
      const replies = [...(first ?? []).slice(0, 1), ...(second ?? []).slice(0, 1)];
      const statuses = replies.map(({ status }) => status);
      return { replies, problem: new Set(statuses).size > 1 ? statuses.join(', ') : undefined };
    },
  ),
);
