import { randomUUID } from 'node:crypto';
import { sandboxKeys } from '#sandbox';
import { against, type Change, type Fault } from '../fault.ts';
import { isOver, keyOf, sent } from '../requests.ts';
import { acting, answering, type Hook, type ReplyFilter } from '../rewriting.ts';

const initiate = 'offramp.initiate';

const keeping = (which: Omit<ReplyFilter, 'operation'>): Hook =>
  acting({ status: 'refusal', ...which, operation: initiate }, (request) => {
    const { params, world } = request;
    const { offramps } = world.store;
    const [like] = offramps;
    const reference = sent(request, 'client_offramp_reference');
    if (like === undefined || reference === undefined) return;
    const record = { ...like.record, id: randomUUID(), client_offramp_reference: String(reference) };
    offramps.push({ owner: params.subaccountId ?? '', origin: 'initiated', record });
  });

/** Does what was asked for, and refuses the key only then. */
const refusedTooLate = (
  lets: (key: string | undefined) => boolean,
  refusal: { readonly status: number; readonly body: object },
): Change => [
  { authentication: { recognise: (key, keys) => (key === keys.full || lets(key) ? 'full' : undefined) } },
  answering(
    { operation: initiate, status: 'success', when: (request) => keyOf(request) !== sandboxKeys.full },
    refusal,
  ),
];

export const faults: readonly Fault[] = [
  ...against('rails/refusal-creates-nothing', {
    'An offramp that is refused over RTP is created.': keeping({ when: isOver('RTP') }),
    'A named withdrawal that is refused for its currency is created.': keeping({
      status: 400,
      when: (request) => sent(request, 'to.currency') !== 'USD',
    }),
  }),
  ...against('offramp.initiate/creates-nothing-when-refused', {
    'An offramp to an unknown recipient is refused and created.': keeping({ status: 404 }),
    'An offramp to an incomplete recipient is refused and created.': keeping({
      status: 400,
      when: isOver('WIRE'),
    }),
    'An offramp without verification is refused and created.': keeping({ status: 422 }),
  }),
  ...against('authentication/creates-nothing-when-refused', {
    'An offramp without a key is created before it is refused.': {
      authentication: { stage: (operation) => (operation === initiate ? 'after-effects' : 'first') },
    },
    'An offramp with a key without permission is created before it is refused.': refusedTooLate(
      (key) => key === sandboxKeys.restricted,
      {
        status: 403,
        body: { error: 'Forbidden', message: 'You do not have permission to access this resource' },
      },
    ),
    'An offramp with an unknown key is created before it is refused.': refusedTooLate(
      (key) => key !== undefined && key !== sandboxKeys.restricted,
      { status: 401, body: { error: 'Unauthorized', message: 'Invalid or missing API key' } },
    ),
  }),
];
