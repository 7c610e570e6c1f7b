import { sectionsOf } from '../claim.ts';
import { headingOf } from '../operation.ts';
import { operationOf } from '../operations.ts';

const individual = sectionsOf('individual-kyc.read');
const business = sectionsOf('business-kyc.read');

const person = individual('consistency', 'Resources: Individual KYC record');
const company = business('consistency', 'Resources: Business KYC record');

const order = ['is-updated-after-its-creation', 'The record was not updated before it was created.'] as const;

/** Claims of both records, in the words of each. */
export const kycRequirements = [
  person.implied(...order),
  individual('error', 'Errors').stated(
    'refuses-an-absent-customer',
    'A customer that does not exist is answered 404 with a full error body, whose message says so.',
  ),
  individual('error', headingOf(operationOf('individual-kyc.read'))).shown(
    'has-no-record-for-a-business',
    'A business has no individual KYC record.',
  ),
  individual('open', 'States and transitions').silent(
    'status-in-use',
    'Which verification states exist for individuals is open.',
  ),
  company.implied(...order),
  business('error', 'Errors').stated(
    'refuses-an-absent-business',
    'A business that does not exist is answered 404 with a full error body, whose message says so.',
  ),
  business('error', headingOf(operationOf('business-kyc.read'))).implied(
    'has-no-record-for-an-individual',
    'An individual has no business KYC record.',
  ),
  business('open', 'States and transitions').silent(
    'status-in-use',
    'Which verification states exist for businesses is open.',
  ),
];
