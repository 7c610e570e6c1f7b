import { get, parameter, type Route } from './call.ts';
import { seededTaxonomy } from './taxonomy-seed.ts';

export const taxonomyRoutes: readonly Route[] = [
  get('taxonomy.list', '/v1/ramp/banking/taxonomy/:currency', (call) => {
    const found = call.policies.taxonomy.find(seededTaxonomy, parameter(call, 'currency'));
    return found ? { status: 200, body: found } : call.refuse('taxonomyNotFound');
  }),
];
