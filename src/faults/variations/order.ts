import {
  defaultPolicies,
  type PartialPolicies,
  type Policies,
  type SeenRequest,
  type WireReply,
} from '#sandbox';
import { isRecord } from '../places.ts';
import type { Variation } from '../planted.ts';
import { timesBefore } from '../requests.ts';
import { type Hook, succeeded } from '../rewriting.ts';
import { initiated, orders, ordersAndBalances } from './operation-groups.ts';

type MoneyOperation = Parameters<Policies['kyc']['mayMoveMoney']>[1];

const isDeposit = (operation: MoneyOperation): boolean => operation === 'deposit.simulate';

/** Refuses valid orders for a reason of the service's own, where it would accept them. */
const refusing = (
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
      const timestamp = context.at.toISOString();
      return {
        status,
        body: { statusCode: status, message, timestamp, path: context.path, error: 'Not now' },
      };
    },
  },
});

const nothingIsAccepted = 'with every order refused no other freedom shows';

const circumstances: readonly (readonly [id: string, status: number, message: string])[] = [
  ['for-limits', 422, 'The amount is above your daily limit'],
  ['for-funds', 402, 'Insufficient funds'],
  ['at-night', 409, 'Payouts are accepted during business hours only; try again later'],
  ['for-limits-as-a-code', 422, 'DAILY_LIMIT_EXCEEDED'],
  ['for-limits-in-german', 422, 'Der Betrag überschreitet Ihr Tageslimit'],
  ['for-funds-in-spanish', 422, 'Saldo insuficiente'],
  ['at-the-weekend', 409, 'Payouts resume on Monday at 08:00'],
  ['outside-hours', 409, 'Ramps are closed until Monday'],
  ['for-maintenance', 503, 'Ramps are closed for maintenance until Monday'],
];

const refusedOrders: readonly Variation[] = circumstances.map(([id, status, message]) => ({
  id: `orders/refused-${id}`,
  sentence: `Valid initiations are refused for a reason of the service's own: ${message}.`,
  operations: initiated,
  alone: nothingIsAccepted,
  policies: refusing((operation) => !isDeposit(operation), status, message),
}));

/** The key under which an order with its reference is recognised. */
function referenceOf({ operation, params, body }: SeenRequest): string | undefined {
  const member = {
    'onramp.initiate': 'client_onramp_reference',
    'offramp.initiate': 'client_offramp_reference',
  };
  const name = member[operation as keyof typeof member];
  const reference = isRecord(body) && name !== undefined ? body[name] : undefined;
  return typeof reference === 'string' ? `${operation} ${params.subaccountId} ${reference}` : undefined;
}

/** Answers an order whose reference is known as the first one, and removes the new record. */
const idempotent: Hook = (reply, request): WireReply | undefined => {
  const reference = referenceOf(request);
  if (reference === undefined || !succeeded(reply)) return undefined;
  const { memory, store } = request.world;
  const earlier = memory.get(reference) as WireReply | undefined;
  if (earlier === undefined) {
    memory.set(reference, structuredClone(reply));
    return undefined;
  }
  if (request.operation === 'onramp.initiate') store.onramps.pop();
  else store.offramps.pop();
  return { ...structuredClone(earlier), status: 200 };
};

/** Refuses an order whose reference is known, and removes the new record. */
const referenceTaken: Hook = (reply, request): WireReply | undefined => {
  const reference = referenceOf(request);
  if (reference === undefined || !succeeded(reply)) return undefined;
  const { memory, store } = request.world;
  if (!memory.has(reference)) {
    memory.set(reference, true);
    return undefined;
  }
  if (request.operation === 'onramp.initiate') store.onramps.pop();
  else store.offramps.pop();
  const message = 'This reference was used before';
  return { ...reply, status: 409, body: { statusCode: 409, message, error: 'Conflict' } };
};

/** Accepts so many orders of a kind, and refuses those that come after. */
const limitedTo =
  (most: number): Hook =>
  (reply, request) => {
    const { operation, world } = request;
    if (!succeeded(reply) || !(operation === 'deposit.simulate' || operation?.endsWith('.initiate'))) return;
    if (timesBefore(request, `accepted ${operation}`) < most) return;
    if (operation === 'onramp.initiate') world.store.onramps.pop();
    if (operation === 'offramp.initiate') world.store.offramps.pop();
    const message = 'The number of orders is above your daily limit';
    reply.status = 422;
    reply.headers['content-type'] = 'application/json';
    reply.body = { statusCode: 422, message, error: 'Unprocessable Entity' };
  };

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

export const orderVariations: readonly Variation[] = [
  ...refusedOrders,
  {
    id: 'deposit/refused-for-limits',
    sentence: 'Valid deposits are refused because the limit of the day is reached.',
    operations: ['balances.read', 'deposit.simulate'],
    alone: nothingIsAccepted,
    policies: refusing(isDeposit, 422, 'The amount is above your daily limit'),
  },
  {
    id: 'orders/limited-in-number',
    sentence:
      'After the third order of a kind, further ones are refused because the limit of the day is reached.',
    operations: ordersAndBalances,
    replies: 'successes',
    alone: nothingIsAccepted,
    policies: { deposit: { effect: (held) => held } },
    reply: limitedTo(3),
  },
  {
    id: 'orders/limited-before-all',
    sentence: 'Once the limit of the day is reached, orders are refused for it before they are checked.',
    operations: ordersAndBalances,
    alone: nothingIsAccepted,
    policies: { deposit: { effect: (held) => held } },
    reply: limitedBeforeAll(3),
  },
  {
    id: 'orders/known-by-their-reference',
    sentence: 'An order with a used reference gets the answer of the first order with it.',
    operations: ['onramp.initiate', 'offramp.initiate', 'offramp.list', 'offramp.read'],
    replies: 'successes',
    reply: idempotent,
  },
  {
    id: 'orders/reference-is-taken',
    sentence: 'An order with a used reference is refused.',
    operations: ['onramp.initiate', 'offramp.initiate', 'offramp.list', 'offramp.read'],
    replies: 'successes',
    alone: 'a refusal excludes the same answer again',
    reply: referenceTaken,
  },
  {
    id: 'orders/of-any-amount',
    sentence: 'Orders for nothing and for less than nothing are accepted, and shown as they were sent.',
    operations: [...orders, 'offramp.read', 'offramp.list'],
    alone: 'what is ordered so differs in sign from all else',
    policies: { order: { problem: takingAmounts((value) => typeof value === 'number') } },
  },
  {
    id: 'orders/amounts-as-strings',
    sentence: 'An amount that is sent as a string of digits is not refused for it.',
    operations: orders,
    replies: [400],
    policies: {
      order: { problem: takingAmounts((value) => typeof value === 'string' && digits.test(value)) },
    },
  },
];
