import { get, parameter, type Route } from './call.ts';
import { seededTaxonomy, type TaxonomyEntry } from './taxonomy-seed.ts';

export const taxonomy = {
  /** The payment methods of a currency; undefined where there are none. */
  find: (all: typeof seededTaxonomy, currency: string): readonly TaxonomyEntry[] | undefined =>
    all.get(currency),
};

export const taxonomyRoutes: readonly Route[] = [
  get('taxonomy.list', '/v1/ramp/banking/taxonomy/:currency', (call) => {
    const found = call.policies.taxonomy.find(seededTaxonomy, parameter(call, 'currency'));
    return found ? { status: 200, body: found } : call.refuse('taxonomyNotFound');
  }),
];
