import { succeeded } from '../rewriting.ts';
import { another } from './error-status.ts';
import { initiations } from './operation-groups.ts';
import { touching } from './touching.ts';

export const successStatusVariations = touching({ replies: 'successes' }, [
  {
    id: 'orders/success-is-202',
    sentence: 'An order that is accepted is answered 202.',
    operations: initiations,
    policies: { creation: { replyStatus: () => 202 } },
  },
  {
    id: 'orders/success-is-200',
    sentence: 'An order that is accepted is answered 200.',
    operations: initiations,
    alone: another,
    policies: { creation: { replyStatus: () => 200 } },
  },
  {
    id: 'orders/each-its-own-success',
    sentence: 'An onramp is answered 200, an offramp 201, a lightning offramp 202.',
    operations: initiations,
    alone: another,
    policies: { creation: { replyStatus: (operation) => 200 + initiations.indexOf(operation) } },
  },
  {
    id: 'deposit/success-is-an-empty-200',
    sentence: 'An accepted deposit is answered 200 with an empty body.',
    operations: ['deposit.simulate'],
    policies: { deposit: { success: () => ({ status: 200 }) } },
  },
  {
    id: 'deposit/success-is-an-empty-201',
    sentence: 'An accepted deposit is answered 201 with an empty body.',
    operations: ['deposit.simulate'],
    alone: another,
    policies: { deposit: { success: () => ({ status: 201 }) } },
  },
  {
    id: 'deposit/success-is-202-that-names-json',
    sentence: 'An accepted deposit is answered 202 with an empty body and a content type all the same.',
    operations: ['deposit.simulate'],
    alone: another,
    policies: { deposit: { success: () => ({ status: 202 }) } },
    reply: (reply, { operation }) => {
      if (operation === 'deposit.simulate' && succeeded(reply))
        reply.headers['content-type'] = 'application/json';
    },
  },
]);
