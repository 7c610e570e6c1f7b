import { defaultPolicies } from '#sandbox';
import { placesOf } from '../rewriting.ts';
import { alternatives, atEach, onMembers, type Variation, variants } from '../variation.ts';

const read = 'individual-kyc.read';

/** Members of the record itself and of the objects in it, save the two that are always there. */
const omissible = placesOf(read, ({ optional }) => optional).toReversed();

const ofTheRecord = omissible.filter((path) => path.split(/[.[]/).length === 2);
const ofTheAddress = omissible.filter((path) => !ofTheRecord.includes(path));
const images = placesOf(read, ({ path }) => path.includes('image'));

const { find } = defaultPolicies.individualKyc;

const combinable = variants('individual-kyc', {
  'Volume and description of the funds are left out, middle name and other purpose are null.': onMembers(read, {
    '$.expected_monthly_volume_usd': undefined,
    '$.source_of_funds_description': undefined,
    '$.middle_name': null,
    '$.account_purpose_other': null,
    '$.address.street_line_2': null,
    '$.identifying_information[].image_back': undefined,
  }),
  'The verification is in a state that the document does not show, for its own reasons.': onMembers(read, {
    '$.status': 'awaiting_manual_review',
    '$.rejection_reasons': ['The image is blurred', 'SELFIE_MISMATCH'],
    '$.gender': 'X',
    '$.nationality': 'Kenyan',
    '$.employment_status': '',
  }),
});

const exclusive = alternatives('individual-kyc', {
  'Every member but status and type is null.': onMembers(read, atEach(ofTheRecord, null)),
  'Every member but status and type is left out.': onMembers(read, atEach(ofTheRecord, undefined)),
  'Of the members that may be missing every other one is null and the rest is left out.': onMembers(
    read,
    Object.fromEntries(ofTheRecord.map((path, at) => [path, at % 2 === 0 ? null : undefined])),
  ),
  'The parts of the address and the images of the identification are null.': onMembers(
    read,
    atEach([...ofTheAddress, ...images], null),
  ),
  'The address is an empty object, and the identification has no images.': onMembers(
    read,
    atEach([...ofTheAddress, ...images], undefined),
  ),
  'There are no documents, no identification and no reasons for a rejection before the verification has begun.':
    onMembers(read, {
      '$.status': 'incomplete',
      '$.documents': [],
      '$.identifying_information': [],
      '$.rejection_reasons': [],
    }),
  'A record in review has documents, and no proof of address yet.': onMembers(read, {
    '$.status': 'in_review',
    '$.documents': (documents) =>
      Array.isArray(documents) ? documents.filter((it) => it.purpose !== 'PROOF_OF_ADDRESS') : documents,
  }),
  'For a business the record is that of the person who opened it.': {
    individualKyc: { find: (all, id) => find(all, id) ?? (id.startsWith('5eed0a02') ? all[0] : undefined) },
  },
});

export const variations: readonly Variation[] = [...combinable, ...exclusive];
