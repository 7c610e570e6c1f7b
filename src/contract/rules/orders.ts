import { sectionsOf } from '../claim.ts';
import { headingOf } from '../operation.ts';
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
