import type { SeenRequest, WireReply } from '#sandbox';
import { forEachValue } from '../fault.ts';
import { isInitiation, refusing } from '../refusal.ts';
import { amountOf, isOfBusiness, isUuid, sent, timesBefore, type When } from '../requests.ts';
import { answering } from '../rewriting.ts';
import { alternatives, type Variation } from '../variation.ts';

/** An order without what differs each time: its reference. */
const contentOf = ({ operation, params, body }: SeenRequest): string =>
  `${operation} ${params.subaccountId} ${JSON.stringify(body, (name, value) => (name.endsWith('_reference') ? undefined : value))}`;

const isRepeated: When = (request) => isInitiation(request.operation) && timesBefore(request, contentOf(request)) > 0;

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
const belowMinimum: Readonly<Record<string, (minimum: number) => Partial<WireReply>>> = {
  'in a list of messages': (minimum) => ({
    status: 400,
    body: { statusCode: 400, message: [`amount must not be less than ${minimum}`], error: 'Bad Request' },
  }),
  'as a code with details': (minimum) => ({
    status: 422,
    body: { error: { code: 'AMOUNT_BELOW_MINIMUM', details: { minimum } } },
  }),
  'as a problem, in Portuguese': (minimum) =>
    problem(400, 'Pedido recusado', `O valor mínimo é ${minimum.toLocaleString('de')},00`),
};

/** The least of any order in the words of one framework or language after another, some without the number. */
const inTurn = (minimum: number): readonly Partial<WireReply>[] => [
  {
    status: 400,
    body: { errors: [{ field: 'amount', defaultMessage: `must be greater than or equal to ${minimum}` }] },
  },
  {
    status: 422,
    body: { detail: [{ loc: ['body', 'amount'], ctx: { ge: minimum }, msg: 'Input too small' }] },
  },
  { status: 422, body: { errors: { amount: [`must be greater than or equal to ${minimum}`] } } },
  { status: 400, body: { error: { issues: [{ code: 'too_small', minimum, path: ['amount'] }] } } },
  { status: 400, body: { errors: { Amount: [`The field Amount must be between ${minimum} and 90000.`] } } },
  problem(422, 'Amount too small', `The amount is lower than the minimum of ${minimum}.`),
  { status: 422, body: { message: `金額は${minimum}以上でなければなりません` } },
  { status: 409, body: { msg: 'amount does not reach the smallest ticket' } },
];

const least = 99.8;

const everyWording = refusing(
  (request) => Number(amountOf(request)) < least,
  (request) => {
    const wordings = inTurn(least);
    return structuredClone(wordings[timesBefore(request, 'orders below the least') % wordings.length] ?? {});
  },
);

const deposited = { deposit: { effect: <T>(held: T): T => held } };

/** The minimum of a currency that the service does not know, looked at before the currency. */
const usualMinimum = 1_000;

const lookedAtFirst = forEachValue(Object.entries(belowMinimum), ([words, refusal]) => [
  `The amount of a deposit or an onramp is looked at before a value that is not listed, ${words}.`,
  answering(
    {
      status: 400,
      when: ({ operation }) => operation === 'deposit.simulate' || operation === 'onramp.initiate',
    },
    ({ headers }) => ({
      headers: { ...headers, 'content-type': 'application/json' },
      ...refusal(usualMinimum),
    }),
  ),
]);

const minimumFreedoms = forEachValue(Object.entries(belowMinimum), ([words, refusal]) => [
  `A deposit below the minimum of its currency is refused for it, ${words}.`,
  [deposited, refusing(isBelow, (request) => refusal(minimumOf(request)))],
]);

const isEvery: When = ({ operation }) => isInitiation(operation);

const everyOrder: Readonly<Record<string, Partial<WireReply>>> = {
  'as a problem': problem(422, 'Order not possible', 'No liquidity for this corridor'),
  'in Polish and by the status 412': {
    status: 412,
    body: { message: 'Zlecenia przyjmujemy w dni robocze' },
  },
  'by a number alone': { status: 400, body: { error: { code: 40217 }, message: '40217' } },
  'without a body': { status: 409, body: {} },
};

const everyOrderRefused = forEachValue(Object.entries(everyOrder), ([how, refusal]) => [
  `Valid initiations are refused for a reason of the service's own, ${how}.`,
  refusing(isEvery, () => structuredClone(refusal)),
]);

/** Freedoms to refuse what the document allows, for reasons that it does not know. */
export const variations: readonly Variation[] = alternatives('orders', {
  ...minimumFreedoms,
  ...lookedAtFirst,
  ...everyOrderRefused,
  'An order below the least amount is refused, each time in the words of another framework.': [deposited, everyWording],
  'An initiation of more than 80 is refused for it, and one of as much is accepted.': refusing(
    (request) => isEvery(request) && Number(amountOf(request)) > 80,
    () => problem(422, 'Betrag zu hoch', 'Höchstens 80,00 je Auftrag'),
  ),
  'After the fourth order of a kind the service wants a pause, and says so in Turkish.': [
    deposited,
    refusing(
      (request) => timesBefore(request, `orders of ${request.operation}`) >= 4,
      () => ({ status: 409, body: { title: 'Çok sık', detail: 'Lütfen biraz bekleyin' } }),
    ),
  ],
  'An initiation like an earlier one in all but its reference is refused as a duplicate.': refusing(isRepeated, () => ({
    status: 409,
    body: { error: { code: 'DUPLICATE_ORDER', message: 'Seen a moment ago' } },
  })),
  'An offramp whose reference is no UUID is refused.': refusing(
    (request) => request.operation === 'offramp.initiate' && !isUuid(sent(request, 'client_offramp_reference')),
    () => ({
      status: 400,
      body: {
        statusCode: 400,
        message: ['client_offramp_reference must be a UUID'],
        error: 'Bad Request',
      },
    }),
  ),
  'A recipient belongs to one subaccount: for another one it is not found.': refusing(
    (request) => request.operation !== 'onramp.initiate' && isEvery(request) && isOfBusiness(request),
    () => ({ status: 404, body: { statusCode: 404, message: 'Bank account not found' } }),
  ),
});
