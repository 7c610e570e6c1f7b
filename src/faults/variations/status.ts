import { STATUS_CODES } from 'node:http';
import { listings, type OperationId, operationIds } from '#contract';
import { defaultPolicies, type PartialPolicies, type Policies, type SeenRequest, type WireReply } from '#sandbox';
import { isUuid } from '../requests.ts';
import { type Hook, refuse, succeeded } from '../rewriting.ts';
import { alternatives, initiations, onRefusal, shown, variants } from '../variation.ts';

type Errors = Policies['error'];

const refused = (
  status: number,
  situations: readonly (keyof Errors)[],
  operations: readonly OperationId[] = operationIds,
): PartialPolicies => {
  const another =
    (situation: keyof Errors): Errors[typeof situation] =>
    (context) => {
      const usual = defaultPolicies.error[situation](context);
      if (context.operation !== undefined && !operations.some((id) => id === context.operation)) return usual;
      return { status, body: { ...(usual.body as object), statusCode: status, error: STATUS_CODES[status] } };
    };
  return { error: Object.fromEntries(situations.map((situation) => [situation, another(situation)])) };
};

const isForMalformedId = ({ status }: WireReply, { params }: SeenRequest): boolean =>
  (status === 404 || status === 422) && Object.entries(params).some(([name, id]) => name.endsWith('Id') && !isUuid(id));

const malformedIdAs =
  (status: number): Hook =>
  (reply, request) => {
    if (isForMalformedId(reply, request)) refuse(reply, request, status, 'Validation failed (uuid is expected)');
  };

variants('refusals', {
  'A refusal for the rail is answered 422.': refused(422, ['railRefused']),
  'A member that is missing, mistyped or out of range, and a body that is no JSON, is answered 422.': refused(422, [
    'invalidOrder',
    'malformedJson',
  ]),
  'An order without approved verification is answered 403.': refused(403, ['kycNotApproved']),
  'An id that is no UUID is answered 400.': malformedIdAs(400),
  'The listings of a subaccount that does not exist are forbidden.': shown(
    refused(403, ['subaccountNotFound'], listings),
  ),
  'An absent offramp is answered 403, an absent conversion 410.': {
    error: { ...refused(403, ['offrampNotFound']).error, ...refused(410, ['conversionNotFound']).error },
  },
  'The taxonomy of a currency that is not served is a bad request.': refused(400, ['notFound'], ['taxonomy.list']),
});

alternatives('refusals', {
  'A refusal for the rail is answered 409.': refused(409, ['railRefused']),
  'An order without approved verification is answered 409.': refused(409, ['kycNotApproved']),
  'An order without approved verification is answered 400.': refused(400, ['kycNotApproved']),
  'An id that is no UUID is answered 422.': malformedIdAs(422),
  'An id that is no UUID is refused by the gateway, with its own page.': (reply, request) => {
    if (!isForMalformedId(reply, request)) return;
    reply.status = 404;
    reply.headers['content-type'] = 'text/html';
    reply.raw = '<html><head><title>404 Not Found</title></head><body>404 Not Found</body></html>';
  },
  'The listings of a subaccount that does not exist are a bad request.': shown(
    refused(400, ['subaccountNotFound'], listings),
  ),
  'Orders for a subaccount that does not exist are forbidden.': shown(
    refused(403, ['subaccountNotFound'], initiations),
  ),
  'An absent offramp or conversion is answered 404 with an empty body.': {
    error: { offrampNotFound: () => ({ status: 404 }), conversionNotFound: () => ({ status: 404 }) },
  },
  'An offramp of another subaccount is answered 403, where an absent one gets 404.': onRefusal(
    (body, reply, { operation, params, world }) => {
      const wantedId = params.offrampId?.toLowerCase();
      const exists = world.store.offramps.some(({ record }) => record.id === wantedId);
      if (operation !== 'offramp.read' || reply.status !== 404 || !exists) return;
      reply.status = 403;
      Object.assign(body, { statusCode: 403, error: STATUS_CODES[403] });
    },
  ),
  'The taxonomy of a currency that is not served is an empty list.': {
    taxonomy: { find: (all, currency) => all.get(currency) ?? [] },
  },
});

variants('orders', {
  'An order that is accepted is answered 202.': { creation: { replyStatus: () => 202 } },
  'An accepted deposit is answered 200 with an empty body.': {
    deposit: { success: () => ({ status: 200 }) },
  },
});

alternatives('orders', {
  'An order that is accepted is answered 200.': { creation: { replyStatus: () => 200 } },
  'An onramp is answered 200, an offramp 201, a lightning offramp 202.': {
    creation: { replyStatus: (operation) => 200 + initiations.map(String).indexOf(operation) },
  },
  'An accepted deposit is answered 201 with an empty body.': {
    deposit: { success: () => ({ status: 201 }) },
  },
  'An accepted deposit is answered 202 with a content type and an empty body.': [
    { deposit: { success: () => ({ status: 202 }) } },
    (reply, { operation }) => {
      if (operation === 'deposit.simulate' && succeeded(reply)) reply.headers['content-type'] = 'application/json';
    },
  ],
});
