import { taxonomy } from '#schemas';
import { sectionsOf } from '../claim.ts';
import { headingOf, type Operation } from '../operation.ts';

export const operations = [
  {
    id: 'taxonomy.list',
    number: 14,
    heading: 'Taxonomy',
    group: 'Taxonomy',
    method: 'GET',
    path: '/v1/ramp/banking/taxonomy/{currency}',
    call: 'listTaxonomy',
    purpose: 'list payment methods for a currency',
    success: taxonomy,
    values: ['amounts'],
    openOffer: true,
    movesMoney: false,
    varying: {
      always: [
        '$[].currency_configurations[].fee',
        '$[].currency_configurations[].limits',
        '$[].currency_configurations[].status',
        '$[].taxes',
        '$[].payment_rails',
        '$[].tags',
      ],
    },
    amountsIn: 'Resources: Taxonomy entry',
    contents: '',
    parts: [
      { noun: 'configurations', at: '$[].currency_configurations[]', members: 'stated' },
      { noun: 'tags', at: '$[].tags[]', members: 'stated' },
      { noun: 'modes', at: '$[].security.modes[]', members: 'stated' },
    ],
    personal: false,
    emptyTexts: ['network_name'],
    texts: [
      'method',
      'name',
      'method_name',
      'currency_configurations.currency',
      'currency_configurations.asset',
      'currency_configurations.legal_operating_entity.legal_operation_entity',
      'currency_configurations.legal_operating_entity.country_code',
    ],
  },
] as const satisfies readonly Operation[];

const [list] = operations;
const section = sectionsOf('taxonomy.list');
const endpoint = headingOf(list);
const recordHeading = 'Resources: Taxonomy entry';

const consistency = section('consistency', endpoint);
const limit = section('money', 'Limits');
const range = section('money', recordHeading);
const record = section('record', recordHeading);
const http = section('http', endpoint);
const unknown = section('open', 'Errors');
const recased = section('open', endpoint);

export const requirements = [
  consistency.stated(
    'lists-the-currency-asked-for',
    'Every listed method that has configurations has one in the currency asked for.',
    { heeds: ['ids'] },
  ),
  limit.shown(
    'orders-its-limits',
    'The least amount of a method is not above its greatest, and the transaction limit lies between them.',
  ),
  range.shown(
    'orders-its-security-ranges',
    'A security mode begins at an amount that is not above the one at which it ends.',
  ),
  record.shown('asks-for-a-field-once', 'No field of a method is both required and optional.'),
  record.shown('configures-each-method', 'Each listed method has a configuration.'),
  record.shown('lists-a-method-once', 'No two methods are the same in method, sub-method, network and channel.'),
  http.implied('survives-a-strange-currency', 'A currency that is no code never breaks the service.', {
    asks: 'survival',
  }),
  unknown.silent('answer-for-an-unknown-currency', 'Which answer an unknown currency gets is open.'),
  recased.silent('recased-currency', 'Whether a currency in lower case is served is open.'),
];
