import { type Claim, sectionsOf } from '../claim.ts';
import { headingOf, type OperationId, type Part } from '../operation.ts';
import {
  answering,
  lasting,
  operationIds,
  operationOf,
  operationsWith,
  reads,
  withAmounts,
  withListings,
} from '../operations.ts';

const section = sectionsOf('records', operationIds);
const heading = 'Resources and their fields';
const conventions = 'Resources: Conventions';

const record = section('record', heading);
const format = section('format', conventions);
const open = section('open', heading);
const email = section('format', heading);
const upload = section('format', 'Limits');
const status = section('open', 'Endpoints');

const answered = answering.flatMap((operation) => {
  const section = sectionsOf(operation);
  return [
    section('record', 'Endpoints').stated(
      'answers-with-its-record',
      'A valid request succeeds with a JSON body of the documented kind.',
      { asks: 'success' },
    ),
    section('record', heading).stated(
      'has-its-members',
      'Every documented member is there, of its documented type, and null only where the document has null.',
    ),
  ];
});

/** One requirement an operation, whose records hold values of a kind. */
const writes = (
  ids: readonly OperationId[],
  name: string,
  claim: string,
  [tag, section]: readonly ['format' | 'record', string] = ['format', conventions],
) => ids.map((operation) => sectionsOf(operation)(tag, section).stated(name, claim));

const held = [
  ...writes(operationsWith('identifiers'), 'writes-its-identifiers', 'Identifiers are UUID strings.'),
  ...writes(
    operationsWith('timestamps'),
    'writes-its-timestamps',
    'Points in time are ISO 8601 date-times in UTC with milliseconds.',
  ),
  ...writes(operationsWith('dates'), 'writes-its-dates', 'Calendar dates are year, month and day of a real day.'),
  ...writes(
    operationsWith('amounts'),
    'writes-its-amounts',
    'Amounts in strings are plain decimals, with exactly as many places as the document says where it says so.',
  ),
  ...writes(operationsWith('sets'), 'keeps-its-closed-sets', 'Members with a closed set of values hold one of them.', [
    'record',
    heading,
  ]),
  ...writes(operationsWith('uris'), 'writes-its-uris', 'Documents, images and verification flows are absolute URIs.'),
  ...writes(
    operationsWith('countries'),
    'writes-its-countries',
    'Country codes have three letters, or two where the document says so.',
  ),
  ...operationsWith('countries').map((operation) => {
    const { countries = 'implied' } = operationOf(operation);
    return sectionsOf(operation)('format', conventions)[countries](
      'names-assigned-countries',
      'Country codes are among those that ISO 3166-1 assigns.',
    );
  }),
  ...writes(
    operationsWith('lowerCaseCodes'),
    'writes-its-codes-in-lower-case',
    'Currency codes are letters, digits and underscores in lower case where the document says so.',
    ['format', heading],
  ),
];

const repeated = lasting.map((operation) =>
  sectionsOf(operation)('consistency', headingOf(operationOf(operation))).implied(
    'repeats-itself',
    'Each read of a record, the first before the tests included, shows the same in all that no event changes.',
  ),
);

const ofPart = (operation: OperationId, { noun, members, also = [] }: Part): readonly Claim[] => {
  const words = noun.replace('-', ' ');
  const section = sectionsOf(operation)('record', heading);
  return [
    section[members](
      `${noun}-have-their-members`,
      `Its ${words} have every documented member, of its documented type, and null only where the document has null.`,
    ),
    ...(also.includes('sets')
      ? [
          section.stated(
            `${noun}-keep-their-closed-sets`,
            `Members of its ${words} with a closed set of values hold one of them.`,
          ),
        ]
      : []),
    ...(also.includes('formats')
      ? [
          section.stated(
            `${noun}-keep-their-formats`,
            `Points in time, URIs and country codes of its ${words} have the documented form.`,
          ),
        ]
      : []),
  ];
};

/** Of the entries of lists and maps. */
export const partRequirements = operationIds.flatMap((operation) =>
  (operationOf(operation).parts ?? []).flatMap((part) => ofPart(operation, part)),
);

const amounts = withAmounts.map((operation) =>
  sectionsOf(operation)('money', operationOf(operation).amountsIn ?? heading).implied(
    'has-no-negative-amounts',
    'No amount, rate or fee is negative.',
    withListings(operation),
  ),
);

export const recordRequirements = [
  ...answered,
  ...held,
  ...partRequirements,
  ...repeated,
  ...amounts,
  record.shown('send-null-for-what-is-empty', 'A member that may be null is sent as null rather than left out.'),
  record.implied('carry-content-in-texts', 'Names, codes, invoices and addresses are no empty texts.', [
    ...answering.filter((operation) => operationOf(operation).texts.length > 0),
  ]),
  record.shown(
    'leave-no-text-empty',
    'Each of two names, descriptions, the name of a network and of a business, and the code to pay of any method have content.',
    answering.filter(
      (operation) => operationOf(operation).emptyTexts !== undefined || operationOf(operation).bare !== undefined,
    ),
  ),
  record.implied(
    'date-nothing-in-the-future',
    'Nothing was created, updated or verified later than the answer that shows it.',
    operationsWith('timestamps'),
  ),
  format.implied('have-no-nil-identifier', 'No identifier is the nil UUID.'),
  format.shown(
    'use-no-user-assigned-country-code',
    'No country code is XK or XKX, which ISO 3166-1 leaves to its users.',
    operationsWith('countries'),
  ),
  format.shown('write-country-codes-in-capitals', 'Country codes are in capital letters.', operationsWith('countries')),
  open.shown('have-no-member-beyond-the-document', 'No body carries a member that the document does not name.'),
  open.shown('hold-values-that-occur', 'Members with an open set of values hold one of those that the document shows.'),
  email.shown('hold-addressable-e-mails', 'E-mail members have the form of an address.', operationsWith('emails')),
  upload.shown(
    'link-documents-of-supported-formats',
    'Where the URI of a document shows a file ending, it is one of the supported formats.',
    operationsWith('documents'),
  ),
  status.silent('success-status-of-reads', 'Which success status a read gets is open.', reads),
];
