import { defaultPolicies, type PartialPolicies, type Policies, type SeenRequest, type WireReply } from '#sandbox';
import { type Change, forEachValue } from '../fault.ts';
import { errorBody, recognising, refusing } from '../refusal.ts';
import { sent, timesBefore } from '../requests.ts';
import { type Hook, succeeded } from '../rewriting.ts';
import { alternatives, atEach, offramps, onMembers, type Variation, variants } from '../variation.ts';

type MoneyOperation = Parameters<Policies['kyc']['mayMoveMoney']>[1];

const isDeposit = (operation: MoneyOperation): boolean => operation === 'deposit.simulate';

/** Refuses valid orders for a reason of the service's own, where it would accept them. */
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
  `Valid initiations are refused for a reason of the service's own: ${message}.`,
  refusedByPolicy((operation) => !isDeposit(operation), status, message),
]);

/** The key under which an order with its reference is recognised. */
function referenceOf(request: SeenRequest): string | undefined {
  const { operation, params } = request;
  const reference = sent(request, 'client_onramp_reference') ?? sent(request, 'client_offramp_reference');
  return typeof reference === 'string' ? `${operation} ${params.subaccountId} ${reference}` : undefined;
}

/** Accepts so many orders of a kind, and refuses those that come after. */
const limitedTo = (most: number): Hook =>
  refusing(
    (request) => timesBefore(request, `accepted ${request.operation}`) >= most,
    ({ path }) => ({
      status: 422,
      body: errorBody(422, 'The number of orders is above your daily limit', path),
    }),
  );

const isRightKey = ({ status }: WireReply): boolean => status !== 401 && status !== 403;

/** Refuses every further order of a kind once so many were accepted, before anything else in it is checked. */
const limitedBeforeAll =
  (most: number): Hook =>
  (reply, request) => {
    const { operation, world } = request;
    const limited = `limited ${operation}`;
    const wasAccepted = succeeded(reply);
    limitedTo(most)(reply, request);
    if (wasAccepted && !succeeded(reply)) world.memory.set(limited, structuredClone(reply));
    const refusal = world.memory.get(limited) as WireReply | undefined;
    return refusal && isRightKey(reply) ? structuredClone(refusal) : undefined;
  };

/** Takes some amounts that a plain service would refuse. */
const takingAmounts =
  (takes: (value: unknown) => boolean): typeof defaultPolicies.order.problem =>
  (value, member) =>
    member.kind === 'amount' && takes(value) ? undefined : defaultPolicies.order.problem(value, member);

const digits = /^\d+(\.\d+)?$/;

const references = ['client_onramp_reference', 'client_offramp_reference'] as const;

/** Takes orders without a reference; their records keep none. */
const withoutReference = (shown: null | undefined): Change => [
  {
    order: {
      problem: (value, member) =>
        references.some((name) => name === member.path) && (value ?? null) === null
          ? undefined
          : defaultPolicies.order.problem(value, member),
    },
  },
  onMembers(
    ['onramp.initiate', ...offramps],
    atEach(
      references.flatMap((name) => [`$.${name}`, `$.data[].${name}`]),
      (reference: unknown) => (reference === '' ? shown : reference),
    ),
  ),
];

const combinable = variants('orders', {
  'An order with a used reference gets the answer of the first order with it.': recognising(referenceOf, (earlier) => ({
    ...earlier,
    status: 200,
  })),
  'An amount that is sent as a string of digits is not refused for it.': {
    order: { problem: takingAmounts((value) => typeof value === 'string' && digits.test(value)) },
  },
});

const exclusive = alternatives('orders', {
  ...refusedOrders,
  'Orders without a reference are accepted, and in their records there is none.': withoutReference(undefined),
  'Orders without a reference are accepted, and in their records it is null.': withoutReference(null),
  'Valid deposits are refused because the limit of the day is reached.': refusedByPolicy(
    isDeposit,
    422,
    'The amount is above your daily limit',
  ),
  'After the third order of a kind, further ones are refused because the limit of the day is reached.': [
    { deposit: { effect: (held) => held } },
    limitedTo(3),
  ],
  'Once the limit of the day is reached, orders are refused for it before they are checked.': [
    { deposit: { effect: (held) => held } },
    limitedBeforeAll(3),
  ],
  'An order with a used reference is refused.': recognising(referenceOf, (_earlier, reply, { path }) => ({
    ...reply,
    status: 409,
    body: errorBody(409, 'This reference was used before', path),
  })),
  'Orders for nothing and for less than nothing are accepted, and shown as they were sent.': {
    order: { problem: takingAmounts((value) => typeof value === 'number') },
  },
});

export const variations: readonly Variation[] = [...combinable, ...exclusive];
