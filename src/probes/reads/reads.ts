import { notServed } from '#attribution';
import { type Input, isOrder, type OperationId } from '#contract';
import { lacking, type Reply, type Setting, sentSegment } from '#evidence';
import { isStrangeCurrency, strangeSegment } from '#generators';
import { isSuccess } from '#run';
import { drawn, enumerated } from '../drawn.ts';
import { orderReplies } from '../orders/orders.ts';
import { orderProbeOf, plainOrder } from '../orders/valid-orders.ts';
import { probe, type Source } from '../source.ts';
import { examplesOf, type ReadId, readProbeOf, reads } from './configured.ts';

/** Each order has a new reference. */
export const exampleOf = <Id extends OperationId>(setting: Setting, operation: Id): Input<Id> => {
  if (isOrder(operation)) return plainOrder(setting, operation) as unknown as Input<Id>;
  const [first] = examplesOf(setting, operation as ReadId);
  if (first === undefined) throw lacking('NOT_SET', `no setting names a record for ${operation}`);
  return first as Input<Id>;
};

export const repliesOf = (operation: OperationId): Source<readonly Reply[]> =>
  isOrder(operation) ? orderReplies(operation) : reads(operation as ReadId);

/** True if a correct service answers with a record. */
export const isValidRequest = ({ operation, request }: Reply): boolean =>
  request.purpose.probe === (isOrder(operation) ? orderProbeOf : readProbeOf)(operation);

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

export const repeatedRefusals = enumerated('the same refusal again', {
  mode: 'reads',
  minProfile: 'gate',
  cases: () => [1, 2, 3],
  describe: (time) => `time ${time}`,
  ask: ({ api }) => api.readSubaccount({ subaccountId: nobody }),
});

export const strangeTaxonomies = drawn('taxonomies of strange currencies', {
  mode: 'reads',
  minProfile: 'gate',
  arbitrary: strangeSegment,
  ask: ({ api }, currency) => api.listTaxonomy({ currency }),
  isCase: (reply) => isStrangeCurrency(sentSegment(reply, 'currency')),
});

export const unknownTaxonomy = probe('taxonomy of an unknown currency', {
  mode: 'reads',
  minProfile: 'gate',
  send: async ({ api }) => [await api.listTaxonomy({ currency: 'XTS' })],
});

const recased = 'taxonomy of a recased currency';

export const recasedTaxonomy = probe(recased, {
  mode: 'reads',
  minProfile: 'gate',
  send: async ({ api, order: { taxonomyCurrencies } }) => {
    const [currency = 'BRL'] = taxonomyCurrencies;
    return [
      await api
        .about({ probe: recased, odd: 'another letter case' })
        .listTaxonomy({ currency: currency.toLowerCase() }),
    ];
  },
});
