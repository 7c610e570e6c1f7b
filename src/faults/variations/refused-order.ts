import type { OperationId, SeenRequest, WireReply } from '#sandbox';
import { isRecord } from '../places.ts';
import type { Variation } from '../planted.ts';
import { timesBefore } from '../requests.ts';
import { type Hook, succeeded } from '../rewriting.ts';
import { initiated, ordersAndBalances } from './operation-groups.ts';

const stores = {
  'onramp.initiate': 'onramps',
  'offramp.initiate': 'offramps',
  'lightning-offramp.initiate': 'lightningOfframps',
} as const;

const isInitiation = (operation: OperationId | undefined): operation is keyof typeof stores =>
  operation !== undefined && operation in stores;

const amountOf = ({ body }: SeenRequest): number => {
  const order = isRecord(body) ? body : {};
  return Number(isRecord(order.from) ? order.from.amount : order.amount);
};

/** How a service words a refusal of its own, and where it puts the words. */
interface Refusal {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly contentType?: string;
}

/** Refuses an order that would have been accepted, and keeps nothing of it. */
const refuse = (reply: WireReply, { operation, world }: SeenRequest, refusal: Refusal): void => {
  if (isInitiation(operation)) world.store[stores[operation]].pop();
  reply.status = refusal.status;
  reply.headers['content-type'] = refusal.contentType ?? 'application/json';
  reply.body = refusal.body;
};

/** Refuses some of the orders that would have been accepted. */
const refusing =
  (which: (request: SeenRequest) => boolean, refusal: (request: SeenRequest) => Refusal): Hook =>
  (reply, request) => {
    const { operation } = request;
    const isOrder = operation === 'deposit.simulate' || isInitiation(operation);
    if (isOrder && succeeded(reply) && which(request)) refuse(reply, request, refusal(request));
  };

/** An order without what differs each time: its reference. */
const contentOf = ({ operation, params, body }: SeenRequest): string =>
  `${operation} ${params.subaccountId} ${JSON.stringify(body, (name, value) => (name.endsWith('_reference') ? undefined : value))}`;

/** Whether an order like it was accepted before. */
const isRepeated = (request: SeenRequest): boolean =>
  isInitiation(request.operation) && timesBefore(request, contentOf(request)) > 0;

/** Answers an order like an earlier one with that one, whatever its reference. */
const repeatsTheFirst: Hook = (reply, request): WireReply | undefined => {
  const { operation, world } = request;
  if (!isInitiation(operation) || !succeeded(reply)) return undefined;
  const known = `first ${contentOf(request)}`;
  const first = world.memory.get(known) as WireReply | undefined;
  if (first === undefined) {
    world.memory.set(known, structuredClone(reply));
    return undefined;
  }
  world.store[stores[operation]].pop();
  return structuredClone(first);
};

const problem = (status: number, title: string, detail: string): Refusal => ({
  status,
  contentType: 'application/problem+json',
  body: { type: 'https://errors.example/order', title, detail, status },
});

const minima: Readonly<Record<string, number>> = { NGN: 5_000, COP: 20_000, TZS: 5_000, ARS: 1_000 };

const currencyOf = ({ body }: SeenRequest): string => String(isRecord(body) ? body.currency : '');

const isBelow = (request: SeenRequest): boolean =>
  request.operation === 'deposit.simulate' && amountOf(request) < (minima[currencyOf(request)] ?? 0);

/** The least amount of a currency, in words and shapes that services use. */
const belowMinimum: readonly (readonly [id: string, sentence: string, word: (least: number) => Refusal])[] = [
  [
    'in-a-list',
    'in a list of messages',
    (least) => ({
      status: 400,
      body: { statusCode: 400, message: [`amount must not be less than ${least}`], error: 'Bad Request' },
    }),
  ],
  [
    'as-a-code',
    'as a code with details',
    (least) => ({
      status: 422,
      body: { error: { code: 'AMOUNT_BELOW_MINIMUM', details: { minimum: least } } },
    }),
  ],
  [
    'as-a-problem',
    'as a problem, in Portuguese',
    (least) => problem(400, 'Pedido recusado', `O valor mínimo é ${least.toLocaleString('de')},00`),
  ],
];

const aBalance = 'what is deposited raises a balance';
const deposited = { deposit: { effect: <T>(held: T): T => held } };

const minimumVariations: readonly Variation[] = belowMinimum.map(([id, words, refusal]) => ({
  id: `deposit/minimum-${id}`,
  sentence: `A deposit below the minimum of its currency is refused for it, ${words}.`,
  operations: ['balances.read', 'deposit.simulate'],
  replies: 'successes',
  alone: aBalance,
  policies: deposited,
  reply: refusing(isBelow, (request) => refusal(minima[currencyOf(request)] ?? 0)),
}));

const oneRefusal = 'an order that is refused shows no other freedom';
const isEvery = ({ operation }: SeenRequest): boolean => isInitiation(operation);

const everyOrder: readonly (readonly [id: string, sentence: string, refusal: Refusal])[] = [
  ['as-a-problem', 'as a problem', problem(422, 'Order not possible', 'No liquidity for this corridor')],
  [
    'in-polish',
    'in Polish and by the status 412',
    { status: 412, body: { message: 'Zlecenia przyjmujemy w dni robocze' } },
  ],
  ['as-a-number', 'by a number alone', { status: 400, body: { error: { code: 40217 }, message: '40217' } }],
  ['in-nothing', 'without a body', { status: 409, body: {} }],
];

const refusedVariations: readonly Variation[] = everyOrder.map(([id, how, refusal]) => ({
  id: `orders/refused-${id}`,
  sentence: `Valid initiations are refused for a reason of the service's own, ${how}.`,
  operations: initiated,
  replies: 'successes',
  alone: oneRefusal,
  reply: refusing(isEvery, () => structuredClone(refusal)),
}));

/** Freedoms to refuse what the document allows, for reasons that it does not know. */
export const refusedOrderVariations: readonly Variation[] = [
  ...minimumVariations,
  ...refusedVariations,
  {
    id: 'orders/above-a-maximum',
    sentence: 'An initiation of more than 80 is refused for it, and one of as much is accepted.',
    operations: initiated,
    replies: 'successes',
    alone: oneRefusal,
    reply: refusing(
      (request) => isEvery(request) && amountOf(request) > 80,
      () => problem(422, 'Betrag zu hoch', 'Höchstens 80,00 je Auftrag'),
    ),
  },
  {
    id: 'orders/few-at-a-time',
    sentence: 'After the fourth order of a kind the service wants a pause, and says so in Turkish.',
    operations: ordersAndBalances,
    replies: 'successes',
    alone: oneRefusal,
    policies: deposited,
    reply: refusing(
      (request) => timesBefore(request, `orders of ${request.operation}`) >= 4,
      () => ({ status: 409, body: { title: 'Çok sık', detail: 'Lütfen biraz bekleyin' } }),
    ),
  },
  {
    id: 'orders/repeated-are-refused',
    sentence: 'An initiation like an earlier one in all but its reference is refused as a duplicate.',
    operations: initiated,
    replies: 'successes',
    alone: oneRefusal,
    reply: refusing(isRepeated, () => ({
      status: 409,
      body: { error: { code: 'DUPLICATE_ORDER', message: 'Seen a moment ago' } },
    })),
  },
  {
    id: 'orders/repeated-are-the-first',
    sentence: 'An initiation like an earlier one in all but its reference is answered with that one.',
    operations: initiated,
    replies: 'successes',
    alone: oneRefusal,
    reply: repeatsTheFirst,
  },
  {
    id: 'orders/recipient-of-its-subaccount',
    sentence: 'A recipient belongs to one subaccount: for another one it is not found.',
    operations: ['offramp.initiate', 'lightning-offramp.initiate'],
    replies: 'successes',
    alone: oneRefusal,
    reply: refusing(
      ({ operation, params }) =>
        operation !== 'onramp.initiate' &&
        isInitiation(operation) &&
        (params.subaccountId ?? '').startsWith('5eed0a02'),
      () => ({ status: 404, body: { statusCode: 404, message: 'Bank account not found' } }),
    ),
  },
];
