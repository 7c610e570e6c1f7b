import { placesOf } from '../rewriting.ts';
import { alternatives, atEach, onMembers, onSuccess, type Variation, variants } from '../variation.ts';

const list = 'taxonomy.list';
const inConfigurations = (member: string): string => `$[].currency_configurations[].${member}`;

const combinable = variants('taxonomy', {
  'Kinds of fee, limit, state and tag occur that the document does not show; taxes and rails are filled.': onMembers(
    list,
    {
      [inConfigurations('fee.type')]: 'percentage',
      [inConfigurations('limits.status')]: 'final',
      [inConfigurations('status.type')]: 'maintenance',
      [inConfigurations('status.description')]: '',
      [inConfigurations('legal_operating_entity.country_code')]: 'MEX',
      '$[].tags': [
        { title: 'Beta', type: 'WARNING' },
        { title: '', type: 'info' },
      ],
      '$[].taxes': [{ name: 'IVA', rate: '16' }, 'IOF', 0.38, null],
      '$[].payment_rails': { in: ['spei'], out: null },
    },
  ),
  'Fees, limits and ranges are zero.': onMembers(list, {
    [inConfigurations('fee.amount')]: '0',
    [inConfigurations('limits.system_min')]: '0.00000000',
    [inConfigurations('limits.system_max')]: '0.00000000',
    [inConfigurations('limits.tx_limit')]: '0.00000000',
    '$[].security.modes[].from_amount': 0,
    '$[].security.modes[].to_amount': 0,
  }),
  'A method is configured for other currencies before the one that was asked for.': onMembers(list, {
    '$[].currency_configurations': (configurations) => {
      const [first] = configurations as object[];
      return [{ ...first, currency: 'USD' }, { ...first, currency: 'eur' }, ...(configurations as object[])];
    },
  }),
  'A currency is served in lower case as well.': {
    taxonomy: { find: (all, currency) => all.get(currency.toUpperCase()) },
  },
});

const exclusive = alternatives('taxonomy', {
  'A method has no fields, tags, taxes or security modes.': onMembers(
    list,
    atEach(
      ['required_fields', 'optional_fields', 'tags', 'taxes', 'security.modes'].map((name) => `$[].${name}`),
      [],
    ),
  ),
  'A method has no configurations.': onMembers(list, { '$[].currency_configurations': [] }),
  'A currency that is served has no methods at present.': onSuccess(list, (body) => {
    if (Array.isArray(body)) body.length = 0;
  }),
  'Only Brazilian reals have payment methods; no other currency is found.': {
    taxonomy: { find: (all, currency) => (currency === 'BRL' ? all.get(currency) : undefined) },
  },
  'What may be null of a method is null: sub-method, taxes, rails.': onMembers(
    list,
    atEach(
      placesOf(list, ({ nullable }) => nullable),
      null,
    ),
  ),
  'What has no upper limit says so with -1.': onMembers(list, {
    [inConfigurations('limits.system_max')]: '-1.00000000',
    [inConfigurations('limits.tx_limit')]: '-1.00000000',
  }),
});

export const variations: readonly Variation[] = [...combinable, ...exclusive];
