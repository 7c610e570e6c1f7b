import { STATUS_CODES } from 'node:http';
import { identified, listings, type OperationId, operationIds, orderIds } from '#contract';
import {
  defaultPolicies,
  type PartialPolicies,
  type Policies,
  type SeenRequest,
  type WireReply,
} from '#sandbox';
import type { Variation } from '../planted.ts';
import { isUuid } from '../requests.ts';
import type { Hook } from '../rewriting.ts';
import { onRefusal, sharing } from './hook.ts';
import { initiations } from './operation-groups.ts';
import { oneStatus, refuse } from './refusal.ts';

type Errors = Policies['error'];

/** Refuses in some situations with another status; where operations are named, at these alone. */
const refused = (
  status: number,
  situations: readonly (keyof Errors)[],
  operations: readonly OperationId[] = operationIds,
): PartialPolicies => {
  const another =
    (situation: keyof Errors): Errors[typeof situation] =>
    (context) => {
      const right = defaultPolicies.error[situation](context);
      if (context.operation !== undefined && !operations.includes(context.operation)) return right;
      return { status, body: { ...(right.body as object), statusCode: status, error: STATUS_CODES[status] } };
    };
  return { error: Object.fromEntries(situations.map((situation) => [situation, another(situation)])) };
};

const ofOrders = sharing(
  { replies: [400] },
  {
    'rails/refused-with-422': {
      sentence: 'A refusal for the rail is answered 422.',
      operations: ['offramp.initiate'],
      policies: refused(422, ['railRefused']),
    },
    'rails/refused-with-409': {
      sentence: 'A refusal for the rail is answered 409.',
      operations: ['offramp.initiate'],
      alone: oneStatus,
      policies: refused(409, ['railRefused']),
    },
    'orders/invalid-is-422': {
      sentence:
        'A member that is missing, mistyped or out of range, and a body that is no JSON, is answered 422.',
      operations: orderIds,
      policies: refused(422, ['invalidOrder', 'malformedJson']),
    },
  },
);

const ofVerification = sharing(
  { operations: orderIds, replies: [422] },
  {
    'kyc/refused-with-403': {
      sentence: 'An order without approved verification is answered 403.',
      policies: refused(403, ['kycNotApproved']),
    },
    'kyc/refused-with-409': {
      sentence: 'An order without approved verification is answered 409.',
      alone: oneStatus,
      policies: refused(409, ['kycNotApproved']),
    },
    'kyc/refused-with-400': {
      sentence: 'An order without approved verification is answered 400.',
      alone: oneStatus,
      policies: refused(400, ['kycNotApproved']),
    },
  },
);

/** Whether a refusal is for an id in the path that is no UUID. */
const isForMalformedId = ({ status }: WireReply, { params }: SeenRequest): boolean =>
  (status === 404 || status === 422) &&
  Object.entries(params).some(([name, id]) => name.endsWith('Id') && !isUuid(id));

/** Refuses a malformed id with another status. */
const malformedIdAs =
  (status: number): Hook =>
  (reply, request) => {
    if (isForMalformedId(reply, request))
      refuse(reply, request, status, 'Validation failed (uuid is expected)');
  };

const ofMalformedIds = sharing(
  { operations: identified, replies: [404, 422] },
  {
    'malformed-id/refused-with-400': {
      sentence: 'An id that is no UUID is answered 400.',
      reply: malformedIdAs(400),
    },
    'malformed-id/refused-with-422': {
      sentence: 'An id that is no UUID is answered 422.',
      alone: oneStatus,
      reply: malformedIdAs(422),
    },
    'malformed-id/refused-by-a-gateway': {
      sentence: 'An id that is no UUID is refused by the gateway, with a page of its own.',
      alone: oneStatus,
      reply: (reply, request) => {
        if (!isForMalformedId(reply, request)) return;
        reply.status = 404;
        reply.headers['content-type'] = 'text/html';
        reply.raw = '<html><head><title>404 Not Found</title></head><body>404 Not Found</body></html>';
      },
    },
  },
);

const ofAbsence = sharing(
  { replies: [404] },
  {
    'absent-subaccount/listings-refuse-with-403': {
      sentence: 'The listings of a subaccount that does not exist are forbidden.',
      operations: listings,
      policies: refused(403, ['subaccountNotFound'], listings),
    },
    'absent-subaccount/listings-refuse-with-400': {
      sentence: 'The listings of a subaccount that does not exist are a bad request.',
      operations: listings,
      alone: oneStatus,
      policies: refused(400, ['subaccountNotFound'], listings),
    },
    'absent-subaccount/orders-refuse-with-403': {
      sentence: 'Orders for a subaccount that does not exist are forbidden.',
      operations: initiations,
      alone: oneStatus,
      policies: refused(403, ['subaccountNotFound'], initiations),
    },
    'absent-record/refused-with-403-or-410': {
      sentence: 'An absent offramp is answered 403, an absent conversion 410.',
      operations: ['offramp.read', 'conversion.read'],
      policies: {
        error: { ...refused(403, ['offrampNotFound']).error, ...refused(410, ['conversionNotFound']).error },
      },
    },
    'absent-record/refused-without-a-body': {
      sentence: 'An absent offramp or conversion is answered 404 with an empty body.',
      operations: ['offramp.read', 'conversion.read'],
      alone: oneStatus,
      policies: {
        error: { offrampNotFound: () => ({ status: 404 }), conversionNotFound: () => ({ status: 404 }) },
      },
    },
    'foreign-offramp/refused-with-403': {
      sentence: 'An offramp of another subaccount is answered 403, where an absent one gets 404.',
      operations: ['offramp.read'],
      alone: oneStatus,
      reply: onRefusal((body, reply, { operation, params, world }) => {
        const asked = params.offrampId?.toLowerCase();
        const exists = world.store.offramps.some(({ record }) => record.id === asked);
        if (operation !== 'offramp.read' || reply.status !== 404 || !exists) return;
        reply.status = 403;
        Object.assign(body, { statusCode: 403, error: STATUS_CODES[403] });
      }),
    },
    'unknown-currency/taxonomy-refuses-with-400': {
      sentence: 'The taxonomy of a currency that is not served is a bad request.',
      operations: ['taxonomy.list'],
      policies: refused(400, ['taxonomyNotFound']),
    },
    'unknown-currency/taxonomy-is-empty': {
      sentence: 'The taxonomy of a currency that is not served is an empty list.',
      operations: ['taxonomy.list'],
      alone: oneStatus,
      policies: { taxonomy: { find: (all, currency) => all.get(currency) ?? [] } },
    },
  },
);

/** Refusals with a status that the document does not show. */
export const refusalStatusVariations: readonly Variation[] = [
  ...ofOrders,
  ...ofVerification,
  ...ofMalformedIds,
  ...ofAbsence,
];
