import {
  carriesContent,
  carriesOnlyDocumentedMembers,
  hasNo,
  holdsValuesThatOccur,
  leavesNoTextEmpty,
  observes,
  universalTest,
} from '#checks';
import { operationIds, operationsWith, requirementOf } from '#contract';
import { carriesRecord, recordsOfAll, repliesOf } from '#probes';

universalTest('records/send-null-for-what-is-empty', recordsOfAll(), hasNo('omitted-nullable'));
universalTest('records/carry-content-in-texts', recordsOfAll(), carriesContent);
const { operations: named } = requirementOf('records/leave-no-text-empty');
universalTest('records/leave-no-text-empty', recordsOfAll(named), leavesNoTextEmpty);
universalTest('records/have-no-nil-identifier', recordsOfAll(), hasNo('nil-identifier'));
universalTest('records/have-no-member-beyond-the-document', recordsOfAll(), carriesOnlyDocumentedMembers);

// Of the configured records alone: a withdrawal that has gone out, and any other that is read or was recorded, is in another
// state.
universalTest(
  'records/hold-values-that-occur',
  {
    needs: operationIds.map(repliesOf),
    of: (reply) =>
      carriesRecord(reply) &&
      reply.request.purpose.recorded !== true &&
      /^(reads|orders) of /.test(reply.request.purpose.probe),
  },
  holdsValuesThatOccur,
);

universalTest(
  'records/use-no-user-assigned-country-code',
  recordsOfAll(operationsWith('countries')),
  hasNo('user-assigned-country'),
);

universalTest(
  'records/write-country-codes-in-capitals',
  recordsOfAll(operationsWith('countries')),
  hasNo('country-case'),
);

universalTest('records/hold-addressable-e-mails', recordsOfAll(operationsWith('emails')), hasNo('email'));

universalTest(
  'records/link-documents-of-supported-formats',
  recordsOfAll(operationsWith('documents')),
  hasNo('document-format'),
);

const { operations: reads } = requirementOf('records/success-status-of-reads');

universalTest(
  'records/success-status-of-reads',
  recordsOfAll(reads),
  observes((replies) =>
    reads.flatMap((operation) => {
      const own = replies.filter((reply) => reply.operation === operation);
      const statuses = new Set(own.map(({ status }) => status));
      return [...statuses].map((fact) => ({ operation, situation: 'success', fact }));
    }),
  ),
);
