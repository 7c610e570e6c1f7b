import { always, check, holds, isNotBefore, keeps, observes, refused, withheld } from '#checks';
import { codeAt } from '#evidence';
import { absent, individualAsBusiness, listed, recordsOf } from '#probes';

const operation = 'business-kyc.read';
const records = recordsOf(operation);

always(`${operation}/is-filled-in-every-state`, records, keeps('null', 'null-before-approval'));

always(`${operation}/is-updated-after-its-creation`, records, holds(isNotBefore('updated_at', 'created_at')));

always(
  `${operation}/is-incorporated-in-the-past`,
  records,
  holds({
    where: 'incorporation_date',
    promised: 'in the past',
    holds: (record, _sent, { receivedAt }) => record.instant('incorporation_date') < receivedAt.getTime(),
  }),
);

always(
  `${operation}/owns-at-most-the-whole`,
  records,
  holds({
    where: 'ultimate_beneficial_owners',
    promised: 'percentages between 0 and 100, together at most 100',
    holds: (record) => {
      const shares = record
        .items('ultimate_beneficial_owners')
        .map((owner) => owner.amount('ownership_percentage'));
      const sum = shares.reduce((total, share) => total.plus(share), record.zero);
      return shares.every((share) => !share.isNegative()) && sum.lessThanOrEqualTo(100);
    },
  }),
);

check(
  `${operation}/refuses-an-absent-business`,
  listed(absent(operation)),
  refused({ status: 404, error: 'Error', message: 'business not found', body: 'full' }),
);

check(`${operation}/has-no-record-for-an-individual`, listed(individualAsBusiness), withheld);

always(
  `${operation}/status-in-use`,
  records,
  observes((replies) =>
    replies.map((reply) => ({ operation, situation: 'status of the record', fact: codeAt(reply, 'status') })),
  ),
);
