import type { Variation } from '../planted.ts';
import { isUuid } from '../requests.ts';
import { another, reasons, withStatus } from './error-status.ts';
import { onRefusal } from './hook.ts';
import { orders, withId } from './operation-groups.ts';
import { touching } from './touching.ts';

const onOrders: readonly Variation[] = [
  {
    id: 'rails/refused-with-422',
    sentence: 'A refusal for the rail is answered 422.',
    operations: ['offramp.initiate'],
    policies: { error: { railRefused: withStatus(422, 'railRefused') } },
  },
  {
    id: 'rails/refused-with-409',
    sentence: 'A refusal for the rail is answered 409.',
    operations: ['offramp.initiate'],
    alone: another,
    policies: { error: { railRefused: withStatus(409, 'railRefused') } },
  },
  {
    id: 'orders/invalid-is-422',
    sentence:
      'A member that is missing, mistyped or out of range, and a body that is no JSON, is answered 422.',
    operations: orders,
    policies: {
      error: {
        invalidOrder: withStatus(422, 'invalidOrder'),
        malformedJson: withStatus(422, 'malformedJson'),
      },
    },
  },
];

const onVerification: readonly Variation[] = [
  {
    id: 'kyc/refused-with-403',
    sentence: 'An order without approved verification is answered 403.',
    operations: orders,
    policies: { error: { kycNotApproved: withStatus(403, 'kycNotApproved') } },
  },
  {
    id: 'kyc/refused-with-409',
    sentence: 'An order without approved verification is answered 409.',
    operations: orders,
    alone: another,
    policies: { error: { kycNotApproved: withStatus(409, 'kycNotApproved') } },
  },
  {
    id: 'kyc/refused-with-400',
    sentence: 'An order without approved verification is answered 400.',
    operations: orders,
    alone: another,
    policies: { error: { kycNotApproved: withStatus(400, 'kycNotApproved') } },
  },
];

/** Whether a refusal is for an id in the path that is no UUID. */
const isForMalformedId = (status: number, params: Readonly<Record<string, string>>): boolean =>
  (status === 404 || status === 422) &&
  Object.entries(params).some(([name, id]) => name.endsWith('Id') && !isUuid(id));

/** A malformed id under another status, with a full error body. */
const malformedIdAs = (status: number): Variation => ({
  id: `malformed-id/refused-with-${status}`,
  sentence: `An id that is no UUID is answered ${status}.`,
  operations: withId,
  reply: onRefusal((body, reply, { params }) => {
    if (!isForMalformedId(reply.status, params)) return;
    reply.status = status;
    Object.assign(body, {
      statusCode: status,
      message: 'Validation failed (uuid is expected)',
      timestamp: new Date().toISOString(),
      error: reasons[status],
    });
  }),
});

const onMalformedIds: readonly Variation[] = [
  malformedIdAs(400),
  { ...malformedIdAs(422), alone: another },
  {
    id: 'malformed-id/refused-by-a-gateway',
    sentence: 'An id that is no UUID is refused by the gateway, with a page of its own.',
    operations: withId,
    alone: another,
    reply: (reply, { params }) => {
      if (!isForMalformedId(reply.status, params)) return;
      reply.status = 404;
      reply.headers['content-type'] = 'text/html';
      reply.raw = '<html><head><title>404 Not Found</title></head><body>404 Not Found</body></html>';
    },
  },
];

export const refusalStatusVariations: readonly Variation[] = [
  ...touching({ replies: [400] }, onOrders),
  ...touching({ replies: [422] }, onVerification),
  ...touching({ replies: [404, 422] }, onMalformedIds),
];
