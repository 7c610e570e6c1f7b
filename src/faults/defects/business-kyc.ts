import { against } from '../fault.ts';
import { changing, rewriting, succeeding } from '../rewriting.ts';

const business = changing('business-kyc.read');

const inState = (status: string, changes: Readonly<Record<string, unknown>>) =>
  succeeding('business-kyc.read', ({ body }) => ({ body: { ...(body as object), ...changes, status } }));

const share = 'ultimate_beneficial_owners[].ownership_percentage';

against('business-kyc.read/dates-its-verification', {
  'The verification is dated in words.': rewriting('business-kyc.read', '$.vendorVerifiedAt', 'yesterday'),
});
against('business-kyc.read/dates-its-verification', {
  'The verification is dated two hours east of UTC.': rewriting(
    'business-kyc.read',
    '$.vendorVerifiedAt',
    '2025-01-20T16:39:00.000+02:00',
  ),
});
against('business-kyc.read/is-owned-by-the-born', {
  'An owner will be born in 2090.': rewriting(
    'business-kyc.read',
    '$.ultimate_beneficial_owners[].birth_date',
    '2090-01-01T00:00:00.000Z',
  ),
});
against('business-kyc.read/is-filled-in-every-state', {
  'The legal name is null before the verification has begun.': inState('not_started', { legal_name: null }),
  'A document is null while the verification is in review.': inState('in_review', {
    ownership_document: null,
  }),
});
against('business-kyc.read/has-its-members', {
  'The legal name of a verified business is null.': inState('verified', { legal_name: null }),
  'A flag is null before the verification has begun.': inState('not_started', { is_dao: null }),
  'The legal name is left out before the verification has begun.': inState('not_started', {
    legal_name: undefined,
  }),
});
against('business-kyc.read/is-incorporated-in-the-past', {
  'The incorporation lies in the future.': business('incorporation_date', '2999-01-01'),
});
against('business-kyc.read/owns-at-most-the-whole', {
  'Each owner has the whole.': business(share, '100'),
  'The shares are 102 together.': business(share, '51'),
  'A share is negative.': business(share, '-5'),
  'The shares are in hundredths of a per cent.': business(share, '4000'),
});
