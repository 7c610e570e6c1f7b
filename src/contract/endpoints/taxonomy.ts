import { taxonomy } from '#schemas';
import type { Operation } from '../operation.ts';

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
