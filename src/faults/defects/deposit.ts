import { defaultPolicies } from '#sandbox';
import { against } from '../planting.ts';
import { acting, serverError } from '../rewriting.ts';

const simulate = 'deposit.simulate';
const { effect } = defaultPolicies.deposit;

const answered = (status: number, body: unknown) => ({ deposit: { success: () => ({ status, body }) } });

/** Deposits that answer with a body, or that are credited although refused. */
export const depositFaults = [
  ...against('deposit.simulate/answers-success-without-a-body', {
    'deposit/answers-with-a-record': [
      'A deposit is answered with a record.',
      answered(201, { success: true }),
    ],
    'deposit/answers-with-an-empty-object': [
      'A deposit is answered with an empty object.',
      answered(200, {}),
    ],
    'deposit/answers-with-null': ['A deposit is answered with null.', answered(200, null)],
    'deposit/answers-with-a-word': ['A deposit is answered with OK.', answered(200, 'OK')],
    'deposit/fails': ['A valid deposit breaks the service.', answered(500, serverError().body)],
  }),
  ...against('deposit.simulate/leaves-balances-alone-when-refused', {
    'deposit/refused-but-credited': [
      'A refused deposit is credited all the same.',
      {
        deposit: { effectOfRefusal: (balances, { amount }) => effect(balances, { currency: 'USD', amount }) },
      },
    ],
    'deposit/credited-before-its-key-is-refused': [
      'The key of a deposit is asked for once it is credited.',
      {
        authentication: { stage: (operation) => (operation === simulate ? 'after-effects' : 'first') },
      },
    ],
    'deposit/credited-with-a-restricted-key': [
      'A deposit is credited for a key without permission.',
      acting({ operation: simulate, status: 403 }, ({ world: { store } }) => {
        store.balances = effect(store.balances, { currency: 'USD', amount: '100' });
      }),
    ],
    'deposit/refused-and-held': [
      'A refused deposit empties a balance.',
      { deposit: { effectOfRefusal: (balances) => ({ ...balances, usd: '0' }) } },
    ],
    'deposit/refused-but-opened': [
      'A refused deposit opens a balance of its currency.',
      {
        deposit: {
          effectOfRefusal: (balances, { currency, amount }) => ({
            ...balances,
            [currency.toLowerCase()]: amount,
          }),
        },
      },
    ],
  }),
];
