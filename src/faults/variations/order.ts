import { defaultPolicies, type SeenRequest, type WireReply } from '#sandbox';
import { type Change, forEachValue } from '../fault.ts';
import { amountOf, isOfBusiness, isOver, isUuid, owning, sent, timesBefore, type When } from '../requests.ts';
import {
  answering,
  errorBody,
  forget,
  type Hook,
  isInitiation,
  isRecord,
  problem,
  recognising,
  refusing,
  succeeded,
} from '../rewriting.ts';
import {
  alternatives,
  atEach,
  circumstance,
  keepingBack,
  offramps,
  onMembers,
  shown,
  under,
  variants,
} from '../variation.ts';

function referenceOf(request: SeenRequest): string | undefined {
  const { operation, params } = request;
  const reference = sent(request, 'client_onramp_reference') ?? sent(request, 'client_offramp_reference');
  return typeof reference === 'string' ? `${operation} ${params.subaccountId} ${reference}` : undefined;
}

const limitedTo = (most: number): Hook =>
  refusing(
    (request) => timesBefore(request, `accepted ${request.operation}`) >= most,
    ({ path }) => ({
      status: 422,
      body: errorBody(422, 'The number of orders is above your daily limit', path),
    }),
  );

const isRightKey = ({ status }: WireReply): boolean => status !== 401 && status !== 403;

const limitedBeforeAll =
  (most: number): Hook =>
  (reply, request) => {
    const { operation, world, path } = request;
    const limited = `limited ${operation}`;
    const wasAccepted = succeeded(reply);
    limitedTo(most)(reply, request);
    if (wasAccepted && !succeeded(reply)) world.memory.set(limited, structuredClone(reply));
    const refusal = world.memory.get(limited) as WireReply | undefined;
    if (refusal === undefined || !isRightKey(reply)) return undefined;
    return structuredClone({ ...refusal, body: isRecord(refusal.body) ? { ...refusal.body, path } : refusal.body });
  };

const strictReference: Hook = (reply, request) => {
  const reference = sent(request, 'client_offramp_reference');
  if (request.operation !== 'offramp.initiate' || typeof reference !== 'string' || !isRightKey(reply)) return undefined;
  if (/^[\w-]{1,100}$/.test(reference)) return undefined;
  if (succeeded(reply)) forget(request);
  return { ...reply, status: 400, body: errorBody(400, 'The reference has letters, digits and hyphens', request.path) };
};

alternatives('orders', {
  'A reference with other signs than letters, digits and hyphens is refused before anything else.': strictReference,
});

const takingAmounts =
  (takes: (value: unknown) => boolean): typeof defaultPolicies.order.problem =>
  (value, member) =>
    member.kind === 'amount' && takes(value) ? undefined : defaultPolicies.order.problem(value, member);

const digits = /^\d+(\.\d+)?$/;

const references = ['client_onramp_reference', 'client_offramp_reference'] as const;

const withoutReference = (absent: null | undefined): Change => [
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
      (reference: unknown) => (reference === '' ? absent : reference),
    ),
  ),
];

variants('orders', {
  'An order with a used reference gets the answer of the first order with it.': recognising(referenceOf, (earlier) => ({
    ...earlier,
    status: 200,
  })),
  'An amount that is sent as a string of digits is accepted.': {
    order: { problem: takingAmounts((value) => typeof value === 'string' && digits.test(value)) },
  },
});

alternatives('orders', {
  'Orders without a reference are accepted, and in their records there is none.': withoutReference(undefined),
  'Orders without a reference are accepted, and in their records it is null.': withoutReference(null),
  'After the third order of a kind, further ones are refused because the limit of the day is reached.': circumstance(
    limitedTo(3),
  ),
  'After the third order of a kind, every order is refused for the limit of the day before it is checked.':
    circumstance(limitedBeforeAll(3)),
  'An order with a used reference is refused.': recognising(referenceOf, (_earlier, reply, { path }) => ({
    ...reply,
    status: 409,
    body: errorBody(409, 'This reference was used before', path),
  })),
  'Orders for zero and for negative amounts are accepted, and shown as they were sent.': {
    order: { problem: takingAmounts((value) => typeof value === 'number') },
  },
});

/** The body without its reference, which differs in every order. */
const contentOf = ({ operation, params, body }: SeenRequest): string =>
  `${operation} ${params.subaccountId} ${JSON.stringify(body, (name, value) => (name.endsWith('_reference') ? undefined : value))}`;

const isRepeated: When = (request) => isInitiation(request.operation) && timesBefore(request, contentOf(request)) > 0;

const minima: Readonly<Record<string, number>> = { NGN: 5_000, COP: 20_000, TZS: 5_000, ARS: 1_000 };

const minimumOf = (request: SeenRequest): number => minima[String(sent(request, 'currency'))] ?? 0;

const isBelow: When = (request) =>
  request.operation === 'deposit.simulate' && Number(amountOf(request)) < minimumOf(request);

const belowMinimum: Readonly<Record<string, (minimum: number) => Partial<WireReply>>> = {
  'in a list of messages': (minimum) => ({
    status: 400,
    body: { statusCode: 400, message: [`amount must not be less than ${minimum}`], error: 'Bad Request' },
  }),
  'as a code with details': (minimum) => ({
    status: 422,
    body: { error: { code: 'AMOUNT_BELOW_MINIMUM', details: { minimum } } },
  }),
  'in Spanish': (minimum) => ({
    status: 422,
    body: { statusCode: 422, message: `El importe mínimo es de ${minimum} unidades`, error: 'Unprocessable Entity' },
  }),
  'as a problem, in Portuguese': (minimum) =>
    problem(400, 'Pedido recusado', `O valor mínimo é ${minimum.toLocaleString('de')},00`),
};

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

/** For an unknown currency; checked before the currency. */
const usualMinimum = 1_000;

const lookedAtFirst = forEachValue(Object.entries(belowMinimum), ([words, refusal]) => [
  `The amount of a deposit or an onramp is refused before its unlisted currency or asset, ${words}.`,
  // A client that sends an unlisted value may expect the refusal that the document promises.
  circumstance(
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
  ),
]);

const minimumVariations = forEachValue(Object.entries(belowMinimum), ([words, refusal]) => [
  `A deposit below the minimum of its currency is refused for it, ${words}.`,
  keepingBack(
    'deposit.simulate/accepts-each-listed-currency',
    'deposit.simulate/moves-its-own-balance-alone',
  )(refusing(isBelow, (request) => refusal(minimumOf(request)))),
]);

const isBlank: When = (request) =>
  ['currency', 'to.asset'].some((member) => sent(request, member) === '') &&
  ['deposit.simulate', 'onramp.initiate'].includes(request.operation ?? '');

const blankValues: Readonly<Record<string, Partial<WireReply>>> = {
  'with a list of messages': {
    status: 400,
    body: { statusCode: 400, message: ['the value should not be empty'], error: 'Bad Request' },
  },
  'as a problem': problem(422, 'Unprocessable Entity', 'A value is missing'),
};

alternatives(
  'orders',
  forEachValue(Object.entries(blankValues), ([how, refusal]) => [
    `An empty currency or asset is refused as a missing one, ${how}.`,
    // The document shows the refusal of a value outside the list.
    under('Errors')(
      shown(
        answering({ status: 400, when: isBlank }, ({ headers }) => ({
          headers: { ...headers, 'content-type': 'application/json' },
          ...structuredClone(refusal),
        })),
      ),
    ),
  ]),
  { keepsBack: [] },
);

alternatives('orders', {
  'A deposit is refused as a double click where it is like an earlier one.': keepingBack()(
    refusing(
      (request) => request.operation === 'deposit.simulate' && timesBefore(request, contentOf(request)) > 0,
      () => ({ status: 409, body: { status: 'rejected', reason: 'possible duplicate' } }),
    ),
  ),
});

const page: Partial<WireReply> = {
  status: 400,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  raw: '<!DOCTYPE html><html lang="en"><head><title>Error</title></head><body><pre>Bad Request</pre></body></html>',
};

const malformed = () => ({ status: 400, body: 'malformed' });

alternatives(
  'orders',
  {
    'A body that lacks a member, and one that is no JSON, is refused with the page of a framework.': [
      { error: { invalidOrder: malformed, malformedJson: malformed } },
      answering({ status: 400, when: (_request, { body }) => body === 'malformed' }, () => structuredClone(page)),
    ],
    'An onramp of no whole number of units is refused.': circumstance(
      refusing(
        (request) => request.operation === 'onramp.initiate' && !Number.isInteger(Number(amountOf(request))),
        () => problem(422, 'Importe no válido', 'El importe debe ser un número entero'),
      ),
    ),
  },
  { keepsBack: [] },
);

const isEvery: When = ({ operation }) => isInitiation(operation);

const notFound = { status: 404, body: { statusCode: 404, message: 'Bank account not found' } };

const individualRecipient = refusing(
  (request) => request.operation !== 'onramp.initiate' && isEvery(request) && isOfBusiness(request),
  () => structuredClone(notFound),
);

const tooMuch = refusing(
  (request) => isEvery(request) && Number(amountOf(request)) > 80,
  () => problem(422, 'Betrag zu hoch', 'Höchstens 80,00 je Auftrag'),
);

alternatives('orders', {
  ...minimumVariations,
  ...lookedAtFirst,
  'An order below the least amount is refused, each time in the words of another framework.':
    keepingBack()(everyWording),
  'An offramp over a wire is refused below the least amount of that rail alone.': keepingBack('rails/named-takes-wire')(
    refusing(
      (request) => isOver('WIRE')(request) && Number(amountOf(request)) < 500,
      ({ path }) => ({ status: 422, body: errorBody(422, 'Wire transfers start at 500', path) }),
    ),
  ),
  'An order of more than 80 is refused.': keepingBack()(tooMuch),
  'A deposit of more than 80 is refused.': keepingBack()(
    refusing(
      (request) => request.operation === 'deposit.simulate' && Number(amountOf(request)) > 80,
      () => problem(422, 'Montant trop élevé', 'Au plus 80,00'),
    ),
  ),
  'After the fourth order of a kind, further ones are refused for a while, with a message in Turkish.': circumstance(
    refusing(
      (request) => timesBefore(request, `orders of ${request.operation}`) >= 4,
      () => ({ status: 409, body: { title: 'Çok sık', detail: 'Lütfen biraz bekleyin' } }),
    ),
  ),
  'An order is refused as a duplicate where only its reference differs from an earlier one.': keepingBack()(
    refusing(isRepeated, () => ({
      status: 409,
      body: { error: { code: 'DUPLICATE_ORDER', message: 'Seen a moment ago' } },
    })),
  ),
  // The document requires a UUID only in onramps.
  'An offramp whose reference is no UUID is refused.': circumstance(
    refusing(
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
  ),
  'A recipient belongs to the person, and is not found for the business.': keepingBack()(individualRecipient),
});

// If either subaccount's order is accepted, the run knows that the service takes such orders, and who owns the
// recipient.
alternatives(
  'orders',
  {
    'Recipients belong to the person, and an order of more than 80 is refused.': circumstance([
      owning((_recipient, isOfTheBusiness) => !isOfTheBusiness),
      tooMuch,
    ]),
    'Recipients with a business name belong to the business, the others to the person.': circumstance(
      owning((recipient, isOfTheBusiness) => defaultPolicies.rails.isNamed(recipient) === isOfTheBusiness),
    ),
  },
  { keepsBack: [] },
);

alternatives(
  'orders',
  {
    'A subaccount has three onramps at most.': circumstance(
      refusing(
        (request) =>
          request.operation === 'onramp.initiate' && timesBefore(request, `of ${request.params.subaccountId}`) >= 3,
        () => ({ status: 409, body: { code: 'TOO_MANY_PENDING', message: 'Three onramps are pending' } }),
      ),
    ),
  },
  { keepsBack: ['onramp.initiate/holds-through-a-sequence'] },
);

alternatives('orders', {
  'A subaccount has six offramps a day, and is answered 429 afterwards.': circumstance(
    refusing(
      (request) =>
        request.operation === 'offramp.initiate' && timesBefore(request, `of ${request.params.subaccountId}`) >= 6,
      ({ path }) => ({
        status: 429,
        headers: { 'retry-after': '36000' },
        body: errorBody(429, 'Six offramps a day', path),
      }),
    ),
  ),
});

// A recipient that only the business cannot find is no reason of the service's own, and does not explain refusals of
// absent ones.
alternatives(
  'orders',
  {
    'Wires are refused past the cut-off, and a recipient belongs to the person.': circumstance([
      individualRecipient,
      refusing(isOver('WIRE'), () => ({
        status: 409,
        body: { code: 'PAST_CUTOFF', detail: 'Wires are taken until 17:00' },
      })),
    ]),
  },
  { keepsBack: ['rails/named-takes-wire'] },
);
