import type { OperationId } from '#contract';
import { defaultPolicies, type SeenRequest, type WireReply } from '#sandbox';
import { isRecord } from '../places.ts';
import { against } from '../planting.ts';
import { type Hook, serverError, succeeded } from '../rewriting.ts';

/** An order of one kind that spoils the answer to an order of another kind. */
interface Spoiling {
  readonly previous: OperationId;
  readonly operation: OperationId;
  /** Which of the answers; by default a success. */
  readonly which?: (reply: WireReply) => boolean;
}

/** Changes one answer after each accepted order of the other kind, so that no answer is wrong without such an order. */
const spoiling =
  (
    { previous, operation, which = succeeded }: Spoiling,
    change: (reply: WireReply, request: SeenRequest) => void,
  ): Hook =>
  (reply, request) => {
    const { memory } = request.world;
    if (request.operation === previous && succeeded(reply)) memory.set('prepared', true);
    if (request.operation !== operation || memory.get('prepared') !== true || !which(reply)) return;
    memory.set('prepared', false);
    change(reply, request);
  };

const isRefused = ({ status }: WireReply): boolean => status === 400;

/** Replaces members of the answered record. */
const withMembers =
  (members: (request: SeenRequest) => object) =>
  (reply: WireReply, request: SeenRequest): void => {
    if (!isRecord(reply.body)) return;
    Object.assign(isRecord(reply.body.data) ? reply.body.data : reply.body, members(request));
  };

const offrampBefore = ({ world: { store } }: SeenRequest) => store.offramps.at(-1)?.record;
const onrampBefore = ({ world: { store } }: SeenRequest) => store.onramps.at(-2)?.record;
const lightningBefore = ({ world: { store } }: SeenRequest) => store.lightningOfframps.at(-2)?.record;

const deposits = against('deposit.simulate/holds-through-a-sequence', {
  'sequence/deposit-with-a-body-after-an-onramp': [
    'A deposit that follows an onramp is answered with a body.',
    {
      reply: spoiling({ previous: 'onramp.initiate', operation: 'deposit.simulate' }, (reply) => {
        Object.assign(reply, { status: 200, body: { success: true } });
      }),
    },
  ],
  'sequence/unlisted-currency-taken-after-an-offramp': [
    'A deposit in an unlisted currency that follows an offramp is accepted.',
    {
      reply: spoiling(
        { previous: 'offramp.initiate', operation: 'deposit.simulate', which: isRefused },
        (reply) => Object.assign(reply, { status: 204, body: undefined }),
      ),
    },
  ],
  'sequence/deposit-broken-after-an-offramp': [
    'A deposit that follows an offramp breaks the service.',
    {
      reply: spoiling({ previous: 'offramp.initiate', operation: 'deposit.simulate' }, (reply) => {
        Object.assign(reply, serverError());
      }),
    },
  ],
});

const afterOfframp = { previous: 'offramp.initiate', operation: 'onramp.initiate' } as const;

const onramps = against('onramp.initiate/holds-through-a-sequence', {
  'sequence/onramp-with-the-reference-of-an-offramp': [
    'An onramp that follows an offramp carries its reference.',
    {
      reply: spoiling(
        afterOfframp,
        withMembers((request) => ({
          client_onramp_reference: offrampBefore(request)?.client_offramp_reference,
        })),
      ),
    },
  ],
  'sequence/onramp-with-the-id-of-the-one-before': [
    'An onramp that follows an offramp gets the id of the onramp before it.',
    {
      reply: spoiling(
        afterOfframp,
        withMembers((request) => {
          const before = onrampBefore(request);
          return before ? { id: before.id } : {};
        }),
      ),
    },
  ],
  'sequence/onramp-of-another-address': [
    'An onramp that follows an offramp goes to the address that the offramp came from.',
    {
      reply: spoiling(
        afterOfframp,
        withMembers(({ world: { store } }) => {
          const { address } = store.offramps.at(-1)?.record.from ?? {};
          return { to: { ...store.onramps.at(-1)?.record.to, address: String(address) } };
        }),
      ),
    },
  ],
  'sequence/onramp-paid-by-a-deposit': [
    'An onramp that follows a deposit is completed at once.',
    {
      reply: spoiling(
        { previous: 'deposit.simulate', operation: 'onramp.initiate' },
        withMembers(() => ({ status: 'completed' })),
      ),
    },
  ],
  'sequence/unlisted-asset-taken-after-an-offramp': [
    'An onramp of an unlisted asset that follows an offramp is accepted.',
    {
      reply: spoiling({ ...afterOfframp, which: isRefused }, (reply, { world: { store } }) => {
        Object.assign(reply, { status: 201, body: store.onramps.at(-1)?.record });
      }),
    },
  ],
});

const lightning = { operation: 'lightning-offramp.initiate' } as const;

const lightningOfframps = against('lightning-offramp.initiate/holds-through-a-sequence', {
  'sequence/invoice-of-the-one-before': [
    'A lightning offramp that follows an onramp has the invoice of the one before it.',
    {
      reply: spoiling(
        { ...lightning, previous: 'onramp.initiate' },
        withMembers((request) => {
          const before = lightningBefore(request);
          return before ? { lightningInvoice: before.lightningInvoice } : {};
        }),
      ),
    },
  ],
  'sequence/lightning-offramp-with-the-id-of-the-one-before': [
    'A lightning offramp that follows an offramp has the id of the one before it.',
    {
      reply: spoiling(
        { ...lightning, previous: 'offramp.initiate' },
        withMembers((request) => {
          const before = lightningBefore(request);
          return before ? { id: before.id } : {};
        }),
      ),
    },
  ],
  'sequence/lightning-offramp-paid-by-an-offramp': [
    'A lightning offramp that follows an offramp is paid at once.',
    {
      reply: spoiling(
        { ...lightning, previous: 'offramp.initiate' },
        withMembers(() => ({ status: 'paid' })),
      ),
    },
  ],
  'sequence/lightning-amount-of-an-offramp': [
    'A lightning offramp without an amount that follows an offramp takes its amount.',
    {
      reply: spoiling(
        { ...lightning, previous: 'offramp.initiate', which: isRefused },
        (reply, { world: { store } }) => {
          const data = store.lightningOfframps.at(-1)?.record;
          const body = data && defaultPolicies.lightningOfframp.envelope(data);
          Object.assign(reply, { status: 201, body });
        },
      ),
    },
  ],
});

/** Answers to orders that are wrong once an order of another kind came before. */
export const sequenceOrderFaults = [...deposits, ...onramps, ...lightningOfframps];
