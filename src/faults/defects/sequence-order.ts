import type { OperationId } from '#contract';
import { defaultPolicies, type SeenRequest, type WireReply } from '#sandbox';
import { against, type Fault } from '../fault.ts';
import { acting, type Hook, isRecord, serverError, succeeded, withoutBody } from '../rewriting.ts';

/** An order of one kind that spoils the answer to an order of another kind; by default a success. */
interface Spoiling {
  readonly previous: OperationId;
  readonly operation: OperationId;
  readonly status?: number;
}

/** Changes one answer after each accepted order of the other kind, so that no answer is wrong without such an order. */
const spoiling = (
  { previous, operation, status }: Spoiling,
  answer: (reply: WireReply, request: SeenRequest) => Partial<WireReply>,
): Hook =>
  acting({}, (request, reply) => {
    const { memory } = request.world;
    if (request.operation === previous && succeeded(reply)) memory.set('prepared', true);
    const isMeant = status === undefined ? succeeded(reply) : reply.status === status;
    if (request.operation !== operation || memory.get('prepared') !== true || !isMeant) return;
    memory.set('prepared', false);
    Object.assign(reply, answer(reply, request));
  });

const spoilingMembers = (which: Spoiling, members: (request: SeenRequest) => object | undefined): Hook =>
  spoiling(which, ({ body }, request) => {
    if (!isRecord(body)) return {};
    const spoilt = members(request);
    return {
      body: isRecord(body.data) ? { ...body, data: { ...body.data, ...spoilt } } : { ...body, ...spoilt },
    };
  });

const afterOfframp = { previous: 'offramp.initiate', operation: 'onramp.initiate' } as const;
const lightning = { operation: 'lightning-offramp.initiate' } as const;

const deposits = against('deposit.simulate/holds-through-a-sequence', {
  'A deposit that follows an onramp is answered with a body.': spoiling(
    { previous: 'onramp.initiate', operation: 'deposit.simulate' },
    () => ({
      status: 200,
      body: { success: true },
    }),
  ),
  'A deposit in an unlisted currency that follows an offramp is accepted.': spoiling(
    { previous: 'offramp.initiate', operation: 'deposit.simulate', status: 400 },
    () => withoutBody(204),
  ),
  'A deposit that follows an offramp breaks the service.': spoiling(
    { previous: 'offramp.initiate', operation: 'deposit.simulate' },
    serverError,
  ),
});

const onramps = against('onramp.initiate/holds-through-a-sequence', {
  'An onramp that follows an offramp carries its reference.': spoilingMembers(afterOfframp, ({ world: { store } }) => ({
    client_onramp_reference: store.offramps.at(-1)?.record.client_offramp_reference,
  })),
  'An onramp that follows an offramp gets the id of the onramp before it.': spoilingMembers(
    afterOfframp,
    ({ world: { store } }) => {
      const before = store.onramps.at(-2)?.record;
      return before && { id: before.id };
    },
  ),
  'An onramp that follows an offramp goes to the address that the offramp came from.': spoilingMembers(
    afterOfframp,
    ({ world: { store } }) => {
      const { address } = store.offramps.at(-1)?.record.from ?? {};
      return { to: { ...store.onramps.at(-1)?.record.to, address: String(address) } };
    },
  ),
  'An onramp that follows a deposit is completed at once.': spoilingMembers(
    { previous: 'deposit.simulate', operation: 'onramp.initiate' },
    () => ({
      status: 'completed',
    }),
  ),
  'An onramp of an unlisted asset that follows an offramp is accepted.': spoiling(
    { ...afterOfframp, status: 400 },
    (_reply, { world: { store } }) => ({
      status: 201,
      body: store.onramps.at(-1)?.record,
    }),
  ),
});

const lightningOfframps = against('lightning-offramp.initiate/holds-through-a-sequence', {
  'A lightning offramp that follows an onramp has the invoice of the one before it.': spoilingMembers(
    { ...lightning, previous: 'onramp.initiate' },
    ({ world: { store } }) => {
      const before = store.lightningOfframps.at(-2)?.record;
      return before && { lightningInvoice: before.lightningInvoice };
    },
  ),
  'A lightning offramp that follows an offramp has the id of the one before it.': spoilingMembers(
    { ...lightning, previous: 'offramp.initiate' },
    ({ world: { store } }) => {
      const before = store.lightningOfframps.at(-2)?.record;
      return before && { id: before.id };
    },
  ),
  'A lightning offramp that follows an offramp is paid at once.': spoilingMembers(
    { ...lightning, previous: 'offramp.initiate' },
    () => ({ status: 'paid' }),
  ),
  'A lightning offramp without an amount that follows an offramp takes its amount.': spoiling(
    { ...lightning, previous: 'offramp.initiate', status: 400 },
    (_reply, { world: { store } }) => {
      const data = store.lightningOfframps.at(-1)?.record;
      return { status: 201, body: data && defaultPolicies.lightningOfframp.envelope(data) };
    },
  ),
});

export const faults: readonly Fault[] = [...deposits, ...onramps, ...lightningOfframps];
