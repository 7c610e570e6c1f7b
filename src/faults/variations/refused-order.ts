import type { SeenRequest, WireReply } from '#sandbox';
import { amountOf, isOfBusiness, isUuid, sent, timesBefore, type When } from '../requests.ts';
import { oneFor, sharing } from './hook.ts';
import { initiated, ordersAndBalances } from './operation-groups.ts';
import { isInitiation, recognising, refusing } from './refusal.ts';

/** An order without what differs each time: its reference. */
const contentOf = ({ operation, params, body }: SeenRequest): string =>
  `${operation} ${params.subaccountId} ${JSON.stringify(body, (name, value) => (name.endsWith('_reference') ? undefined : value))}`;

/** Whether an order like it was accepted before. */
const isRepeated: When = (request) =>
  isInitiation(request.operation) && timesBefore(request, contentOf(request)) > 0;

const firstLikeIt = (request: SeenRequest): string | undefined =>
  isInitiation(request.operation) ? `first ${contentOf(request)}` : undefined;

const problem = (status: number, title: string, detail: string): Partial<WireReply> => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { type: 'https://errors.example/order', title, detail, status },
});

const minima: Readonly<Record<string, number>> = { NGN: 5_000, COP: 20_000, TZS: 5_000, ARS: 1_000 };

const minimumOf = (request: SeenRequest): number => minima[String(sent(request, 'currency'))] ?? 0;

const isBelow: When = (request) =>
  request.operation === 'deposit.simulate' && Number(amountOf(request)) < minimumOf(request);

/** The least amount of a currency, in words and shapes that services use. */
const belowMinimum: readonly (readonly [
  id: string,
  sentence: string,
  word: (least: number) => Partial<WireReply>,
])[] = [
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

const deposited = { deposit: { effect: <T>(held: T): T => held } };

const minimumFreedoms = oneFor(belowMinimum, ([id, words, refusal]) => [
  `deposit/minimum-${id}`,
  {
    sentence: `A deposit below the minimum of its currency is refused for it, ${words}.`,
    operations: ['balances.read', 'deposit.simulate'],
    alone: 'what is deposited raises a balance',
    policies: deposited,
    reply: refusing(isBelow, (request) => refusal(minimumOf(request))),
  },
]);

const isEvery: When = ({ operation }) => isInitiation(operation);

const everyOrder: readonly (readonly [id: string, sentence: string, refusal: Partial<WireReply>])[] = [
  ['as-a-problem', 'as a problem', problem(422, 'Order not possible', 'No liquidity for this corridor')],
  [
    'in-polish',
    'in Polish and by the status 412',
    { status: 412, body: { message: 'Zlecenia przyjmujemy w dni robocze' } },
  ],
  ['as-a-number', 'by a number alone', { status: 400, body: { error: { code: 40217 }, message: '40217' } }],
  ['in-nothing', 'without a body', { status: 409, body: {} }],
];

const everyOrderRefused = oneFor(everyOrder, ([id, how, refusal]) => [
  `orders/refused-${id}`,
  {
    sentence: `Valid initiations are refused for a reason of the service's own, ${how}.`,
    reply: refusing(isEvery, () => structuredClone(refusal)),
  },
]);

/** Freedoms to refuse what the document allows, for reasons that it does not know. */
export const refusedOrderVariations = sharing(
  { operations: initiated, replies: 'successes', alone: 'an order that is refused shows no other freedom' },
  {
    ...minimumFreedoms,
    ...everyOrderRefused,
    'orders/above-a-maximum': {
      sentence: 'An initiation of more than 80 is refused for it, and one of as much is accepted.',
      reply: refusing(
        (request) => isEvery(request) && Number(amountOf(request)) > 80,
        () => problem(422, 'Betrag zu hoch', 'Höchstens 80,00 je Auftrag'),
      ),
    },
    'orders/few-at-a-time': {
      sentence: 'After the fourth order of a kind the service wants a pause, and says so in Turkish.',
      operations: ordersAndBalances,
      policies: deposited,
      reply: refusing(
        (request) => timesBefore(request, `orders of ${request.operation}`) >= 4,
        () => ({ status: 409, body: { title: 'Çok sık', detail: 'Lütfen biraz bekleyin' } }),
      ),
    },
    'orders/repeated-are-refused': {
      sentence: 'An initiation like an earlier one in all but its reference is refused as a duplicate.',
      reply: refusing(isRepeated, () => ({
        status: 409,
        body: { error: { code: 'DUPLICATE_ORDER', message: 'Seen a moment ago' } },
      })),
    },
    'orders/repeated-are-the-first': {
      sentence: 'An initiation like an earlier one in all but its reference is answered with that one.',
      reply: recognising(firstLikeIt, (earlier) => earlier),
    },
    'orders/references-are-uuids': {
      sentence: 'An offramp whose reference is no UUID is refused.',
      reply: refusing(
        (request) =>
          request.operation === 'offramp.initiate' && !isUuid(sent(request, 'client_offramp_reference')),
        () => ({
          status: 400,
          body: {
            statusCode: 400,
            message: ['client_offramp_reference must be a UUID'],
            error: 'Bad Request',
          },
        }),
      ),
    },
    'orders/recipient-of-its-subaccount': {
      sentence: 'A recipient belongs to one subaccount: for another one it is not found.',
      operations: ['offramp.initiate', 'lightning-offramp.initiate'],
      reply: refusing(
        (request) => request.operation !== 'onramp.initiate' && isEvery(request) && isOfBusiness(request),
        () => ({ status: 404, body: { statusCode: 404, message: 'Bank account not found' } }),
      ),
    },
  },
);
