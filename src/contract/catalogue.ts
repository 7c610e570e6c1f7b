import { authenticationRequirements } from './authentication.ts';
import { balancesRequirements } from './balances.ts';
import { businessKycRequirements } from './business-kyc.ts';
import { conversionRequirements } from './conversion.ts';
import { depositRequirements } from './deposit.ts';
import { individualKycRequirements } from './individual-kyc.ts';
import { lightningOfframpRequirements } from './lightning-offramp.ts';
import { offrampRequirements } from './offramp.ts';
import { offrampReadRequirements } from './offramp-read.ts';
import { onrampRequirements } from './onramp.ts';
import { type OperationId, operationIds, operationOf } from './operations.ts';
import { paginationRequirements } from './pagination.ts';
import { railRequirements } from './rails.ts';
import { recordRequirements } from './record.ts';
import type { Claim, Requirement } from './requirement.ts';
import { sequenceRequirements } from './sequence.ts';
import { serviceRequirements } from './service.ts';
import { subaccountRequirements } from './subaccount.ts';
import { taxonomyRequirements } from './taxonomy.ts';
import { withdrawalRequirements } from './withdrawal.ts';

export type { OperationId } from './operations.ts';

const catalogue = {
  ...subaccountRequirements,
  ...individualKycRequirements,
  ...businessKycRequirements,
  ...balancesRequirements,
  ...depositRequirements,
  ...onrampRequirements,
  ...offrampRequirements,
  ...offrampReadRequirements,
  ...lightningOfframpRequirements,
  ...withdrawalRequirements,
  ...conversionRequirements,
  ...taxonomyRequirements,
  ...recordRequirements,
  ...authenticationRequirements,
  ...paginationRequirements,
  ...railRequirements,
  ...sequenceRequirements,
  ...serviceRequirements,
} as const satisfies Readonly<Record<string, Claim>>;

export type RequirementId = keyof typeof catalogue;

/** Every requirement, in the order in which a report shows them. */
export const requirements: readonly (Requirement & { readonly id: RequirementId })[] = Object.entries(
  catalogue,
).map(([id, claim]) => ({ id: id as RequirementId, ...claim }));

export const requirementOf = (id: RequirementId): Requirement => ({ id, ...catalogue[id] });

export const isRequirementId = (id: string): id is RequirementId => Object.hasOwn(catalogue, id);

/** Operations whose endpoint a requirement speaks of. */
export const operationsOf = (requirement: Requirement): readonly OperationId[] =>
  operationIds.filter((id) => requirement.endpoints.includes(operationOf(id).number));
