import { sectionsOf } from '../claim.ts';
import { headingOf, type OperationId } from '../operation.ts';
import { operationOf } from '../operations.ts';

const ramps = [
  { operation: 'onramp.initiate', noun: 'onramp', record: 'Resources: Onramp' },
  { operation: 'offramp.initiate', noun: 'offramp', record: 'Resources: Offramp (version 2)' },
] as const;

/** An onramp and an offramp are ordered, quoted and kept alike. */
const rampRequirements = ramps.flatMap(({ operation, noun, record }) => {
  const section = sectionsOf(operation);
  const order = section('order', record);
  const money = section('money', record);
  const balances = section('money', 'What the service does');
  const open = section('open', 'Endpoints');
  return [
    order.stated('begins-pending', `A created ${noun} has the status pending.`),
    order.stated('echoes-the-reference', "The caller's reference comes back as it was sent.", {
      heeds: ['orders'],
      sign: true,
    }),
    order.implied('echoes-the-amount', 'The source amount is the amount sent.', { heeds: ['orders'] }),
    order.shown(
      'is-created-now',
      'The time of creation is the time of the exchange, within five minutes of the service clock.',
    ),
    order.implied(
      'is-created-in-utc',
      'The time of creation lies within 14 minutes of the nearer clock, as no local time that is marked as UTC does.',
    ),
    order.shown('keeps-its-account', 'Orders of one subaccount in one currency name one account.'),
    order.implied('gives-each-order-its-own-id', 'Two orders with different references get different ids.', {
      heeds: ['orders'],
      sign: true,
    }),
    money.implied(
      'nets-at-most-the-gross',
      'The net amount is not above the gross amount, and more than nothing where that is more than the fees.',
    ),
    money.shown(
      'nets-the-gross-less-the-fees',
      'Where the fees are in its unit, the net amount is the gross amount less all of them.',
    ),
    money.implied('has-a-positive-rate', 'The exchange rate is above zero.'),
    money.shown('adds-up-its-fees', 'Where all fees are in one currency, the total is their sum.'),
    money.shown(
      'converts-at-its-rate',
      'The gross amount is the source amount at the stated rate, within one per cent.',
    ),
    balances.stated('leaves-balances-alone', `Initiating an ${noun} changes no balance.`, ['balances.read', operation]),
    section('http', record).implied(
      'survives-a-repeated-reference',
      'A reference that was accepted before never breaks the service.',
      { asks: 'survival' },
    ),
    open.silent(
      'answer-to-a-repeated-reference',
      'Whether a reference is accepted twice, answered with the first order, or refused is open.',
    ),
    open.silent(
      'answer-to-a-missing-member',
      'Which members are required is open, and so is the answer to a missing one.',
    ),
  ];
});

const moneyOrders = [
  { operation: 'deposit.simulate', order: 'A deposit' },
  { operation: 'onramp.initiate', order: 'An onramp' },
  { operation: 'offramp.initiate', order: 'An offramp' },
  { operation: 'lightning-offramp.initiate', order: 'A lightning offramp' },
] as const;

const moneyRequirements = moneyOrders.flatMap(({ operation, order }) => {
  const section = sectionsOf(operation);
  return [
    section('verification', 'Endpoints').stated(
      'refuses-without-approved-kyc',
      `${order} for a person's subaccount without approved verification is refused.`,
      { asks: 'refusal', heeds: ['rules'], sign: true },
    ),
    section('verification', 'Endpoints').stated(
      'refuses-a-business-without-approved-kyc',
      `${order} for a business's subaccount without approved verification is refused.`,
      { asks: 'refusal', heeds: ['rules'] },
    ),
    section('http', headingOf(operationOf(operation))).implied(
      'survives-mistyped-members',
      'A body with members of another type or twice, null or missing, with an id that is none, in another content type, or that is no JSON object, never breaks the service.',
      { asks: 'survival' },
    ),
    section('money', headingOf(operationOf(operation))).implied(
      'leaves-balances-alone-when-refused',
      `${order} that is refused moves no balance.`,
      ['balances.read', operation],
    ),
    section('open', 'Endpoints').silent('success-status', `Which success status ${order.toLowerCase()} gets is open.`),
  ];
});

/** For the lightning offramp this is stated: both its members are required. */
const bodyRequirements = (['deposit.simulate', 'onramp.initiate', 'offramp.initiate'] as const).map((operation) =>
  sectionsOf(operation)('http', headingOf(operationOf(operation))).shown(
    'refuses-what-is-no-json',
    'A body that is not JSON, or no JSON object, is not accepted.',
    { asks: 'refusal', heeds: ['rules'] },
  ),
);

/** For a deposit the refusal is stated. */
const subaccountRequirements = (['onramp.initiate', 'offramp.initiate', 'lightning-offramp.initiate'] as const).flatMap(
  (operation) => {
    const section = sectionsOf(operation);
    return [
      section('verification', 'Endpoints').implied(
        'refuses-an-absent-subaccount',
        'An order for a subaccount that does not exist is refused.',
        { asks: 'refusal', heeds: ['rules'], sign: true },
      ),
      section('open', 'Errors').silent(
        'answer-for-an-absent-subaccount',
        'Which answer an absent subaccount gets is open.',
      ),
    ];
  },
);

export const orderRequirements = [
  ...rampRequirements,
  ...moneyRequirements,
  ...bodyRequirements,
  ...subaccountRequirements,
];

/** Rails that a named withdrawal may take, and those that it may not. */
export const namedRails = ['WIRE', 'SWIFT'] as const;
export const unnamedRails = ['ACH', 'RTP', 'SAME_DAY_ACH'] as const;

const onRails = sectionsOf('rails', ['offramp.initiate']);
const rail = onRails('rails', headingOf(operationOf('offramp.initiate'), 'Rules for USD and named withdrawals'), {
  heeds: ['rules'],
});

export const railRequirements = [
  rail.stated('dollars-need-no-rail', 'An offramp in US dollars to a plain recipient is accepted without a rail.'),
  rail.stated('dollars-may-name-a-rail', 'An offramp in US dollars is not refused because it names a rail.'),
  rail.shown(
    'plain-dollars-take-every-rail',
    'Each of the five rails is accepted for a plain recipient in US dollars.',
    { ofEachValue: true },
  ),
  rail.stated('named-takes-wire', 'A named withdrawal over WIRE is accepted.'),
  rail.stated('named-takes-swift', 'A named withdrawal over SWIFT is accepted.'),
  rail.stated('named-refuses-ach', 'A named withdrawal over ACH is refused.'),
  rail.stated('named-refuses-rtp', 'A named withdrawal over RTP is refused.'),
  rail.stated('named-refuses-same-day-ach', 'A named withdrawal over SAME_DAY_ACH is refused.'),
  rail.stated(
    'named-takes-no-other-rail',
    'A named withdrawal over a rail that is neither WIRE nor SWIFT, listed or not, is refused.',
  ),
  rail.implied(
    'named-refuses-ach-in-any-order',
    'A named withdrawal over ACH is refused, and breaks nothing, however odd the rest of the order is.',
  ),
  rail.stated('named-is-in-dollars', 'A named withdrawal in a currency other than US dollars is refused.'),
  rail.stated(
    'named-needs-all-four-fields',
    'A named withdrawal to a recipient that lacks an identifying field is refused.',
  ),
  rail.shown('nonsense-is-refused', 'A rail that is no rail is refused rather than ignored.'),
  rail.implied('survives-nonsense', 'A rail that is no rail never breaks the service.'),
  rail.shown(
    'recased-dollars-are-no-way-round',
    'A currency in lower case is no way round the rails of a named withdrawal.',
  ),
  rail.implied('refusal-creates-nothing', 'An offramp that is refused for its rail is not in the listing.', [
    'offramp.initiate',
    'offramp.list',
  ]),
  rail.implied(
    'other-currencies-are-unchanged',
    'An offramp in another currency to a plain recipient, without a rail, is accepted.',
  ),
  rail.shown(
    'other-currencies-take-no-dollar-rail',
    'An offramp in another currency over ACH, RTP or SAME_DAY_ACH is refused.',
  ),
  rail.shown('real-but-unlisted-rail', 'A rail that exists in banking but not in the document is refused.'),
  rail.silent(
    'whole-space',
    'Which of all combinations of recipient, currency and rail are accepted is open beyond the rules.',
  ),
  rail.silent('named-without-a-rail', 'What a named withdrawal without a rail gets is open.'),
  rail.silent('rail-on-another-currency', 'What WIRE or SWIFT on a currency other than US dollars gets is open.'),
  rail.silent('status-of-a-refusal', 'Which status refuses a rail is open.'),
];

/** A member whose values the document lists: each is accepted, any other is refused by naming them all. */
const listedValue = (
  operation: OperationId,
  { one, many, count }: Readonly<Record<'one' | 'many' | 'count', string>>,
) => {
  const section = sectionsOf(operation);
  const endpoint = headingOf(operationOf(operation));
  const errors = section('error', 'Errors');
  return [
    section('order', endpoint).stated(
      `accepts-each-listed-${one}`,
      `Each of the ${count} listed ${many} is accepted as a value.`,
      { asks: 'acceptance', ofEachValue: true },
    ),
    errors.stated(
      `refuses-an-unlisted-${one}`,
      `Any other ${one} is answered 400 Bad Request, with a full error body.`,
      { asks: 'refusal', heeds: ['rules'], sign: true },
    ),
    errors.implied(
      `refuses-an-unlisted-${one}-in-any-order`,
      `Any other ${one} is refused, and breaks nothing, however odd the rest of the order is.`,
      { asks: 'refusal', heeds: ['rules'] },
    ),
    errors.stated(`names-the-listed-${many}`, `The message that refuses an unlisted ${one} names all allowed values.`),
    errors.shown(
      `names-the-listed-${many}-for-an-empty-one`,
      `The message that refuses an empty ${one} names all allowed values too.`,
    ),
    section('open', endpoint).silent(
      `recased-${one}`,
      `Whether a listed ${one} in another letter case or with spaces is accepted is open.`,
    ),
  ];
};

export const listedValueRequirements = [
  ...listedValue('deposit.simulate', {
    one: 'currency',
    many: 'currencies',
    count: 'twelve',
  }),
  ...listedValue('onramp.initiate', { one: 'asset', many: 'assets', count: 'three' }),
];
