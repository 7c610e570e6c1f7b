import { parameter, type Route } from './call.ts';
import { seededTaxonomy, type TaxonomyEntry } from './taxonomy-seed.ts';

interface TaxonomyPolicies {
  /** The payment methods of a currency; undefined where there are none. */
  readonly find: (
    all: ReadonlyMap<string, readonly TaxonomyEntry[]>,
    currency: string,
  ) => readonly TaxonomyEntry[] | undefined;
}

export const taxonomy: TaxonomyPolicies = {
  find: (all, currency) => all.get(currency),
};

export const taxonomyRoutes: readonly Route[] = [
  {
    operation: 'taxonomy.list',
    method: 'GET',
    paths: ['/v1/ramp/banking/taxonomy/:currency'],
    handle: (call) => {
      const found = call.policies.taxonomy.find(seededTaxonomy, parameter(call, 'currency'));
      return found ? { status: 200, body: found } : call.refuse('taxonomyNotFound');
    },
  },
];
