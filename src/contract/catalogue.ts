import type { Requirement } from './requirement.ts';
import { authenticationRequirements } from './requirements/authentication.ts';
import { balancesRequirements } from './requirements/balances.ts';
import { businessKycRequirements } from './requirements/business-kyc.ts';
import { conversionRequirements } from './requirements/conversion.ts';
import { depositRequirements } from './requirements/deposit.ts';
import { errorRequirements } from './requirements/errors.ts';
import { httpRequirements } from './requirements/http.ts';
import { idRequirements } from './requirements/ids.ts';
import { individualKycRequirements } from './requirements/individual-kyc.ts';
import { kycRequirements } from './requirements/kyc.ts';
import { lightningOfframpRequirements } from './requirements/lightning-offramp.ts';
import { listedRecordRequirements } from './requirements/listed-records.ts';
import { listedValueRequirements } from './requirements/listed-values.ts';
import { offrampRequirements } from './requirements/offramp.ts';
import { offrampReadRequirements } from './requirements/offramp-read.ts';
import { onrampRequirements } from './requirements/onramp.ts';
import { orderRequirements } from './requirements/orders.ts';
import { paginationRequirements } from './requirements/pagination.ts';
import { railRequirements } from './requirements/rails.ts';
import { recordRequirements } from './requirements/records.ts';
import { sequenceRequirements } from './requirements/sequences.ts';
import { subaccountRequirements } from './requirements/subaccount.ts';
import { taxonomyRequirements } from './requirements/taxonomy.ts';
import { versionRequirements } from './requirements/versions.ts';
import { withdrawalRequirements } from './requirements/withdrawal.ts';

const catalogue = [
  ...subaccountRequirements,
  ...kycRequirements,
  ...individualKycRequirements,
  ...businessKycRequirements,
  ...balancesRequirements,
  ...orderRequirements,
  ...listedValueRequirements,
  ...depositRequirements,
  ...onrampRequirements,
  ...offrampRequirements,
  ...offrampReadRequirements,
  ...lightningOfframpRequirements,
  ...withdrawalRequirements,
  ...listedRecordRequirements,
  ...conversionRequirements,
  ...taxonomyRequirements,
  ...idRequirements,
  ...recordRequirements,
  ...authenticationRequirements,
  ...paginationRequirements,
  ...railRequirements,
  ...sequenceRequirements,
  ...errorRequirements,
  ...httpRequirements,
  ...versionRequirements,
];

export type RequirementId = (typeof catalogue)[number]['id'];

interface KnownRequirement extends Requirement {
  readonly id: RequirementId;
}

/** Of the document that all this is taken from. */
export const documentVersion = '1.0.0';

/** Every requirement, in the order in which a report shows them. */
export const requirements: readonly KnownRequirement[] = catalogue;

const requirementsById = new Map<string, KnownRequirement>(requirements.map((it) => [it.id, it]));

export const isRequirementId = (id: string): id is RequirementId => requirementsById.has(id);

export const requirementOf = (id: RequirementId): Requirement => {
  const requirement = requirementsById.get(id);
  if (requirement === undefined) throw new Error(`contract: no requirement is called ${id}`);
  return requirement;
};
