import type { Claim } from './claim.ts';
import { nouns, type OperationId, operationIds, operationOf } from './operations.ts';
import { authenticationRequirements } from './rules/authentication.ts';
import { errorRequirements } from './rules/errors.ts';
import { httpRequirements } from './rules/http.ts';
import { idRequirements } from './rules/ids.ts';
import { listedRecordRequirements } from './rules/listed-records.ts';
import { listedValueRequirements } from './rules/listed-values.ts';
import { orderRequirements } from './rules/orders.ts';
import { paginationRequirements } from './rules/pagination.ts';
import { railRequirements } from './rules/rails.ts';
import { recordRequirements } from './rules/records.ts';
import { sequenceRequirements } from './rules/sequences.ts';
import { versionRequirements } from './rules/versions.ts';

type OfNoun = (typeof nouns)[number]['requirements'][number];

const claims = [
  ...nouns.flatMap(({ requirements }): readonly OfNoun[] => requirements),
  ...orderRequirements,
  ...listedValueRequirements,
  ...listedRecordRequirements,
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

export type RequirementId = (typeof claims)[number]['id'];

export interface Requirement extends Claim<RequirementId, OperationId> {
  readonly endpoints: readonly number[];
}

/** The document that all this is taken from. */
export const documentTitle = 'Cross-Border Ramp Service Interface';
export const documentVersion = '1.0.0';

/** Changes with a release that adds, drops or rules on requirements; by it two runs are known to be held to the same. */
export const catalogueVersion = '0.4.0';

/** Every requirement, in the order in which a report shows them. */
export const requirements: readonly Requirement[] = claims.map((claim) => ({
  ...claim,
  endpoints: claim.operations.map((id) => operationOf(id).number),
}));

/** Rules of the whole service are no part of one endpoint. */
export const isOfWholeService = ({ endpoints }: Pick<Requirement, 'endpoints'>): boolean =>
  endpoints.length === operationIds.length;

const requirementsById = new Map<string, Requirement>(requirements.map((it) => [it.id, it]));

export const isRequirementId = (id: string): id is RequirementId => requirementsById.has(id);

/** The operation to whose endpoint a requirement belongs; undefined of a rule across endpoints, and of an unknown id. */
export const endpointOf = (id: string): OperationId | undefined => {
  const subject = requirementsById.get(id)?.subject;
  return operationIds.find((each) => each === subject);
};

export const requirementOf = (id: RequirementId): Requirement => {
  const requirement = requirementsById.get(id);
  if (requirement === undefined) throw new Error(`contract: no requirement is called ${id}`);
  return requirement;
};
