import { succeeded } from '../rewriting.ts';
import { initiations } from './hook.ts';
import { alternatives, variants } from './variation.ts';

const combinable = variants('orders', {
  'An order that is accepted is answered 202.': { creation: { replyStatus: () => 202 } },
  'An accepted deposit is answered 200 with an empty body.': {
    deposit: { success: () => ({ status: 200 }) },
  },
});

const exclusive = alternatives('orders', {
  'An order that is accepted is answered 200.': { creation: { replyStatus: () => 200 } },
  'An onramp is answered 200, an offramp 201, a lightning offramp 202.': {
    creation: { replyStatus: (operation) => 200 + initiations.indexOf(operation) },
  },
  'An accepted deposit is answered 201 with an empty body.': {
    deposit: { success: () => ({ status: 201 }) },
  },
  'An accepted deposit is answered 202 with an empty body and a content type all the same.': [
    { deposit: { success: () => ({ status: 202 }) } },
    (reply, { operation }) => {
      if (operation === 'deposit.simulate' && succeeded(reply))
        reply.headers['content-type'] = 'application/json';
    },
  ],
});

export const successStatusVariations = [...combinable, ...exclusive];
