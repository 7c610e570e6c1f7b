import { type Claim, subjectOf } from './claim.ts';
import { type Listing, type OperationId, operationIds, operationOf } from './operations.ts';
import { rows } from './rows.ts';

export { catalogueVersion } from './rows.ts';

export type RequirementId = keyof typeof rows;

export interface Requirement extends Claim {
  readonly id: RequirementId;
  readonly subject: string;
  readonly endpoints: readonly number[];
  readonly row: string;
}

export const documentTitle = 'Cross-Border Ramp Service Interface';
export const documentVersion = '1.0.0';

const ids = Object.keys(rows) as RequirementId[];

/** In the order of a report. */
export const requirements: readonly Requirement[] = ids.map((id) => {
  const claim: Claim & { readonly row: string } = rows[id];
  const endpoints = claim.operations.map((operation) => operationOf(operation).number);
  return { id, subject: subjectOf(id), ...claim, endpoints };
});

/** Rules of the whole service belong to no single endpoint. */
export const isOfWholeService = ({ endpoints }: Pick<Requirement, 'endpoints'>): boolean =>
  endpoints.length === operationIds.length;

const requirementsById = new Map<string, Requirement>(requirements.map((it) => [it.id, it]));

export const isRequirementId = (id: string): id is RequirementId => requirementsById.has(id);

/** Undefined for a rule across endpoints, and for an unknown id. */
export const endpointOf = (id: string): OperationId | undefined => {
  const subject = requirementsById.get(id)?.subject;
  return operationIds.find((each) => each === subject);
};

export const requirementOf = (id: RequirementId): Requirement => {
  const requirement = requirementsById.get(id);
  if (requirement === undefined) throw new Error(`contract: no requirement is called ${id}`);
  return requirement;
};

type RuleOf<Id> = Id extends `${Listing}/${infer Rule}` ? Rule : never;
type RuleOfEach<Rule extends string> = Rule extends string
  ? `${Listing}/${Rule}` extends RequirementId
    ? Rule
    : never
  : never;

export type ListingRule = RuleOfEach<RuleOf<RequirementId>>;

/**
 * Statements of the document that no client can observe, each with the reason. The list shows that none was forgotten.
 */
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
    reason: 'The documented endpoints cannot create such a recipient, so the test uses an unknown one.',
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
