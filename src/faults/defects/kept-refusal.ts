import { randomUUID } from 'node:crypto';
import { type Fault, type SeenRequest, sandboxKeys, type WireReply } from '#sandbox';
import { isRecord } from '../places.ts';
import { against } from '../planting.ts';
import { succeeded } from '../rewriting.ts';

/** Keeps refused offramps with the other offramps of their subaccount. */
const keeping = (when: (request: SeenRequest, reply: WireReply) => boolean): Fault => ({
  reply: (reply, request) => {
    const { operation, body, params, world } = request;
    const { offramps } = world.store;
    const [like] = offramps;
    const isKept = operation === 'offramp.initiate' && !succeeded(reply) && when(request, reply);
    if (!isKept || like === undefined || !isRecord(body)) return;
    const reference = String(body.client_offramp_reference);
    const record = { ...like.record, id: randomUUID(), client_offramp_reference: reference };
    offramps.push({ owner: params.subaccountId ?? '', origin: 'initiated', record });
  },
});

const keyOf = ({ headers }: SeenRequest): unknown => headers['x-api-key'];

/** Does what was asked for, and refuses the key only then. */
const refusedTooLate = (
  lets: (key: string | undefined) => boolean,
  refusal: { readonly status: number; readonly error: string; readonly message: string },
): Fault => ({
  policies: {
    authentication: {
      recognise: (key, keys) => (key === keys.full || lets(key) ? 'full' : undefined),
    },
  },
  reply: (reply, request) => {
    const isFull = keyOf(request) === sandboxKeys.full;
    if (isFull || request.operation !== 'offramp.initiate' || !succeeded(reply)) return;
    const { status, error, message } = refusal;
    Object.assign(reply, { status, body: { error, message } });
  },
});

const sentTo = ({ body }: SeenRequest): string => JSON.stringify(isRecord(body) ? body.to : '');

/** Orders that are refused and kept all the same. */
export const keptRefusalFaults = [
  ...against('rails/refusal-creates-nothing', {
    'rails/refused-over-rtp-but-created': [
      'An offramp that is refused over RTP is created.',
      keeping((request) => sentTo(request).includes('"RTP"')),
    ],
    'rails/refused-abroad-but-created': [
      'A named withdrawal that is refused for its currency is created.',
      keeping((request, { status }) => status === 400 && !sentTo(request).includes('"USD"')),
    ],
  }),
  ...against('offramp.initiate/creates-nothing-when-refused', {
    'offramp/unknown-recipient-but-created': [
      'An offramp to an unknown recipient is refused and created.',
      keeping((_request, { status }) => status === 404),
    ],
    'offramp/incomplete-recipient-but-created': [
      'An offramp to an incomplete recipient is refused and created.',
      keeping((request, { status }) => status === 400 && sentTo(request).includes('"WIRE"')),
    ],
    'offramp/unverified-but-created': [
      'An offramp without verification is refused and created.',
      keeping((_request, { status }) => status === 422),
    ],
  }),
  ...against('authentication/creates-nothing-when-refused', {
    'authentication/restricted-order-kept': [
      'An offramp with a key without permission is created before it is refused.',
      refusedTooLate((key) => key === sandboxKeys.restricted, {
        status: 403,
        error: 'Forbidden',
        message: 'You do not have permission to access this resource',
      }),
    ],
    'authentication/stranger-order-kept': [
      'An offramp with an unknown key is created before it is refused.',
      refusedTooLate((key) => key !== undefined && key !== sandboxKeys.restricted, {
        status: 401,
        error: 'Unauthorized',
        message: 'Invalid or missing API key',
      }),
    ],
  }),
];
