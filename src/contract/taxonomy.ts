import { taxonomy } from '#schemas';
import { implied, shown, silent } from './requirement.ts';

export const taxonomyOperations = {
  'taxonomy.list': {
    number: 14,
    method: 'GET',
    path: '/v1/ramp/banking/taxonomy/{currency}',
    call: 'listTaxonomy',
    purpose: 'list payment methods for a currency',
    success: taxonomy,
    movesMoney: false,
  },
} as const;

const record = 'Resources: Taxonomy entry';
const endpoint = 'Endpoints: 14. Taxonomy';

export const taxonomyRequirements = {
  'taxonomy.list/lists-the-currency-asked-for': implied(
    'consistency',
    endpoint,
    14,
    'Some configuration of the listed methods is in the currency asked for.',
  ),
  'taxonomy.list/orders-its-limits': shown(
    'money',
    'Limits',
    14,
    'The least amount of a method is not above its greatest, and the transaction limit lies between them.',
  ),
  'taxonomy.list/orders-its-security-ranges': shown(
    'money',
    record,
    14,
    'A security mode begins at an amount that is not above the one at which it ends.',
  ),
  'taxonomy.list/asks-for-a-field-once': shown(
    'record',
    record,
    14,
    'No field of a method is both required and optional.',
  ),
  'taxonomy.list/lists-a-method-once': shown(
    'record',
    record,
    14,
    'No two methods are the same in method, sub-method, network and channel.',
  ),
  'taxonomy.list/survives-a-strange-currency': implied(
    'http',
    endpoint,
    14,
    'A currency that is no code never breaks the service.',
  ),
  'taxonomy.list/answer-for-an-unknown-currency': silent(
    'open',
    'Errors',
    14,
    'Which answer an unknown currency gets is open.',
  ),
  'taxonomy.list/recased-currency': silent(
    'open',
    endpoint,
    14,
    'Whether a currency in lower case is served is open.',
  ),
} as const;
