import { sentSegment } from '#evidence';
import { isStrangeCurrency, strangeSegment } from '#generators';
import { drawn } from '../drawn.ts';
import { probe } from '../source.ts';

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
    return [await api.about({ probe: recased, odd: true }).listTaxonomy({ currency: currency.toLowerCase() })];
  },
});
