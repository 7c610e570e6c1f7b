import { succeeded } from '../rewriting.ts';
import { initiations } from './hook.ts';
import { oneStatus } from './refusal.ts';
import { variants } from './variation.ts';

export const successStatusVariations = variants('orders', {
  'An order that is accepted is answered 202.': { policies: { creation: { replyStatus: () => 202 } } },
  'An order that is accepted is answered 200.': {
    excludes: oneStatus,
    policies: { creation: { replyStatus: () => 200 } },
  },
  'An onramp is answered 200, an offramp 201, a lightning offramp 202.': {
    excludes: oneStatus,
    policies: { creation: { replyStatus: (operation) => 200 + initiations.indexOf(operation) } },
  },
  'An accepted deposit is answered 200 with an empty body.': {
    policies: { deposit: { success: () => ({ status: 200 }) } },
  },
  'An accepted deposit is answered 201 with an empty body.': {
    excludes: oneStatus,
    policies: { deposit: { success: () => ({ status: 201 }) } },
  },
  'An accepted deposit is answered 202 with an empty body and a content type all the same.': {
    excludes: oneStatus,
    policies: { deposit: { success: () => ({ status: 202 }) } },
    reply: (reply, { operation }) => {
      if (operation === 'deposit.simulate' && succeeded(reply))
        reply.headers['content-type'] = 'application/json';
    },
  },
});
