import { defaultPolicies } from '#sandbox';
import { type Hook, isRecord, placesOf, rewrite } from '../rewriting.ts';
import {
  alternatives,
  atEach,
  circumstance,
  onMembers,
  onSuccess,
  promised,
  shown,
  under,
  variants,
} from '../variation.ts';

const readPerson = 'individual-kyc.read';

/** Optional members, without the two that are always there. */
const omissible = placesOf(readPerson, ({ optional }) => optional).toReversed();

const recordMembers = omissible.filter((path) => path.split(/[.[]/).length === 2);
const addressMembers = omissible.filter((path) => !recordMembers.includes(path));
const images = placesOf(readPerson, ({ path }) => path.includes('image'));

const { find } = defaultPolicies.individualKyc;

/** Changes records that are not approved, except their state. */
const unlessApproved = (changes: Parameters<typeof onMembers>[1]): Hook =>
  onSuccess(readPerson, (body, request) => {
    if (!isRecord(body) || body.status === 'approved') return;
    for (const [path, change] of Object.entries(changes)) rewrite(body, path, change, request);
  });

variants('individual-kyc', {
  'Volume and description of the funds are left out, middle name and other purpose are null.': promised(
    onMembers(readPerson, {
      '$.expected_monthly_volume_usd': undefined,
      '$.source_of_funds_description': undefined,
      '$.middle_name': null,
      '$.account_purpose_other': null,
      '$.address.street_line_2': null,
      '$.identifying_information[].image_back': undefined,
    }),
  ),
  'The verification is in a state that the document does not show, with reasons for a rejection.': shown(
    onMembers(readPerson, {
      '$.status': 'awaiting_manual_review',
      '$.rejection_reasons': ['The image is blurred', 'SELFIE_MISMATCH'],
    }),
  ),
  'Gender and nationality are texts that the document does not show, and the employment is empty.': onMembers(
    readPerson,
    {
      '$.gender': 'X',
      '$.nationality': 'Kenyan',
      '$.employment_status': '',
    },
  ),
});

alternatives('individual-kyc', {
  'Every member but status and type is null.': promised(onMembers(readPerson, atEach(recordMembers, null))),
  'Every member but status and type is left out.': promised(onMembers(readPerson, atEach(recordMembers, undefined))),
  'Of the members that may be missing every other one is null and the rest is left out.': promised(
    onMembers(readPerson, Object.fromEntries(recordMembers.map((path, at) => [path, at % 2 === 0 ? null : undefined]))),
  ),
  'The parts of the address and the images of the identification are null.': shown(
    onMembers(readPerson, atEach([...addressMembers, ...images], null)),
  ),
  'The address is an empty object, and the identification has no images.': shown(
    onMembers(readPerson, atEach([...addressMembers, ...images], undefined)),
  ),
  'There are no documents, no identification and no reasons for a rejection before the verification has begun.':
    unlessApproved({ '$.documents': [], '$.identifying_information': [], '$.rejection_reasons': [] }),
  'A record in review has documents, and no proof of address yet.': unlessApproved({
    '$.documents': [{ purpose: 'PROOF_OF_ACCOUNT_PURPOSE', file: 'https://files.example.com/kyc/purpose.pdf' }],
  }),
  'The individual record of a business is that of the person who opened it.': {
    individualKyc: { find: (all, id) => find(all, id) ?? (id.startsWith('5eed0a02') ? all[0] : undefined) },
  },
});

const readBusiness = 'business-kyc.read';

const fromTheStart = ['$.status', '$.created_at', '$.updated_at', '$.type'];

const texts = placesOf(readBusiness, ({ type }) => type === 'string').filter(
  (path) => !path.endsWith('[]') && !fromTheStart.includes(path),
);

const nothing = atEach(texts, null);

variants('business-kyc', {
  'Vendor status, vendor time and back images are null.': promised(
    onMembers(readBusiness, {
      '$.vendorStatus': null,
      '$.vendorVerifiedAt': null,
      '$.identification[].image_back': null,
      '$.ultimate_beneficial_owners[].identification[].image_back': null,
    }),
  ),
  'The second line of a street is left out everywhere.': promised(
    onMembers(readBusiness, {
      '$.registered_address.street_line_2': undefined,
      '$.physical_address.street_line_2': undefined,
      '$.ultimate_beneficial_owners[].address.street_line_2': undefined,
    }),
  ),
  'States, purposes and kinds of identification occur that the document does not show.': shown(
    onMembers(readBusiness, {
      '$.identification[].type': 'vat',
      '$.documents[].purpose': 'bank_statement',
      '$.ultimate_beneficial_owners[].identification[].type': 'passport',
      '$.ultimate_beneficial_owners[].documents[].purpose': 'PROOF_OF_IDENTITY',
      '$.expected_monthly_volume_usd': 'FROM_100000_TO_500000',
    }),
  ),
  'The share of an owner is a text in words and with a sign, such as "25% or more".': onMembers(readBusiness, {
    '$.ultimate_beneficial_owners[].ownership_percentage': '25% or more',
  }),
});

alternatives('business-kyc', {
  'The website of a business has no scheme.': onMembers(readBusiness, { '$.website': 'fictional-freight.example.com' }),
  'Two subaccounts are of one business, each an applicant of its own.': {
    businessKyc: {
      find: (all, subaccountId) => {
        const own = defaultPolicies.businessKyc.find(all, subaccountId);
        const [first = own] = all;
        const { vendorApplicantId } = own?.record ?? {};
        return own && first && { ...own, record: { ...first.record, vendorApplicantId } };
      },
    },
  },
  // The document says that these members of a business are strings, and that a few may be null.
  'Texts and documents are null before the verification has begun.': circumstance(
    shown(
      onMembers(readBusiness, {
        ...nothing,
        '$.status': 'not_started',
      }),
    ),
  ),
  'The update is written in whole seconds with +00:00, the creation in milliseconds with Z.': under(
    'Resources: Conventions',
  )(
    promised(
      onMembers(readBusiness, {
        '$.created_at': '2024-05-01T10:00:00.417Z',
        '$.updated_at': '2024-05-01T10:00:00.000+00:00',
      }),
    ),
  ),
  'Owners, documents, identification and industries are empty.': onMembers(readBusiness, {
    '$.identification': [],
    '$.business_industry': [],
    '$.ultimate_beneficial_owners': [],
    '$.documents': [],
  }),
  'The state and the time of the vendor are in words and a format of the vendor.': promised(
    onMembers(readBusiness, {
      '$.vendorStatus': 'GREEN',
      '$.vendorVerifiedAt': '2025-01-20 16:39:00',
    }),
  ),
});

for (const [subject, read, documents] of [
  ['individual-kyc', readPerson, ['$.documents[]']],
  ['business-kyc', readBusiness, ['$.documents[]', '$.ultimate_beneficial_owners[].documents[]']],
] as const)
  alternatives(subject, {
    'A verification that was approved is called verified.': shown(onMembers(read, { '$.status': 'verified' })),
    'Documents say how many pages they have.': onMembers(read, atEach(documents, paged)),
  });

function paged(document: unknown): unknown {
  return isRecord(document) ? { ...document, pages: 2 } : document;
}
