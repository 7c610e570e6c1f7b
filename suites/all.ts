// Loaded while the plan of the run is still being made.
import '#generators';
import { inStages } from '#harness';

/**
 * All suites are one file of the runner, which ends a file before it begins the next: so the tests of many suites overlap.
 * Every file of suites stands here once, those with the longest tests first, so that none is left to run when all others
 * have ended.
 */
await inStages([
  {
    name: 'records',
    suites: [
      () => import('./rules/sequences.ts'),
      () => import('./rules/odd-orders.ts'),
      () => import('./rules/http.ts'),
      () => import('./rules/versions.ts'),
      () => import('./rules/rails.ts'),
      () => import('./endpoints/deposit.ts'),
      () => import('./endpoints/onramp.ts'),
      () => import('./endpoints/offramp.ts'),
      () => import('./endpoints/lightning-offramp.ts'),
    ],
  },
  {
    // An offramp that is started would show up between the pages of a listing.
    name: 'listings',
    walksListings: true,
    suites: [
      () => import('./flows/balances.ts'),
      () => import('./rules/pagination-bounds.ts'),
      () => import('./rules/pagination-walks.ts'),
      () => import('./rules/pagination.ts'),
      () => import('./rules/pagination-subaccounts.ts'),
    ],
  },
  {
    // What stands beside the flows creates nothing. Refused keys come last, because a service may lock out who sends them.
    name: 'flows',
    suites: [
      () => import('./flows/offramp.ts'),
      () => import('./flows/model.ts'),
      () => import('./endpoints/business-kyc.ts'),
      () => import('./endpoints/conversion.ts'),
      () => import('./endpoints/individual-kyc.ts'),
      () => import('./endpoints/subaccount.ts'),
      () => import('./endpoints/withdrawal.ts'),
      () => import('./endpoints/taxonomy.ts'),
      () => import('./endpoints/balances.ts'),
      { recalling: () => import('./endpoints/offramp-read.ts') },
      { recalling: () => import('./rules/conventions.ts') },
      { recalling: () => import('./rules/records.ts') },
      { recalling: () => import('./rules/service.ts') },
      () => import('./rules/errors.ts'),
      () => import('./rules/malformed-ids.ts'),
      () => import('./rules/authentication.ts'),
    ],
  },
  {
    // An order that is taken though it is to be refused would be blamed on what looks at listings and balances meanwhile.
    name: 'orders',
    suites: [() => import('./flows/refused-offramp.ts'), () => import('./rules/authentication-orders.ts')],
  },
]);
