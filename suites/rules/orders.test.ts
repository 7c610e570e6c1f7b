import {
  acceptsListedValues,
  addsUp,
  agreeAmongLike,
  answersWithout5xx,
  both,
  convertsAtRate,
  createdInUtc,
  createdNow,
  differIn,
  echoes,
  echoesAmount,
  echoesUuid,
  hasFaultyBody,
  holds,
  isNearRate,
  type Judge,
  keepsTheDirection,
  lacks,
  leavesBalancesAlone,
  netsAfterFees,
  netsSome,
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
  rowsOf,
  staysWhenRefused,
  totalsEachFee,
  toUnverified,
  unlikeAbsences,
  withoutRefusedAlike,
} from '#checks';
import { headingOf, listedIn, type OrderId, orderIds, type RequirementId } from '#contract';
import { idIn, type Reply } from '#evidence';
import {
  accepted,
  accountlessOrders,
  all,
  available,
  balancesAround,
  balancesAroundRefusal,
  balancesAroundRefusedKeys,
  brokenTexts,
  businessUnlisted,
  derive,
  givenAccepted,
  hasBlankValue,
  ifAllowed,
  incompleteOrders,
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
} from '#probes';
import { isSuccess } from '#run';

const overview = 'What the service does';
const missingTest = rowsOf('Errors', 'open');
const openTest = rowsOf('Endpoints', 'open');

// An onramp and an offramp are ordered, quoted and kept alike.

for (const [operation, noun, record, unit, currency, echo] of [
  ['onramp.initiate', 'onramp', 'Resources: Onramp', 'to.asset', 'from.currency', echoesUuid],
  ['offramp.initiate', 'offramp', 'Resources: Offramp (version 2)', 'to.currency', 'from.asset', echoes],
] as const) {
  const orderTest = rowsOf(record, 'order');
  const moneyTest = rowsOf(record, 'money');
  const httpTest = rowsOf(record, 'http');

  const records = accepted(operation);
  const netting = {
    gross: 'to.gross_amount',
    fees: 'pricing.fees.total_fees',
    net: 'to.net_amount',
    units: [unit, 'pricing.fees.total_fees_currency'],
  } as const;
  const rated = { amount: 'from.amount', rate: 'pricing.fx_rate', result: 'to.gross_amount', within: '0.01' };
  const repeated = repeatedReferences(operation);

  orderTest
    .stated(`${operation}/echoes-the-reference`, "The caller's reference comes back as it was sent.", {
      heeds: ['orders'],
      sign: true,
    })
    .by(records, holds(echo(`client_${noun}_reference`)));

  orderTest
    .implied(`${operation}/echoes-the-amount`, 'The source amount of the answer is the amount of the order.', {
      heeds: ['orders'],
    })
    .by(records, holds(echoesAmount('from.amount')));

  orderTest
    .shown(
      `${operation}/keeps-its-account`,
      'Orders of one subaccount with the same source currency or source asset have the same account_id.',
    )
    .by(records, agreeAmongLike(currency, 'account_id'));

  orderTest
    .implied(`${operation}/gives-each-order-its-own-id`, 'Two orders with different references get different ids.', {
      heeds: ['orders'],
      sign: true,
    })
    .by(records, differIn('id'));

  moneyTest
    .implied(
      `${operation}/nets-at-most-the-gross`,
      'The net amount is at most the gross amount, and above zero where the gross amount is above the fees.',
    )
    .by(records, holds(netsSome(netting)));

  moneyTest
    .shown(
      `${operation}/nets-the-gross-less-the-fees`,
      'If the fees and the gross amount have one currency, the net amount is the gross amount minus all fees.',
    )
    .by(records, holds(netsAfterFees(netting)));

  moneyTest
    .shown(`${operation}/adds-up-its-fees`, 'Where all fees are in one currency, the total is their sum.')
    .by(records, holds(addsUp(`${noun}_fee`)));

  moneyTest
    .shown(
      `${operation}/converts-at-its-rate`,
      'The gross amount equals the source amount at the stated rate, within one per cent.',
    )
    .by(records, convertsAtRate(rated));

  moneyTest
    .implied(
      `${operation}/is-near-its-rate`,
      'The gross amount differs by less than a factor of ten from the source amount converted at the stated rate.',
    )
    .by(records, isNearRate(rated));

  moneyTest
    .shown(
      `${operation}/keeps-the-direction-of-its-rate`,
      `The rate has one direction in all ${noun}s: the service always multiplies by the rate, or always divides by it.`,
    )
    .by(records, keepsTheDirection(rated));

  moneyTest
    .implied(
      `${operation}/totals-each-fee`,
      'The total fee is at least as high as each single fee in the same currency.',
    )
    .by(records, holds(totalsEachFee(`${noun}_fee`)));

  httpTest
    .implied(`${operation}/survives-a-repeated-reference`, 'A repeated reference gets no 5xx.', { asks: 'survival' })
    .by(
      derive([repeated], ([, again]) => [again]),
      answersWithout5xx,
    );

  openTest
    .silent(
      `${operation}/answer-to-a-repeated-reference`,
      'Is a repeated reference accepted, refused, or answered with the first order?',
    )
    .by(
      repeated,
      observes(([first, again]) => {
        const isFirst = isSuccess(again) && idIn(again.body) === idIn(first.body);
        const fact = isFirst ? 'the first order again' : again.status;
        return [{ operation, situation: 'a reference for the second time', fact }];
      }),
    );

  openTest
    .silent(
      `${operation}/answer-to-a-missing-member`,
      'Which fields are required, and which answer does an order without a required field get?',
    )
    .by(incompleteOrders(operation), observesMissingMembers);
}

for (const [operation, noun, record, creation, rate] of [
  ['onramp.initiate', 'onramp', 'Resources: Onramp', 'created_at', 'pricing.fx_rate'],
  ['offramp.initiate', 'offramp', 'Resources: Offramp (version 2)', 'created_at', 'pricing.fx_rate'],
  [
    'lightning-offramp.initiate',
    'lightning offramp',
    'Resources: Lightning offramp invoice',
    'createdAt',
    'exchangeRate',
  ],
] as const) {
  const orderTest = rowsOf(record, 'order');
  const moneyTest = rowsOf(record, 'money');

  const records = accepted(operation);

  orderTest
    .stated(`${operation}/begins-pending`, `A created ${noun} has the status pending.`)
    .by(records, holds(pending));

  orderTest
    .shown(`${operation}/is-created-now`, "The time of creation is within five minutes of the service's own clock.")
    .by(records, holds(createdNow(creation)));

  orderTest
    .implied(
      `${operation}/is-created-in-utc`,
      "The time of creation is in UTC: within 14 minutes of the service's clock or the test machine's clock.",
    )
    .by(records, holds(createdInUtc(creation)));

  moneyTest
    .implied(`${operation}/has-a-positive-rate`, 'The exchange rate is above zero.')
    .by(records, holds(positive(rate)));
}

missingTest
  .silent(
    'deposit.simulate/answer-to-a-missing-member',
    'Which status does a deposit get if a field is missing from its body?',
  )
  .by(incompleteOrders('deposit.simulate'), observesMissingMembers);

for (const [operation, order, firmness] of [
  ['onramp.initiate', 'an onramp', 'stated'],
  ['offramp.initiate', 'an offramp', 'stated'],
  ['lightning-offramp.initiate', 'a lightning offramp', 'implied'],
] as const) {
  const balanceTest = rowsOf(overview, 'money', { operations: ['balances.read', operation] });

  balanceTest[firmness](`${operation}/leaves-balances-alone`, `Initiating ${order} changes no balance.`).by(
    balancesAround(operation),
    leavesBalancesAlone,
  );
}

// Rules for an order of any kind.

const orders: Readonly<Record<OrderId, string>> = {
  'deposit.simulate': 'A deposit',
  'onramp.initiate': 'An onramp',
  'offramp.initiate': 'An offramp',
  'lightning-offramp.initiate': 'A lightning offramp',
};

for (const operation of orderIds) {
  const order = orders[operation];
  const refusalTest = rowsOf('Endpoints', 'verification', { asks: 'refusal', heeds: ['rules'] });
  const httpTest = rowsOf(headingOf(operation), 'http');
  const balanceTest = rowsOf(headingOf(operation), 'money', { operations: ['balances.read', operation] });

  const unverified = all(
    givenAccepted(operation, ordersWithoutKyc(operation)),
    all(accountlessOrders(operation), ifAllowed(ordersOfNobody(operation))),
    ifAllowed(repliesOf('subaccount.read')),
  );
  const refusedTo = (type: 'individual' | 'business') => toUnverified(type, unlikeAbsences(refused({ except: [401] })));

  refusalTest
    .stated(
      `${operation}/refuses-without-approved-kyc`,
      `${order} for an individual subaccount without approved KYC is refused.`,
      { sign: true },
    )
    .by(unverified, refusedTo('individual'));

  refusalTest
    .stated(
      `${operation}/refuses-a-business-without-approved-kyc`,
      `${order} for a business subaccount without approved KYC is refused.`,
    )
    .by(unverified, refusedTo('business'));

  const oddTexts = oddlyWrittenOrders(operation);

  httpTest
    .implied(
      `${operation}/survives-mistyped-members`,
      'An invalid body (a wrong type, a missing or repeated field, a malformed id, another content type) gets no 5xx.',
      { asks: 'survival' },
    )
    .over(
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

  balanceTest
    .implied(`${operation}/leaves-balances-alone-when-refused`, `${order} that is refused moves no balance.`)
    .by(available(balancesAroundRefusal(operation), balancesAroundRefusedKeys(operation)), staysWhenRefused);

  openTest
    .silent(`${operation}/success-status`, `Which success status does ${order.toLowerCase()} get?`)
    .by(accepted(operation), observesStatus('success'));
}

const unreadable = { asks: 'refusal', heeds: ['rules'] } as const;

for (const operation of ['deposit.simulate', 'onramp.initiate', 'offramp.initiate'] as const) {
  const jsonTest = rowsOf(headingOf(operation), 'http', unreadable);

  jsonTest
    .shown(`${operation}/refuses-what-is-no-json`, 'A body that is not a JSON object is refused.')
    .by(givenAccepted(operation, brokenTexts(operation)), refused());
}

// Stated of this one alone, as both its members are required: a lenient reader may find them all the same.
const lightningJsonTest = rowsOf(headingOf('lightning-offramp.initiate'), 'http', unreadable);

lightningJsonTest
  .stated(
    'lightning-offramp.initiate/refuses-what-is-no-json',
    'A body that is not a JSON object is refused, because it lacks recipient_id and amount.',
  )
  .by(givenAccepted('lightning-offramp.initiate', unreadableTexts('lightning-offramp.initiate')), refused());

const verifiedTest = rowsOf('Endpoints', 'verification');

// Of a deposit the document states the refusal.
for (const operation of ['onramp.initiate', 'offramp.initiate', 'lightning-offramp.initiate'] as const) {
  verifiedTest
    .implied(`${operation}/refuses-an-absent-subaccount`, 'An order for a subaccount that does not exist is refused.', {
      asks: 'refusal',
      heeds: ['rules'],
      sign: true,
    })
    .by(givenAccepted(operation, ordersOfNobody(operation)), refused({ except: [401] }));

  missingTest
    .silent(`${operation}/answer-for-an-absent-subaccount`, 'Which answer does an order for an absent subaccount get?')
    .by(
      derive([ordersOfNobody(operation)], (replies) => replies.slice(0, 1)),
      observesStatus('absent subaccount'),
    );
}

// A member whose values the document lists: each is accepted, any other is refused by naming them all.

for (const [operation, one, many, count] of [
  ['deposit.simulate', 'currency', 'currencies', 'twelve'],
  ['onramp.initiate', 'asset', 'assets', 'three'],
] as const) {
  const listedTest = rowsOf(headingOf(operation), 'order', { asks: 'acceptance', ofEachValue: true });
  const refusalTest = rowsOf('Errors', 'error', { asks: 'refusal', heeds: ['rules'] });
  const messageTest = rowsOf('Errors', 'error');
  const recasedTest = rowsOf(headingOf(operation), 'open');

  const { values = [] } = listedIn(operation) ?? {};
  const unlisted = joined(unlistedOrders(operation), businessUnlisted(operation));
  const namesAll = (which: 'some' | 'empty') =>
    onlyReplies(
      refusesAValue(which),
      'no unlisted value was answered with 400',
      refused({ status: 400, naming: values }),
    );

  // The type of the id would pair an operation with the value of the other.
  listedTest
    .stated(
      `${operation}/accepts-each-listed-${one}` as RequirementId,
      `The service accepts each of the ${count} listed ${many} as a valid value.`,
    )
    .by(
      // Cents may be refused for what they are.
      orderRepliesOf(operation, (traits) => isPlainest(traits) || traits.value !== undefined),
      acceptsListedValues,
    );

  refusalTest
    .stated(
      `${operation}/refuses-an-unlisted-${one}` as RequirementId,
      `${one === 'asset' ? 'An' : 'A'} ${one} that is not listed gets 400 Bad Request with statusCode, message, timestamp and error.`,
      { sign: true },
    )
    .by(
      all(givenAccepted(operation, unlisted), joined(unlisted, mistypedValues(operation))),
      both(
        on(
          ([drawn]) => drawn.filter((reply) => !hasBlankValue(reply)),
          refused({ status: 400, error: 'Bad Request', body: 'full' }),
        ),
        // The document does not say how a non-string, or a blank text, is refused.
        on(([, every]) => every, refused()),
      ),
    );

  refusalTest
    .implied(
      `${operation}/refuses-an-unlisted-${one}-in-any-order` as RequirementId,
      `The service refuses an unlisted ${one} without a 5xx, even if the rest of the order is invalid.`,
    )
    .by(givenAccepted(operation, oddOrders(operation)), on(withoutRefusedAlike, refused()));

  messageTest
    .stated(
      `${operation}/names-the-listed-${many}` as RequirementId,
      `The message that refuses an unlisted ${one} names all allowed values.`,
    )
    .by(givenAccepted(operation, unlisted), namesAll('some'));

  messageTest
    .shown(
      `${operation}/names-the-listed-${many}-for-an-empty-one` as RequirementId,
      `The message that refuses an empty ${one} names all allowed values too.`,
    )
    .by(givenAccepted(operation, unlisted), namesAll('empty'));

  recasedTest
    .silent(
      `${operation}/recased-${one}` as RequirementId,
      `Is a listed ${one} accepted in another letter case or with spaces?`,
    )
    .by(recasedValues(operation), observesStatus());
}

// A bank account is absent where a subaccount has none, or where no recipient has the id.

const absentTest = rowsOf('Errors', 'error', { asks: 'refusal', heeds: ['rules'], sign: true });
const absentBodyTest = rowsOf('Errors', 'error');
const errorBodyTest = rowsOf('Resources: Error body', 'error');

const unbanked = unbankedOrders('onramp.initiate');

const absent = refused({ status: 404, message: 'bank account not found' });

absentTest
  .stated(
    'onramp.initiate/refuses-an-absent-bank-account',
    'An order for a subaccount without a bank account gets 404, and the message says so.',
  )
  .by(givenAccepted('onramp.initiate', unbanked), absent);

const where404 = (judge: Judge<readonly Reply[]>) =>
  onlyReplies(({ status }) => status === 404, 'an absent bank account is not answered with 404', judge);
const dated = where404(ofReadable(refused({ status: 404, body: 'bank account' })));
const withoutError = where404(lacks('error'));

absentBodyTest
  .implied(
    'onramp.initiate/dates-the-absent-bank-account',
    'The 404 for an absent bank account carries statusCode, timestamp and message.',
  )
  .by(unbanked, dated);

for (const [operation, refusal, body] of [
  ['offramp.initiate', 'stated', 'stated'],
  ['lightning-offramp.initiate', 'implied', 'shown'],
] as const) {
  const toNobody = ordersToNobody(operation);

  absentTest[refusal](
    `${operation}/refuses-an-unknown-recipient`,
    'A recipient that does not exist gets 404, and the message says that no bank account was found.',
  ).by(givenAccepted(operation, toNobody), absent);

  errorBodyTest[body](
    `${operation}/dates-the-unknown-recipient`,
    'The 404 for an unknown recipient carries statusCode, timestamp and message.',
  ).by(toNobody, dated);
}

absentBodyTest
  .stated(
    'onramp.initiate/names-no-error-for-an-absent-bank-account',
    'The 404 answer for an absent bank account has no field called error.',
  )
  .by(unbanked, withoutError);

absentBodyTest
  .stated(
    'offramp.initiate/names-no-error-for-an-unknown-recipient',
    'The 404 answer for an absent bank account has no field called error.',
  )
  .by(ordersToNobody('offramp.initiate'), withoutError);
