import { taxonomy } from '#schemas';

export const taxonomyOperations = {
  'taxonomy.list': {
    number: 14,
    heading: 'Taxonomy',
    method: 'GET',
    path: '/v1/ramp/banking/taxonomy/{currency}',
    call: 'listTaxonomy',
    purpose: 'list payment methods for a currency',
    success: taxonomy,
    holds: ['amounts'],
    movesMoney: false,
  },
} as const;
