import { sentSegment, valueAt } from '#evidence';
import {
  depositOrders,
  isRecasedAsset,
  isRecasedCurrency,
  isStrangeCurrency,
  isUnlistedAsset,
  isUnlistedCurrency,
  onrampOrders,
  strangeSegment,
  unlistedAsset,
  unlistedCurrency,
} from '#generators';
import { drawn, enumerated } from '../drawn.ts';
import { probe } from '../source.ts';
import { depositBody, onrampBody } from './order-body.ts';

/** No gateway blocks these: a refusal of them is the service's own. */
const isPlainCode = (code: unknown): boolean => typeof code === 'string' && /^[A-Z_]{2,16}$/.test(code);

/** Deposits in currencies outside the list. */
export const unlistedCurrencies = drawn('deposits in unlisted currencies', {
  mode: 'moves',
  arbitrary: ({ order }) => depositOrders(order, unlistedCurrency()),
  ask: ({ api, roles }, body) => api.simulateDeposit({ subaccountId: roles.individual, body }),
  isCase: ({ request }) => isUnlistedCurrency(request.sentBody),
  isOdd: (body) => !isPlainCode(valueAt(body, 'currency')),
});

/** Onramps of assets outside the list. */
export const unlistedAssets = drawn('onramps of unlisted assets', {
  mode: 'moves',
  arbitrary: ({ order }) => onrampOrders(order, unlistedAsset()),
  ask: ({ api, roles }, body) => api.initiateOnramp({ subaccountId: roles.individual, body }),
  isCase: ({ request }) => isUnlistedAsset(request.sentBody),
  isOdd: (body) => !isPlainCode(valueAt(body, 'to.asset')),
});

/** A value that is no text is none of the listed values either. */
const noTexts = [7, true] as const;

export const currenciesThatAreNoText = enumerated('deposits in a currency that is no text', {
  mode: 'moves',
  least: 'gate',
  cases: () => noTexts,
  describe: (value) => `the currency ${value}`,
  isOdd: () => true,
  ask: (service, currency) =>
    service.api.simulateDeposit({
      subaccountId: service.roles.individual,
      body: { ...depositBody(service), currency },
    }),
});

export const assetsThatAreNoText = enumerated('onramps of an asset that is no text', {
  mode: 'moves',
  least: 'gate',
  cases: () => noTexts,
  describe: (value) => `the asset ${value}`,
  isOdd: () => true,
  ask: (service, asset) => {
    const { to, ...order } = onrampBody(service);
    return service.api.initiateOnramp({
      subaccountId: service.roles.individual,
      body: { ...order, to: { ...to, asset } },
    });
  },
});

/** Listed currencies in another letter case or with spaces: whether they are taken is open. */
export const recasedCurrencies = enumerated('deposits in a recased currency', {
  mode: 'moves',
  least: 'gate',
  cases: () => ['brl', ' BRL '],
  describe: (currency) =>
    currency.trim() === currency ? 'currency in another case' : 'currency with spaces',
  ask: (service, currency) =>
    service.api.simulateDeposit({
      subaccountId: service.roles.individual,
      body: depositBody(service, currency),
    }),
  isCase: ({ request }) => isRecasedCurrency(request.sentBody),
});

export const recasedAssets = enumerated('onramps of a recased asset', {
  mode: 'moves',
  least: 'gate',
  cases: () => ['usdc', ' USDC '],
  describe: (asset) => (asset.trim() === asset ? 'asset in another case' : 'asset with spaces'),
  ask: (service, asset) =>
    service.api.initiateOnramp({ subaccountId: service.roles.individual, body: onrampBody(service, asset) }),
  isCase: ({ request }) => isRecasedAsset(request.sentBody),
});

/** Taxonomies of what is no currency. */
export const strangeTaxonomies = drawn('taxonomies of strange currencies', {
  mode: 'reads',
  least: 'gate',
  arbitrary: () => strangeSegment(),
  ask: ({ api }, currency) => api.listTaxonomy({ currency }),
  isCase: (reply) => isStrangeCurrency(sentSegment(reply, 'currency')),
});

export const unknownTaxonomy = probe('taxonomy of an unknown currency', {
  mode: 'reads',
  least: 'gate',
  send: async ({ api }) => api.listTaxonomy({ currency: 'XTS' }),
});

export const recasedTaxonomy = probe('taxonomy of a recased currency', {
  mode: 'reads',
  least: 'gate',
  send: async ({ api, order: { taxonomyCurrencies } }) => {
    const [currency = 'BRL'] = taxonomyCurrencies;
    return api.listTaxonomy({ currency: currency.toLowerCase() });
  },
});
