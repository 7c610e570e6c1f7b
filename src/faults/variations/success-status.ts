import { succeeded } from '../rewriting.ts';
import { sharing } from './hook.ts';
import { initiations } from './operation-groups.ts';
import { oneStatus } from './refusal.ts';

export const successStatusVariations = sharing(
  { replies: 'successes' },
  {
    'orders/success-is-202': {
      sentence: 'An order that is accepted is answered 202.',
      operations: initiations,
      policies: { creation: { replyStatus: () => 202 } },
    },
    'orders/success-is-200': {
      sentence: 'An order that is accepted is answered 200.',
      operations: initiations,
      alone: oneStatus,
      policies: { creation: { replyStatus: () => 200 } },
    },
    'orders/each-its-own-success': {
      sentence: 'An onramp is answered 200, an offramp 201, a lightning offramp 202.',
      operations: initiations,
      alone: oneStatus,
      policies: { creation: { replyStatus: (operation) => 200 + initiations.indexOf(operation) } },
    },
    'deposit/success-is-an-empty-200': {
      sentence: 'An accepted deposit is answered 200 with an empty body.',
      operations: ['deposit.simulate'],
      policies: { deposit: { success: () => ({ status: 200 }) } },
    },
    'deposit/success-is-an-empty-201': {
      sentence: 'An accepted deposit is answered 201 with an empty body.',
      operations: ['deposit.simulate'],
      alone: oneStatus,
      policies: { deposit: { success: () => ({ status: 201 }) } },
    },
    'deposit/success-is-202-that-names-json': {
      sentence: 'An accepted deposit is answered 202 with an empty body and a content type all the same.',
      operations: ['deposit.simulate'],
      alone: oneStatus,
      policies: { deposit: { success: () => ({ status: 202 }) } },
      reply: (reply, { operation }) => {
        if (operation === 'deposit.simulate' && succeeded(reply))
          reply.headers['content-type'] = 'application/json';
      },
    },
  },
);
