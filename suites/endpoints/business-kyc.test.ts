import { hasNo, holds, universalTest } from '#checks';
import { recordsOf } from '#probes';

const records = recordsOf('business-kyc.read');

universalTest('business-kyc.read/is-filled-in-every-state', records, hasNo('null', 'null-before-approval'));

universalTest(
  'business-kyc.read/dates-its-verification',
  records,
  holds({
    path: 'vendorVerifiedAt',
    promised: 'a date-time, in UTC where it has a zone',
    test: (record) => {
      const text = record.text('vendorVerifiedAt');
      const isInUtc = !/[+-]\d\d:?\d\d$/.test(text.slice(10)) || /[+-]00:?00$/.test(text);
      return /^\d{4}-\d\d-\d\d[T ]/.test(text) && !Number.isNaN(Date.parse(text)) && isInUtc;
    },
  }),
);

universalTest(
  'business-kyc.read/is-incorporated-in-the-past',
  records,
  holds({
    path: 'incorporation_date',
    promised: 'in the past',
    test: (record, _sent, { receivedAt }) => record.instant('incorporation_date') < receivedAt.getTime(),
  }),
);

universalTest(
  'business-kyc.read/is-owned-by-the-born',
  records,
  holds({
    path: 'ultimate_beneficial_owners',
    promised: 'each owner born in the past',
    test: (record, _sent, { receivedAt }) => {
      const dated = record.items('ultimate_beneficial_owners').filter((owner) => owner.has('birth_date'));
      record.except(dated.length === 0);
      return dated.every((owner) => owner.instant('birth_date') < receivedAt.getTime());
    },
  }),
);

universalTest(
  'business-kyc.read/owns-at-most-the-whole',
  records,
  holds({
    path: 'ultimate_beneficial_owners',
    promised: 'percentages between 0 and 100, together at most 100',
    test: (record) => {
      const shares = record.items('ultimate_beneficial_owners').map((owner) => owner.amount('ownership_percentage'));
      const sum = shares.reduce((total, share) => total.plus(share), record.zero);
      return shares.every((share) => !share.isNegative()) && sum.lessThanOrEqualTo(100);
    },
  }),
);
