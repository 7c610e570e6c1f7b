import { sectionsOf } from '../section.ts';

const section = sectionsOf('business-kyc.read');

const consistency = section('consistency', 'Resources: Business KYC record');

export const businessKycRequirements = [
  consistency.shown('is-incorporated-in-the-past', 'The incorporation date lies in the past.'),
  consistency.shown(
    'owns-at-most-the-whole',
    'Each ownership percentage is between 0 and 100, and together they are at most 100.',
  ),
];
