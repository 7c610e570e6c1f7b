import { defaultPolicies } from '#sandbox';
import { against } from '../planting.ts';
import { serverError } from '../rewriting.ts';

const empty = 'deposit.simulate/answers-success-without-a-body';
const still = 'deposit.simulate/leaves-balances-alone-when-refused';

/** Deposits that answer with a body, or that are credited although refused. */
export const depositFaults = [
  ...against(empty, {
    'deposit/answers-with-a-record': [
      'A deposit is answered with a record.',
      {
        policies: { deposit: { success: () => ({ status: 201, body: { success: true } }) } },
      },
    ],
    'deposit/answers-with-an-empty-object': [
      'A deposit is answered with an empty object.',
      {
        policies: { deposit: { success: () => ({ status: 200, body: {} }) } },
      },
    ],
    'deposit/answers-with-null': [
      'A deposit is answered with null.',
      {
        policies: { deposit: { success: () => ({ status: 200, body: null }) } },
      },
    ],
    'deposit/answers-with-a-word': [
      'A deposit is answered with OK.',
      {
        policies: { deposit: { success: () => ({ status: 200, body: 'OK' }) } },
      },
    ],
    'deposit/fails': [
      'A valid deposit breaks the service.',
      {
        policies: { deposit: { success: () => ({ status: 500, body: serverError().body }) } },
      },
    ],
  }),
  ...against(still, {
    'deposit/refused-but-credited': [
      'A refused deposit is credited all the same.',
      {
        policies: {
          deposit: {
            effectOfRefusal: (balances, { amount }) =>
              defaultPolicies.deposit.effect(balances, { currency: 'USD', amount }),
          },
        },
      },
    ],
    'deposit/credited-before-its-key-is-refused': [
      'The key of a deposit is asked for once it is credited.',
      {
        policies: {
          authentication: {
            stage: (operation) => (operation === 'deposit.simulate' ? 'after-effects' : 'first'),
          },
        },
      },
    ],
    'deposit/credited-with-a-restricted-key': [
      'A deposit is credited for a key without permission.',
      {
        reply: ({ status }, { operation, world: { store } }) => {
          if (operation === 'deposit.simulate' && status === 403)
            store.balances = defaultPolicies.deposit.effect(store.balances, {
              currency: 'USD',
              amount: '100',
            });
        },
      },
    ],
    'deposit/refused-and-held': [
      'A refused deposit empties a balance.',
      {
        policies: { deposit: { effectOfRefusal: (balances) => ({ ...balances, usd: '0' }) } },
      },
    ],
    'deposit/refused-but-opened': [
      'A refused deposit opens a balance of its currency.',
      {
        policies: {
          deposit: {
            effectOfRefusal: (balances, { currency, amount }) => ({
              ...balances,
              [currency.toLowerCase()]: amount,
            }),
          },
        },
      },
    ],
  }),
];
