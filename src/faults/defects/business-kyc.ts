import { against } from '../planting.ts';
import { changing, succeeding } from '../rewriting.ts';

const business = changing('business-kyc.read');

const inState = (status: string, changes: Readonly<Record<string, unknown>>) =>
  succeeding('business-kyc.read', ({ body }) => ({ body: { ...(body as object), ...changes, status } }));

const share = 'ultimate_beneficial_owners[].ownership_percentage';

/** Records of businesses that contradict themselves. */
export const businessKycFaults = [
  ...against('business-kyc.read/is-filled-in-every-state', {
    'business-kyc/nameless-before-its-start': [
      'The legal name is null before the verification has begun.',
      inState('not_started', { legal_name: null }),
    ],
    'business-kyc/without-documents-in-review': [
      'A document is null while the verification is in review.',
      inState('in_review', { ownership_document: null }),
    ],
  }),
  ...against('business-kyc.read/has-its-members', {
    'business-kyc/nameless-once-verified': [
      'The legal name of a verified business is null.',
      inState('verified', { legal_name: null }),
    ],
    'business-kyc/undecided-before-its-start': [
      'A flag is null before the verification has begun.',
      inState('not_started', { is_dao: null }),
    ],
    'business-kyc/without-a-name-before-its-start': [
      'The legal name is left out before the verification has begun.',
      inState('not_started', { legal_name: undefined }),
    ],
  }),
  ...against('business-kyc.read/is-incorporated-in-the-past', {
    'business-kyc/incorporated-in-the-future': [
      'The incorporation lies in the future.',
      business('incorporation_date', '2999-01-01'),
    ],
  }),
  ...against('business-kyc.read/owns-at-most-the-whole', {
    'business-kyc/owned-twice': ['Each owner has the whole.', business(share, '100')],
    'business-kyc/owned-beyond-the-whole': ['The shares are 102 together.', business(share, '51')],
    'business-kyc/owned-negatively': ['A share is negative.', business(share, '-5')],
    'business-kyc/owned-in-hundredths': [
      'The shares are in hundredths of a per cent.',
      business(share, '4000'),
    ],
  }),
];
