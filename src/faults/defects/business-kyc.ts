import { defaultPolicies } from '#sandbox';
import { against } from '../planting.ts';
import { answering, rewriting, succeeding } from '../rewriting.ts';

const read = 'business-kyc.read';
const right = defaultPolicies.businessKyc;

const changed = (path: string, value: unknown) => ({ reply: rewriting(read, `$.${path}`, () => value) });

const inState = (status: string, changes: Readonly<Record<string, unknown>>) => ({
  reply: succeeding(read, ({ body }) => ({ body: { ...(body as object), ...changes, status } })),
});

const stateFaults = [
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
];

const timeFaults = [
  ...against('business-kyc.read/is-incorporated-in-the-past', {
    'business-kyc/incorporated-in-the-future': [
      'The incorporation lies in the future.',
      changed('incorporation_date', '2999-01-01'),
    ],
  }),
];

const owners = 'ultimate_beneficial_owners[].ownership_percentage';

const ownerFaults = against('business-kyc.read/owns-at-most-the-whole', {
  'business-kyc/owned-twice': ['Each owner has the whole.', changed(owners, '100')],
  'business-kyc/owned-beyond-the-whole': ['The shares are 102 together.', changed(owners, '51')],
  'business-kyc/owned-negatively': ['A share is negative.', changed(owners, '-5')],
  'business-kyc/owned-in-hundredths': [
    'The shares are in hundredths of a per cent.',
    changed(owners, '4000'),
  ],
});

/** The refusal for the subaccount of a person, which has no record here. */
const isPerson = { operation: read, status: 404 } as const;

const absenceFaults = [
  ...against('business-kyc.read/has-no-record-for-an-individual', {
    'business-kyc/person-served': [
      'A person is answered with the first business.',
      { policies: { businessKyc: { find: (all, id) => right.find(all, id) ?? all[0] } } },
    ],
    'business-kyc/person-as-empty': [
      'A person is answered with an empty record.',
      { reply: answering(isPerson, () => ({ status: 200, body: {} })) },
    ],
  }),
  ...against('business-kyc.read/refuses-an-absent-business', {
    'business-kyc/absent-served': [
      'An absent business is answered with the first one.',
      { policies: { businessKyc: { find: (all, id) => right.find(all, id) ?? all[0] } } },
    ],
  }),
];

/** Records of businesses that contradict themselves, or that are of somebody else. */
export const businessKycFaults = [...stateFaults, ...timeFaults, ...ownerFaults, ...absenceFaults];
