// Orders that a service keeps while the client gets no answer. Only the service sees whether a client sends them again.
import type { Hook, SeenRequest, WireReply } from '#sandbox';
import { errorBody, isInitiation, succeeded } from './rewriting.ts';
import type { Variation } from './variation.ts';

/** From the first on: most tests of a client send few orders. */
const ofFirst =
  (name: string, change: (reply: WireReply, request: SeenRequest) => void): Hook =>
  (reply, request) => {
    const { operation, world } = request;
    if (!isInitiation(operation) || !succeeded(reply)) return;
    const key = `${name} ${operation}`;
    if (world.memory.has(key)) return;
    world.memory.set(key, true);
    change(reply, request);
  };

const ofOrders = { heading: 'Limits', basis: 'silent', isAlternative: true, waits: true } as const;

export const lostOrders: readonly Variation[] = [
  {
    id: 'filter/the-answer-to-the-first-order-of-each-kind-is-lost',
    sentence: 'The first order of each kind is kept, and its answer is lost.',
    ...ofOrders,
    reply: ofFirst('lost', (reply) => {
      reply.destroy = true;
    }),
  },
  {
    id: 'rate-limit/the-first-order-of-each-kind-is-kept-and-answered-503',
    sentence: 'The first order of each kind is kept, and answered 503.',
    ...ofOrders,
    reply: ofFirst('unavailable', (reply, { path }) => {
      reply.status = 503;
      reply.body = errorBody(503, 'Service Unavailable', path);
    }),
  },
];
