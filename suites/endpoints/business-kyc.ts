import { always, hasNo, holds } from '#checks';
import { recordsOf } from '#probes';

const operation = 'business-kyc.read';
const records = recordsOf(operation);

always(`${operation}/is-filled-in-every-state`, records, hasNo('null', 'null-before-approval'));

always(
  `${operation}/is-incorporated-in-the-past`,
  records,
  holds({
    path: 'incorporation_date',
    promised: 'in the past',
    test: (record, _sent, { receivedAt }) => record.instant('incorporation_date') < receivedAt.getTime(),
  }),
);

always(
  `${operation}/owns-at-most-the-whole`,
  records,
  holds({
    path: 'ultimate_beneficial_owners',
    promised: 'percentages between 0 and 100, together at most 100',
    test: (record) => {
      const shares = record
        .items('ultimate_beneficial_owners')
        .map((owner) => owner.amount('ownership_percentage'));
      const sum = shares.reduce((total, share) => total.plus(share), record.zero);
      return shares.every((share) => !share.isNegative()) && sum.lessThanOrEqualTo(100);
    },
  }),
);
