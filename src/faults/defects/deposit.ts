import { defaultPolicies } from '#sandbox';
import { against, keptBack } from '../fault.ts';
import { has, isOfBusiness, sent } from '../requests.ts';
import { acting, breaking, errorBody, refusing, serverError } from '../rewriting.ts';

const simulate = 'deposit.simulate';
const { effect } = defaultPolicies.deposit;

const answered = (status: number, body: unknown) => ({ deposit: { success: () => ({ status, body }) } });

const crediting = (credited: typeof effect) => ({ deposit: { effect: credited } });

against('deposit.simulate/answers-success-without-a-body', {
  'A deposit is answered with a record.': answered(201, { success: true }),
  'A deposit is answered with null.': answered(200, null),
  'A valid deposit breaks the service.': answered(500, serverError().body),
});
against('deposit.simulate/survives-an-unknown-account', {
  'A deposit to an unknown account breaks the service.': breaking({
    operation: simulate,
    status: 'success',
    when: (request) => sent(request, 'accountNumber') !== '00000033',
  }),
});
against('deposit.simulate/moves-its-own-balance-alone', {
  'A deposit is credited twice.': crediting((held, credit) => effect(effect(held, credit), credit)),
  'Each deposit adds the rounding of a float.': crediting((held, { currency, amount }) =>
    effect(held, { currency, amount: (Number(amount) + 3e-7).toFixed(7) }),
  ),
  'A deposit lowers its balance.': crediting((held, { currency, amount }) =>
    effect(held, { currency, amount: `-${amount}` }),
  ),
  'A deposit is credited in another currency.': crediting((held, { amount }) =>
    effect(held, { currency: 'EUR', amount }),
  ),
  'A deposit of euros is credited in reals.': crediting((held, credit) =>
    effect(held, credit.currency === 'EUR' ? { ...credit, currency: 'BRL' } : credit),
  ),
  'A deposit of naira is credited a hundredfold.': crediting((held, { currency, amount }) =>
    effect(held, { currency, amount: currency === 'NGN' ? String(Number(amount) * 100) : amount }),
  ),
  'A deposit of a business is credited twice.': acting(
    { operation: simulate, status: 'success', when: isOfBusiness },
    ({ body, world: { store } }) => {
      const { currency, amount } = body as Record<'currency' | 'amount', unknown>;
      store.balances = effect(store.balances, { currency: String(currency), amount: String(amount) });
    },
  ),
  'A deposit takes another balance away.': crediting(({ ngn: _gone, ...held }) => held),
});
keptBack('deposit.simulate/moves-its-own-balance-alone', 'a tier or a licence may lack a currency', {
  'No deposit of euros is accepted.': [
    crediting((held, credit) => (credit.currency === 'EUR' ? held : effect(held, credit))),
    refusing(has('currency', 'EUR'), ({ path }) => ({
      status: 422,
      body: errorBody(422, 'Not available for you', path),
    })),
  ],
});
against('deposit.simulate/leaves-balances-alone-when-refused', {
  'A refused deposit is credited all the same.': {
    deposit: { effectOfRefusal: (balances, { amount }) => effect(balances, { currency: 'USD', amount }) },
  },
  'The key of a deposit is asked for once it is credited.': {
    authentication: { stage: (operation) => (operation === simulate ? 'after-effects' : 'first') },
  },
  'A deposit is credited for a key without permission.': acting(
    { operation: simulate, status: 403 },
    ({ world: { store } }) => {
      store.balances = effect(store.balances, { currency: 'USD', amount: '100' });
    },
  ),
  'A refused deposit empties a balance.': {
    deposit: { effectOfRefusal: (balances) => ({ ...balances, usd: '0' }) },
  },
  'A refused deposit opens a balance of its currency.': {
    deposit: {
      effectOfRefusal: (balances, { currency, amount }) => ({
        ...balances,
        [currency.toLowerCase()]: amount,
      }),
    },
  },
});
