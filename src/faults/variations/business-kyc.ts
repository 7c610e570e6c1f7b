import { placesOf } from '../rewriting.ts';
import { alternatives, atEach, onMembers, type Variation, variants } from '../variation.ts';

const read = 'business-kyc.read';

const fromTheStart = ['$.status', '$.created_at', '$.updated_at', '$.type'];

const texts = placesOf(read, ({ type }) => type === 'string').filter(
  (path) => !path.endsWith('[]') && !fromTheStart.includes(path),
);

const nothing = atEach(texts, null);

const combinable = variants('business-kyc', {
  'What may be null is null: vendor status and time, back images.': onMembers(read, {
    '$.status': 'not_started',
    '$.vendorStatus': null,
    '$.vendorVerifiedAt': null,
    '$.identification[].image_back': null,
    '$.ultimate_beneficial_owners[].identification[].image_back': null,
  }),
  'The second line of a street is left out everywhere.': onMembers(read, {
    '$.registered_address.street_line_2': undefined,
    '$.physical_address.street_line_2': undefined,
    '$.ultimate_beneficial_owners[].address.street_line_2': undefined,
  }),
  'States, purposes and kinds of identification occur that the document does not show.': onMembers(read, {
    '$.identification[].type': 'vat',
    '$.documents[].purpose': 'bank_statement',
    '$.ultimate_beneficial_owners[].identification[].type': 'passport',
    '$.ultimate_beneficial_owners[].documents[].purpose': 'PROOF_OF_IDENTITY',
    '$.ultimate_beneficial_owners[].title': '',
    '$.expected_monthly_volume_usd': 'FROM_100000_TO_500000',
    '$.website': 'fictional-freight.example.com',
    '$.trade_name': 'Müller & Söhne — 東京',
  }),
  'The percentage of an owner is a text with a sign or in words.': onMembers(read, {
    '$.ultimate_beneficial_owners[].ownership_percentage': '25% or more',
  }),
});

const exclusive = alternatives('business-kyc', {
  'No text and no document is there before the verification has begun.': onMembers(read, {
    ...nothing,
    '$.status': 'not_started',
  }),
  'The update is kept in whole seconds with an offset, and the creation to the millisecond.': onMembers(read, {
    '$.created_at': '2024-05-01T10:00:00.417Z',
    '$.updated_at': '2024-05-01T10:00:00.000+00:00',
  }),
  'Owners, documents, identification and industries are empty.': onMembers(read, {
    '$.identification': [],
    '$.business_industry': [],
    '$.ultimate_beneficial_owners': [],
    '$.documents': [],
  }),
  'The state at the vendor and its time are texts of the vendor.': onMembers(read, {
    '$.vendorStatus': 'GREEN',
    '$.vendorVerifiedAt': '2025-01-20 16:39:00',
  }),
});

export const variations: readonly Variation[] = [...combinable, ...exclusive];
