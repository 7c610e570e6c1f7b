import { isSuccess } from '#contract';
import { sentSegment } from '#evidence';
import { isStrangeCurrency, strangeSegment } from '#generators';
import { drawn } from '../drawn.ts';
import { derive, probe } from '../source.ts';
import { repliesOf } from './reads.ts';

/** Which currencies have payment methods is open: where one is served, one that is not found is not offered. */
export const offeredTaxonomies = derive([repliesOf('taxonomy.list')], (replies) => {
  const offered = replies.filter(({ status }) => status !== 404);
  return offered.some(isSuccess) ? offered : replies;
});

/** Taxonomies of what is no currency. */
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
      await api.about({ probe: recased, odd: true }).listTaxonomy({ currency: currency.toLowerCase() }),
    ];
  },
});
