import { defaultPolicies } from '#sandbox';
import { isSeeded } from '../requests.ts';
import { atEach, onMembers, placesOf, sharing } from './hook.ts';

const read = 'individual-kyc.read';

/** Members of the record itself and of the objects in it, save the two that are always there. */
const omissible = placesOf(read, ({ optional }) => optional).toReversed();

const ofTheRecord = omissible.filter((path) => path.split(/[.[]/).length === 2);
const ofObjectsInIt = omissible.filter((path) => !ofTheRecord.includes(path));

const { find } = defaultPolicies.individualKyc;

const emptied = 'it empties what others fill';

export const individualKycVariations = sharing(
  { operations: ['individual-kyc.read'], replies: 'successes' },
  {
    'individual-kyc/all-null': {
      sentence: 'Every member but status and type is null.',
      alone: emptied,
      reply: onMembers(read, atEach(ofTheRecord, null)),
    },
    'individual-kyc/all-absent': {
      sentence: 'Every member but status and type is left out.',
      alone: emptied,
      reply: onMembers(read, atEach(ofTheRecord, undefined)),
    },
    'individual-kyc/every-other-one-null': {
      sentence: 'Of the members that may be missing every other one is null and the rest is left out.',
      alone: emptied,
      reply: onMembers(
        read,
        Object.fromEntries(ofTheRecord.map((path, at) => [path, at % 2 === 0 ? null : undefined])),
      ),
    },
    'individual-kyc/nested-null': {
      sentence: 'The members of the address, the documents and the identification are null.',
      alone: emptied,
      reply: onMembers(read, atEach(ofObjectsInIt, null)),
    },
    'individual-kyc/nested-absent': {
      sentence: 'The address, the documents and the identification are empty objects.',
      alone: emptied,
      reply: onMembers(read, atEach(ofObjectsInIt, undefined)),
    },
    'individual-kyc/empty-lists': {
      sentence:
        'There are no documents, no identification and no reasons for a rejection before the verification has begun.',
      alone: emptied,
      reply: onMembers(read, {
        '$.status': 'incomplete',
        '$.documents': [],
        '$.identifying_information': [],
        '$.rejection_reasons': [],
      }),
    },
    'individual-kyc/in-review-without-documents': {
      sentence: 'A record in review has documents, and no proof of address yet.',
      alone: emptied,
      reply: onMembers(read, {
        '$.status': 'in_review',
        '$.documents': (documents) =>
          Array.isArray(documents) ? documents.filter((it) => it.purpose !== 'PROOF_OF_ADDRESS') : documents,
      }),
    },
    'individual-kyc/of-a-business-s-owner': {
      sentence: 'For a business the record is that of the person who opened it.',
      replies: [404],
      alone: 'a record excludes a refusal',
      policies: {
        individualKyc: { find: (all, id) => find(all, id) ?? (isSeeded(id) ? all[0] : undefined) },
      },
    },
    'individual-kyc/without-volume': {
      sentence: 'Volume and description of the funds are left out, middle name and other purpose are null.',
      reply: onMembers(read, {
        '$.expected_monthly_volume_usd': undefined,
        '$.source_of_funds_description': undefined,
        '$.middle_name': null,
        '$.account_purpose_other': null,
        '$.address.street_line_2': null,
        '$.identifying_information[].image_back': undefined,
      }),
    },
    'individual-kyc/further-status': {
      sentence: 'The verification is in a state that the document does not show, for reasons of its own.',
      reply: onMembers(read, {
        '$.status': 'awaiting_manual_review',
        '$.rejection_reasons': ['The image is blurred', 'SELFIE_MISMATCH'],
        '$.gender': 'X',
        '$.nationality': 'Kenyan',
        '$.employment_status': '',
      }),
    },
  },
);
