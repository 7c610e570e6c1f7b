import { atEach, onMembers, placesOf, sharing } from './hook.ts';

const read = 'business-kyc.read';

const fromTheStart = ['$.status', '$.created_at', '$.updated_at', '$.type'];

const texts = placesOf(read, ({ type }) => type === 'string').filter(
  (path) => !path.endsWith('[]') && !fromTheStart.includes(path),
);

const nothing = atEach(texts, null);

export const businessKycVariations = sharing(
  { operations: ['business-kyc.read'], replies: 'successes' },
  {
    'business-kyc/not-verified-yet': {
      sentence: 'What may be null is null: vendor status and time, back images.',
      reply: onMembers(read, {
        '$.status': 'not_started',
        '$.vendorStatus': null,
        '$.vendorVerifiedAt': null,
        '$.identification[].image_back': null,
        '$.ultimate_beneficial_owners[].identification[].image_back': null,
      }),
    },
    'business-kyc/not-begun': {
      sentence: 'No text and no document is there before the verification has begun.',
      alone: 'it empties what others fill',
      reply: onMembers(read, { ...nothing, '$.status': 'not_started' }),
    },
    'business-kyc/one-line-of-street': {
      sentence: 'The second line of a street is left out everywhere.',
      reply: onMembers(read, {
        '$.registered_address.street_line_2': undefined,
        '$.physical_address.street_line_2': undefined,
        '$.ultimate_beneficial_owners[].address.street_line_2': undefined,
      }),
    },
    'business-kyc/updated-in-whole-seconds': {
      sentence: 'The update is kept in whole seconds with an offset, and the creation to the millisecond.',
      alone: 'one update excludes another',
      reply: onMembers(read, {
        '$.created_at': '2024-05-01T10:00:00.417Z',
        '$.updated_at': '2024-05-01T10:00:00.000+00:00',
      }),
    },
    'business-kyc/empty-lists': {
      sentence: 'Owners, documents, identification and industries are empty.',
      alone: 'empty lists exclude further values in them',
      reply: onMembers(read, {
        '$.identification': [],
        '$.business_industry': [],
        '$.ultimate_beneficial_owners': [],
        '$.documents': [],
      }),
    },
    'business-kyc/further-values': {
      sentence: 'States, purposes and kinds of identification occur that the document does not show.',
      reply: onMembers(read, {
        '$.identification[].type': 'vat',
        '$.documents[].purpose': 'bank_statement',
        '$.ultimate_beneficial_owners[].identification[].type': 'passport',
        '$.ultimate_beneficial_owners[].documents[].purpose': 'PROOF_OF_IDENTITY',
        '$.ultimate_beneficial_owners[].title': '',
        '$.expected_monthly_volume_usd': 'FROM_100000_TO_500000',
        '$.website': 'fictional-freight.example.com',
        '$.trade_name': 'Müller & Söhne — 東京',
      }),
    },
    'business-kyc/vendor-words': {
      sentence: 'The state at the vendor and its time are texts of the vendor.',
      alone: 'a text excludes null',
      reply: onMembers(read, { '$.vendorStatus': 'GREEN', '$.vendorVerifiedAt': '2025-01-20 16:39:00' }),
    },
    'business-kyc/shares-in-words': {
      sentence: 'The percentage of an owner is a text with a sign or in words.',
      reply: onMembers(read, { '$.ultimate_beneficial_owners[].ownership_percentage': '25% or more' }),
    },
  },
);
