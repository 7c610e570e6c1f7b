import { notServed } from '#attribution';
import { isSuccess } from '#contract';
import { enumerated } from '../drawn.ts';
import { probe } from '../source.ts';

/** Reads of two subaccounts and of all else, all at once. */
export const simultaneousReads = probe('simultaneous reads', {
  mode: 'reads',
  minProfile: 'gate',
  send: async ({ api, order, roles }) => {
    const { individual, business } = roles;
    const [currency = 'BRL'] = order.taxonomyCurrencies;
    const [subaccounts] = await Promise.all([
      Promise.all(
        Array.from({ length: 6 }, (_, at) => (at % 2 === 0 ? individual : business)).map((subaccountId) =>
          api.readSubaccount({ subaccountId }),
        ),
      ),
      api.listTaxonomy({ currency }),
      api.readBalances({}),
      api.listOfframps({ subaccountId: individual }),
    ]);
    const answered = subaccounts.filter(isSuccess);
    if (answered.length === 0) throw notServed('subaccount.read');
    return answered;
  },
});

const nobody = '7d0c6a5e-3f42-4c1b-9a55-0e6f2b7c8d91';

/** Sends one refused request several times. */
export const repeatedRefusals = enumerated('the same refusal again', {
  mode: 'reads',
  minProfile: 'gate',
  cases: () => [1, 2, 3],
  describe: (time) => `time ${time}`,
  ask: ({ api }) => api.readSubaccount({ subaccountId: nobody }),
});
