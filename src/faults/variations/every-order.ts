import type { RequirementId } from '#contract';
import { defaultPolicies, type PartialPolicies, type Policies, type WireReply } from '#sandbox';
import { forEachValue } from '../fault.ts';
import { errorBody, isInitiation, problem, refusing } from '../rewriting.ts';
import { alternatives, initiations, keepingBack } from '../variation.ts';

const each = <Subject extends string, Part extends string>(
  subjects: readonly Subject[],
  ...parts: readonly Part[]
): readonly `${Subject}/${Part}`[] => subjects.flatMap((subject) => parts.map((part) => `${subject}/${part}` as const));

const initiationRules: readonly RequirementId[] = [
  ...each(
    initiations,
    'answers-with-its-record',
    'begins-pending',
    'has-a-positive-rate',
    'has-no-negative-amounts',
    'is-created-in-utc',
    'leaves-balances-alone',
    'refuses-a-business-without-approved-kyc',
    'refuses-an-absent-subaccount',
    'refuses-without-approved-kyc',
  ),
  ...each(
    ['onramp.initiate', 'offramp.initiate'],
    'echoes-the-amount',
    'echoes-the-asset',
    'echoes-the-currency',
    'echoes-the-reference',
    'gives-each-order-its-own-id',
    'is-near-its-rate',
    'nets-at-most-the-gross',
    'survives-a-repeated-reference',
    'totals-each-fee',
  ),
  ...each(['onramp.initiate', 'lightning-offramp.initiate'], 'expires-after-its-creation', 'holds-through-a-sequence'),
  ...each(['offramp.initiate', 'lightning-offramp.initiate'], 'refuses-an-unknown-recipient'),
  ...each(
    ['onramp.initiate'],
    'accepts-each-listed-asset',
    'calls-itself-an-onramp',
    'echoes-the-address',
    'names-the-listed-assets',
    'refuses-an-absent-bank-account',
    'refuses-an-unlisted-asset',
    'refuses-an-unlisted-asset-in-any-order',
  ),
  ...each(
    ['offramp.initiate'],
    'calls-itself-an-offramp',
    'can-be-listed',
    'can-be-read',
    'creates-nothing-when-refused',
    'echoes-the-recipient',
    'is-kept-as-created',
    'is-kept-once',
  ),
  ...each(
    ['lightning-offramp.initiate'],
    'gives-each-order-its-own-invoice',
    'is-near-its-rate',
    'names-one-account-for-a-recipient',
    'pays-in-the-target-currency',
    'receives-at-most-the-target',
    'refuses-a-missing-amount',
    'refuses-a-missing-recipient',
    'refuses-what-is-no-json',
    'reports-success',
    'speaks-of-the-invoice',
  ),
  ...each(['offramp.list', 'offramp.read', 'balances.read'], 'holds-through-a-sequence'),
  'offramp.read/keeps-onramps-apart',
  'balances.read/falls-by-no-initiation',
  'balances.read/stands-still-after-initiations',
  'authentication/creates-nothing-when-refused',
  ...each(
    ['versions'],
    'keep-the-lightning-envelope',
    'keep-the-offramp-record',
    'refuse-the-other-body-in-v1',
    'refuse-the-other-body-in-v2',
  ),
  ...each(
    ['rails'],
    'dollars-may-name-a-rail',
    'dollars-need-no-rail',
    'named-is-in-dollars',
    'named-needs-all-four-fields',
    'named-refuses-ach',
    'named-refuses-ach-in-any-order',
    'named-refuses-rtp',
    'named-refuses-same-day-ach',
    'named-takes-no-other-rail',
    'named-takes-swift',
    'named-takes-wire',
    'other-currencies-are-unchanged',
    'refusal-creates-nothing',
  ),
];

/** If the service refuses the full key, other keys prove nothing. */
const keyRules = each(
  initiations,
  'refuses-a-missing-key',
  'refuses-a-misplaced-key',
  'refuses-a-restricted-key',
  'refuses-an-altered-key',
);

/** A 503 may hide an order that was carried out. */
const closedRules: readonly RequirementId[] = [
  ...initiationRules.filter(
    (id) => id !== 'offramp.list/holds-through-a-sequence' && id !== 'offramp.read/holds-through-a-sequence',
  ),
  ...keyRules,
  ...each(initiations, 'survives-mistyped-members'),
  'rails/survives-nonsense',
];

const depositRules = each(
  ['deposit.simulate'],
  'accepts-each-listed-currency',
  'answers-success-without-a-body',
  'holds-through-a-sequence',
  'is-credited-once',
  'moves-its-own-balance-alone',
  'names-the-listed-currencies',
  'refuses-a-business-without-approved-kyc',
  'refuses-an-absent-subaccount',
  'refuses-an-unlisted-currency',
  'refuses-an-unlisted-currency-in-any-order',
  'refuses-without-approved-kyc',
);

type MoneyOperation = Parameters<Policies['kyc']['mayMoveMoney']>[1];

const isDeposit = (operation: MoneyOperation): boolean => operation === 'deposit.simulate';

const refusedByPolicy = (
  which: (operation: MoneyOperation) => boolean,
  status: number,
  message: string,
): PartialPolicies => ({
  kyc: {
    mayMoveMoney: (subaccount, operation) =>
      !which(operation) && defaultPolicies.kyc.mayMoveMoney(subaccount, operation),
  },
  error: {
    kycNotApproved: (context) => {
      if (!which(context.operation as MoneyOperation)) return defaultPolicies.error.kycNotApproved(context);
      return { status, body: errorBody(status, message, context.path) };
    },
  },
});

const circumstances = [
  [422, 'The amount is above your daily limit'],
  [402, 'Insufficient funds'],
  [409, 'Payouts are accepted during business hours only; try again later'],
  [422, 'DAILY_LIMIT_EXCEEDED'],
  [422, 'Der Betrag überschreitet Ihr Tageslimit'],
  [422, 'Saldo insuficiente'],
  [409, 'Payouts resume on Monday at 08:00'],
  [409, 'Ramps are closed until Monday'],
  [503, 'Ramps are closed for maintenance until Monday'],
] as const;

const refusedOrders = forEachValue(circumstances, ([status, message]) => [
  `Orders are refused, with the message: ${message}.`,
  keepingBack(...(status === 503 ? closedRules : initiationRules))(
    refusedByPolicy((operation) => !isDeposit(operation), status, message),
  ),
]);

const everyOrder: Readonly<Record<string, Partial<WireReply>>> = {
  'as a problem': problem(422, 'Order not possible', 'No liquidity for this corridor'),
  'in Polish and by the status 412': {
    status: 412,
    body: { message: 'Zlecenia przyjmujemy w dni robocze' },
  },
  'by a number alone': { status: 400, body: { error: { code: 40217 }, message: '40217' } },
  'in words for a path that leads nowhere': {
    status: 404,
    body: { statusCode: 404, message: 'No such endpoint is open in your region', error: 'Not Found' },
  },
  'as a key without permission is': {
    status: 403,
    body: { error: 'Forbidden', message: 'You do not have permission to access this resource' },
  },
  'without a body': { status: 409, body: {} },
  'in plain text and Portuguese': {
    status: 403,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    raw: 'Operação não permitida nesta moeda.',
  },
  'with a page of HTML': {
    status: 422,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    raw: '<!doctype html><title>Order</title><p>Orders are taken on working days.</p>',
  },
};

const everyOrderRefused = forEachValue(Object.entries(everyOrder), ([how, refusal]) => [
  `Orders are refused for a reason that the document does not know, ${how}.`,
  keepingBack(
    ...initiationRules,
    // A key without permission gets the same answer, and a wrong key 401.
    ...(refusal.status === 403 ? each(initiations, 'refuses-a-restricted-key') : []),
  )(
    refusing(
      ({ operation }) => isInitiation(operation),
      () => structuredClone(refusal),
    ),
  ),
]);

alternatives('orders', {
  ...refusedOrders,
  ...everyOrderRefused,
  'Deposits are refused because the limit of the day is reached.': keepingBack(...depositRules)(
    refusedByPolicy(isDeposit, 422, 'The amount is above your daily limit'),
  ),
});
