import {
  addsNoMember,
  type Begun,
  carriesContent,
  datesNothingToCome,
  fillsTexts,
  hasNo,
  holdsKnownValues,
  holdsNothingNegative,
  keepsFormOf,
  observes,
  repeatsItself,
  rowsOf,
  succeeds,
  succeedsWhereOffered,
} from '#checks';
import {
  answering,
  headingOf,
  isOrder,
  lasting,
  type OperationId,
  operationIds,
  operationOf,
  operationsWith,
  type RequirementId,
  reads,
  withAmounts,
  withListings,
} from '#contract';
import type { Reply } from '#evidence';
import {
  accepted,
  answersToOrders,
  answersToReads,
  carriesRecord,
  recordsOf,
  recordsOfAll,
  repliesOf,
  secondReads,
} from '#probes';

const heading = 'Resources and their fields';
const conventions = 'Resources: Conventions';

const answerTest = rowsOf('Endpoints', 'record');
const recordTest = rowsOf(heading, 'record');
const formatTest = rowsOf(conventions, 'format');
const codeTest = rowsOf(heading, 'format');

const valid = (operation: OperationId) => (isOrder(operation) ? answersToOrders(operation) : answersToReads(operation));

const keepsForm = (row: Begun, operation: OperationId): void => row.over(recordsOf(operation), keepsFormOf(row.id));

for (const operation of answering) {
  answerTest
    .stated(
      `${operation}/answers-with-its-record`,
      'A valid request succeeds, and the JSON body of its answer is the documented object or array.',
      { asks: 'success' },
    )
    .by(valid(operation), operation === 'taxonomy.list' ? succeedsWhereOffered : succeeds);

  keepsForm(
    recordTest.stated(
      `${operation}/has-its-members`,
      'The record has every documented field with its documented type. Null appears only where the interface document allows it.',
    ),
    operation,
  );
}

for (const operation of operationsWith('identifiers'))
  keepsForm(formatTest.stated(`${operation}/writes-its-identifiers`, 'Identifiers are UUID strings.'), operation);

for (const operation of operationsWith('timestamps'))
  keepsForm(
    formatTest.stated(
      `${operation}/writes-its-timestamps`,
      'Points in time are ISO 8601 date-times in UTC with milliseconds.',
    ),
    operation,
  );

for (const operation of operationsWith('dates'))
  keepsForm(
    formatTest.stated(`${operation}/writes-its-dates`, 'Calendar dates have the form YYYY-MM-DD and name a real day.'),
    operation,
  );

/** Where the document gives numbers of decimal places. */
const placesIn: Partial<Record<OperationId, string>> = {
  'withdrawal.read': 'Resources: Withdrawal',
  'conversion.list': 'Resources: Conversion',
  'conversion.read': 'Resources: Conversion',
};

for (const operation of operationsWith('amounts'))
  keepsForm(
    rowsOf(placesIn[operation] ?? conventions, 'format').stated(
      `${operation}/writes-its-amounts`,
      'Amounts in strings are plain decimals. Where the document gives a number of decimal places, they have exactly that number.',
    ),
    operation,
  );

for (const operation of operationsWith('sets'))
  keepsForm(
    recordTest.stated(
      `${operation}/keeps-its-closed-sets`,
      'If the interface document lists all values of a field, the field has one of these values.',
    ),
    operation,
  );

for (const operation of operationsWith('uris'))
  keepsForm(
    formatTest.stated(
      `${operation}/writes-its-uris`,
      'Links to KYC documents, images and verification flows are absolute URIs.',
    ),
    operation,
  );

for (const operation of operationsWith('countries')) {
  const { countries: firmness = 'implied' } = operationOf(operation);

  keepsForm(
    formatTest.stated(
      `${operation}/writes-its-countries`,
      'Country codes have three letters, or two where the interface document says so.',
    ),
    operation,
  );

  keepsForm(
    formatTest[firmness](
      `${operation}/names-assigned-countries`,
      'Each country code is one that ISO 3166-1 has assigned.',
    ),
    operation,
  );
}

for (const operation of operationsWith('lowerCaseCodes'))
  keepsForm(
    codeTest.stated(
      `${operation}/writes-its-codes-in-lower-case`,
      'Where the document says lower case, currency codes are lower-case letters, digits and underscores.',
    ),
    operation,
  );

for (const operation of lasting) {
  const repeatTest = rowsOf(headingOf(operation), 'consistency');

  repeatTest
    .implied(
      `${operation}/repeats-itself`,
      'Repeated reads of a record show the same values, except values that an event has changed.',
    )
    .over(
      {
        needs: [...recordsOf(operation).needs, secondReads(operation)],
        of: (reply) => reply.operation === operation,
      },
      repeatsItself,
    );
}

const subjects: Readonly<Record<string, string>> = {
  profiles: 'country profile',
  capabilities: 'currency capability',
  actions: 'required action',
  assets: 'asset in the capabilities',
  documents: 'KYC document',
  identifications: 'identification entry',
  owners: 'beneficial owner',
  'owner-documents': "owner's KYC document",
  'owner-identifications': "owner's identification entry",
  configurations: 'currency configuration',
  tags: 'tag',
  modes: 'security mode',
};

const ofSets: Readonly<Record<string, string>> = { documents: 'purpose', identifications: 'type' };

const formatOf = (noun: string, one: string): string => {
  if (noun.endsWith('documents')) return `The file of each ${one} is a URI of the documented form.`;
  return noun.endsWith('identifications')
    ? `In each ${one}, the country code and the image URIs have the documented form.`
    : `The birth date and the country codes of each ${one} have the documented form.`;
};

// Of the entries of lists and maps: the table of operations names them, and the type of all ids is written from them.
for (const operation of operationIds)
  for (const part of operationOf(operation).parts ?? []) {
    const { noun, members, also = [] } = part;
    const one = subjects[noun] ?? noun;

    keepsForm(
      recordTest[members](
        `${operation}/${noun}-have-their-members` as RequirementId,
        `Each ${one} has every documented field with its documented type. Null appears only where the interface document allows it.`,
      ),
      operation,
    );

    if (also.includes('sets'))
      keepsForm(
        recordTest.stated(
          `${operation}/${noun}-keep-their-closed-sets` as RequirementId,
          `The ${ofSets[noun]} of each ${one} is one of the values that the interface document lists.`,
        ),
        operation,
      );

    if (also.includes('formats'))
      keepsForm(
        recordTest.stated(`${operation}/${noun}-keep-their-formats` as RequirementId, formatOf(noun, one)),
        operation,
      );
  }

const withOrders = (operations: readonly OperationId[]) => {
  const { needs, of } = recordsOfAll(operations);
  return {
    needs,
    of: (reply: Reply) => of(reply) || operationOf(reply.operation).movesMoney,
  };
};

for (const operation of withAmounts) {
  const operations = withListings(operation);
  const amountTest = rowsOf(operationOf(operation).amountsIn ?? heading, 'money', { operations });
  const row = amountTest.implied(`${operation}/has-no-negative-amounts`, 'No amount, rate or fee is negative.');
  const judge = holdsNothingNegative(...operations);
  if (isOrder(operation)) row.by(accepted(operation), judge);
  else row.over(withOrders(operations), judge);
}

const ofAll = { operations: operationIds };
const memberTest = rowsOf(heading, 'record', ofAll);
const conventionTest = rowsOf(conventions, 'format', ofAll);

memberTest
  .shown('records/send-null-for-what-is-empty', 'A field that may be null is sent as null, not left out.')
  .over(recordsOfAll(), hasNo('omitted-nullable'));

memberTest
  .implied(
    'records/carry-content-in-texts',
    'Names, codes, invoices and addresses are not empty.',
    answering.filter((operation) => operationOf(operation).texts.length > 0),
  )
  .over(recordsOfAll(), carriesContent);

const holdingTexts = answering.filter(
  (operation) => operationOf(operation).emptyTexts !== undefined || operationOf(operation).bare !== undefined,
);

memberTest
  .shown('records/leave-no-text-empty', 'Names, descriptions and payment codes are not empty.', holdingTexts)
  .over(recordsOfAll(holdingTexts), fillsTexts);

memberTest
  .implied(
    'records/date-nothing-in-the-future',
    'No time of creation, update or verification is later than the answer that shows it.',
    operationsWith('timestamps'),
  )
  .over(recordsOfAll(operationsWith('timestamps')), datesNothingToCome);

conventionTest
  .implied('records/have-no-nil-identifier', 'No identifier is the nil UUID (all zeros).')
  .over(recordsOfAll(), hasNo('nil-identifier'));

conventionTest
  .shown(
    'records/use-no-user-assigned-country-code',
    'No country code is XK or XKX, because ISO 3166-1 assigns these codes to no country.',
    operationsWith('countries'),
  )
  .over(recordsOfAll(operationsWith('countries')), hasNo('user-assigned-country'));

conventionTest
  .shown(
    'records/write-country-codes-in-capitals',
    'Country codes are in capital letters.',
    operationsWith('countries'),
  )
  .over(recordsOfAll(operationsWith('countries')), hasNo('country-case'));

memberTest
  .shown('records/have-no-member-beyond-the-document', 'Every body has only fields that the interface document names.')
  .over(recordsOfAll(), addsNoMember);

memberTest
  .shown(
    'records/hold-values-that-occur',
    'If the interface document shows only example values for a field, the field has one of these examples.',
  )
  // Of the configured records alone: a withdrawal that has gone out, and any other that is read or was recorded, is in another
  // state.
  .over(
    {
      needs: operationIds.map(repliesOf),
      of: (reply) =>
        carriesRecord(reply) &&
        reply.request.purpose.recorded !== true &&
        /^(reads|orders) of /.test(reply.request.purpose.probe),
    },
    holdsKnownValues,
  );

codeTest
  .shown(
    'records/hold-addressable-e-mails',
    'Every email value has the form of an e-mail address.',
    operationsWith('emails'),
  )
  .over(recordsOfAll(operationsWith('emails')), hasNo('email'));

const uploadTest = rowsOf('Limits', 'format', { operations: operationsWith('documents') });

uploadTest
  .shown(
    'records/link-documents-of-supported-formats',
    'If the URI of a KYC document or image has a file ending, the ending is a supported format.',
  )
  .over(recordsOfAll(operationsWith('documents')), hasNo('document-format'));

const statusTest = rowsOf('Endpoints', 'open', { operations: reads });

statusTest.silent('records/success-status-of-reads', 'Which success status does a read get?').over(
  recordsOfAll(reads),
  observes((replies) =>
    reads.flatMap((operation) => {
      const own = replies.filter((reply) => reply.operation === operation);
      const statuses = new Set(own.map(({ status }) => status));
      return [...statuses].map((fact) => ({ operation, situation: 'success', fact }));
    }),
  ),
);
