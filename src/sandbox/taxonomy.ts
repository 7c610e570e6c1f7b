import { frozen } from './identity.ts';

type TaxonomyEntry = Readonly<Record<string, unknown>>;

interface PaymentMethod {
  readonly currency: string;
  readonly method: string;
  readonly name: string;
  readonly network: string;
  readonly sub: string | null;
  readonly required: readonly string[];
}

const methods: readonly PaymentMethod[] = [
  { currency: 'MXN', method: 'spei', name: 'SPEI', network: 'SPEI', sub: null, required: ['clabe'] },
  {
    currency: 'MXN',
    method: 'card',
    name: 'Debit card',
    network: 'CARD',
    sub: 'debit',
    required: ['number'],
  },
  {
    currency: 'BRL',
    method: 'pix',
    name: 'Pix',
    network: 'PIX',
    sub: 'key',
    required: ['pix_key', 'tax_id'],
  },
  { currency: 'BRL', method: 'ted', name: 'TED', network: 'STR', sub: null, required: ['account', 'branch'] },
  { currency: 'COP', method: 'pse', name: 'PSE', network: 'ACH-CO', sub: null, required: ['account'] },
  { currency: 'COP', method: 'wallet', name: 'Wallet', network: 'WALLET', sub: 'phone', required: ['phone'] },
  { currency: 'ARS', method: 'cbu', name: 'CBU transfer', network: 'COELSA', sub: null, required: ['cbu'] },
  {
    currency: 'ARS',
    method: 'cvu',
    name: 'CVU transfer',
    network: 'COELSA',
    sub: 'wallet',
    required: ['cvu'],
  },
];

function configuration(asset: string, { currency }: PaymentMethod): unknown {
  return {
    currency,
    asset,
    fee: { amount: asset === 'USDC' ? '1.50' : '2', type: 'fixed' },
    limits: {
      system_min: '10.00000000',
      system_max: '250000.00000000',
      tx_limit: '50000.00000000',
      status: 'upgradeable',
    },
    status: { type: 'active', description: 'In service' },
    legal_operating_entity: {
      legal_operation_entity: 'Imaginary Payments Limited',
      country_code: currency.slice(0, 2),
    },
  };
}

function entry(one: PaymentMethod): TaxonomyEntry {
  const { currency, method, name, network, sub, required } = one;
  return {
    method,
    name,
    integration: `${method}-example`,
    sub_method: sub,
    method_name: name,
    network_name: `${network} network`,
    channel_name: 'bank',
    network_description: `${network} of ${currency}`,
    required_fields: required,
    optional_fields: sub === null ? [] : ['note', 'email'],
    currency_configurations: ['USDC', 'USDT'].map((asset) => configuration(asset, one)),
    consumer_contacts_enabled: sub !== null,
    method_description: `Payments in ${currency} by ${name}`,
    icon_config: { path: `/icons/${method}.svg`, name: method },
    tags: [
      { title: 'Instant', type: 'SUCCESS' },
      { title: 'Popular', type: 'SUCCESS' },
    ],
    network,
    protocol: method.toUpperCase(),
    security: {
      modes: [
        { type: 'pin', name: 'PIN', from_amount: 0, to_amount: 1000 },
        { type: 'otp', name: 'One-time password', from_amount: 1000.01, to_amount: 50000 },
      ],
    },
    contract: `${method}-v1`,
    taxes: [],
    payment_rails: sub === null ? null : [method],
  };
}

export const seededTaxonomy: ReadonlyMap<string, readonly TaxonomyEntry[]> = new Map(
  ['MXN', 'BRL', 'COP', 'ARS'].map((currency) => [
    currency,
    frozen(methods.filter((method) => method.currency === currency).map(entry)),
  ]),
);

export const taxonomy = {
  find: (all: typeof seededTaxonomy, currency: string): readonly TaxonomyEntry[] | undefined => all.get(currency),
};
