import type { Claim } from './claim.ts';
import type { OperationId } from './operation.ts';
import { nouns, operationIds, operationOf } from './operations.ts';
import type { RequirementId } from './requirement-ids.ts';
import { authenticationRequirements } from './rules/authentication.ts';
import { idRequirements, listedRecordRequirements, sequenceRequirements } from './rules/consistency.ts';
import { errorRequirements, httpRequirements, versionRequirements } from './rules/http.ts';
import { listedValueRequirements, orderRequirements, railRequirements } from './rules/orders.ts';
import { paginationRequirements } from './rules/pagination.ts';
import { recordRequirements } from './rules/records.ts';

const claims: readonly Claim[] = [
  ...nouns.flatMap(({ requirements }) => requirements),
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

export interface Requirement extends Claim {
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

/** Statements of the document that no client can observe from outside, with the reason; kept so that none is lost. */
export const unobservable: readonly {
  readonly section: string;
  readonly statement: string;
  readonly reason: string;
}[] = [
  {
    section: 'What the service does',
    statement: 'The simulation of deposits exists in the sandbox only.',
    reason: 'Showing it would take a money request to production, which the harness never sends.',
  },
  {
    section: 'What the service does',
    statement: 'Crypto is sent to the destination address of an onramp, fiat to the recipient of an offramp.',
    reason: 'Settlement happens outside the interface, on chains and at banks.',
  },
  {
    section: 'States and transitions',
    statement: 'Completing the verification named in the required actions unlocks a currency capability.',
    reason: 'Verification is completed by a person at an external vendor.',
  },
  {
    section: 'States and transitions',
    statement: 'A pending offramp becomes paid, completed or failed, and its settlement follows the status.',
    reason: 'The moves are not shown and not triggered through the interface; the values that occur are judged.',
  },
  {
    section: 'Endpoints: 7. Initiate offramp (version 2)',
    statement: 'Each of the four identifying fields of a named recipient is needed.',
    reason:
      'Recipients are made outside the documented endpoints; each incomplete recipient that is configured is judged.',
  },
  {
    section: 'Endpoints: 7. Initiate offramp (version 2)',
    statement: 'A bank account that is absent although its recipient exists is answered 404.',
    reason: 'Such a recipient cannot be made through the documented endpoints; an unknown recipient stands for it.',
  },
  {
    section: 'Authentication',
    statement: 'Production and sandbox are separate servers.',
    reason: 'A run knows one base address, and never tries a key on another.',
  },
  {
    section: 'Limits',
    statement: 'Uploads accept the formats jpeg, jpg, png, heic, heif and pdf.',
    reason: 'The document shows no path for uploads; only the endings of URIs in records are seen.',
  },
  {
    section: 'Versioning',
    statement: 'The interface description carries the version 1.0.0.',
    reason: 'The description itself is not served by a documented endpoint.',
  },
];
