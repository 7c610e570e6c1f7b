// Every endpoint of the document, one line a noun.

export { balancesRoutes } from './balances.ts';
export { businessKycRoutes } from './business-kyc.ts';
export { conversionRoutes } from './conversion.ts';
export { depositRoutes } from './deposit.ts';
export { individualKycRoutes } from './individual-kyc.ts';
export { lightningOfframpRoutes } from './lightning-offramp.ts';
export { offrampRoutes } from './offramp.ts';
export { onrampRoutes } from './onramp.ts';
export { subaccountRoutes } from './subaccount.ts';
export { taxonomyRoutes } from './taxonomy.ts';
export { withdrawalRoutes } from './withdrawal.ts';
