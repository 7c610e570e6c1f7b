import { succeeded } from '../rewriting.ts';
import { changingOnly } from './changing-only.ts';
import { another } from './error-status.ts';

const initiations = ['onramp.initiate', 'offramp.initiate', 'lightning-offramp.initiate'];

export const successStatusVariations = changingOnly('successes', [
  {
    id: 'orders/success-is-202',
    sentence: 'An order that is accepted is answered 202.',
    endpoints: [6, 7, 10],
    policies: { creation: { replyStatus: () => 202 } },
  },
  {
    id: 'orders/success-is-200',
    sentence: 'An order that is accepted is answered 200.',
    endpoints: [6, 7, 10],
    alone: another,
    policies: { creation: { replyStatus: () => 200 } },
  },
  {
    id: 'orders/each-its-own-success',
    sentence: 'An onramp is answered 200, an offramp 201, a lightning offramp 202.',
    endpoints: [6, 7, 10],
    alone: another,
    policies: { creation: { replyStatus: (operation) => 200 + initiations.indexOf(operation) } },
  },
  {
    id: 'deposit/success-is-an-empty-200',
    sentence: 'An accepted deposit is answered 200 with an empty body.',
    endpoints: [5],
    policies: { deposit: { success: () => ({ status: 200 }) } },
  },
  {
    id: 'deposit/success-is-an-empty-201',
    sentence: 'An accepted deposit is answered 201 with an empty body.',
    endpoints: [5],
    alone: another,
    policies: { deposit: { success: () => ({ status: 201 }) } },
  },
  {
    id: 'deposit/success-is-202-that-names-json',
    sentence: 'An accepted deposit is answered 202 with an empty body and a content type all the same.',
    endpoints: [5],
    alone: another,
    policies: { deposit: { success: () => ({ status: 202 }) } },
    reply: (reply, { operation }) => {
      if (operation === 'deposit.simulate' && succeeded(reply))
        reply.headers['content-type'] = 'application/json';
    },
  },
]);
