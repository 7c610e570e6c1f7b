import { balancesRoutes } from './balances.ts';
import { businessKycRoutes } from './business-kyc.ts';
import type { Route } from './call.ts';
import { conversionRoutes } from './conversion.ts';
import { depositRoutes } from './deposit.ts';
import { individualKycRoutes } from './individual-kyc.ts';
import { lightningOfframpRoutes } from './lightning-offramp.ts';
import { offrampRoutes } from './offramp.ts';
import { onrampRoutes } from './onramp.ts';
import { subaccountRoutes } from './subaccount.ts';
import { taxonomyRoutes } from './taxonomy.ts';
import { withdrawalRoutes } from './withdrawal.ts';

/** Every endpoint of the document, one line a noun. */
export const routes: readonly Route[] = [
  ...balancesRoutes,
  ...businessKycRoutes,
  ...conversionRoutes,
  ...depositRoutes,
  ...individualKycRoutes,
  ...lightningOfframpRoutes,
  ...offrampRoutes,
  ...onrampRoutes,
  ...subaccountRoutes,
  ...taxonomyRoutes,
  ...withdrawalRoutes,
];
