import { headingOf, type OperationId } from '../operations.ts';
import { sectionsOf } from '../section.ts';

interface Kyc<Id extends OperationId, Holder extends string, Other extends string> {
  readonly operation: Id;
  readonly record: string;
  /** Kind of subaccount that the record is of. */
  readonly kind: string;
  readonly kinds: string;
  /** Who is verified, in the words of the document's messages. */
  readonly holder: Holder;
  /** Who has no record here. */
  readonly other: Other;
  /** How firmly the document speaks of it. */
  readonly firmness: 'implied' | 'shown';
}

/** The records of individuals and of businesses share these claims. */
const kyc = <const Id extends OperationId, const Holder extends string, const Other extends string>({
  operation,
  record,
  kind,
  kinds,
  holder,
  other,
  firmness,
}: Kyc<Id, Holder, Other>) => {
  const section = sectionsOf(operation);
  return [
    section('consistency', record).implied(
      'is-updated-after-its-creation',
      'The record was not updated before it was created.',
    ),
    section('error', 'Errors').stated(
      `refuses-an-absent-${holder}`,
      `A ${holder} that does not exist is answered 404 with a full error body, whose message says so.`,
    ),
    section('error', headingOf(operation))[firmness](
      `has-no-record-for-${other}`,
      `The subaccount of ${other.replace('-', ' ')} has no ${kind} record here.`,
    ),
    section('open', 'States and transitions').silent(
      'status-in-use',
      `Which verification states exist for ${kinds} is open.`,
    ),
  ];
};

export const kycRequirements = [
  ...kyc({
    operation: 'individual-kyc.read',
    record: 'Resources: Individual KYC record',
    kind: 'individual',
    kinds: 'individuals',
    holder: 'customer',
    other: 'a-business',
    firmness: 'shown',
  }),
  ...kyc({
    operation: 'business-kyc.read',
    record: 'Resources: Business KYC record',
    kind: 'business',
    kinds: 'businesses',
    holder: 'business',
    other: 'an-individual',
    firmness: 'implied',
  }),
];
