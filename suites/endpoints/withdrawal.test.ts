import { conformanceTest, holds, onlyReplies, positive, refused, succeeds, universalTest } from '#checks';
import { absent, recordsOf, settlingWithdrawals } from '#probes';

const operation = 'withdrawal.read';
const records = recordsOf(operation);

/** No address has any of them. */
const maskCharacters = /[*•…]|\.{2,}/;

/** Groups of characters and letter case hide nothing. */
const plain = (address: string): string => address.toLowerCase().replaceAll(/[\s.:-]/g, '');

/** Characters of a text that another does not show at either end. */
const hiddenOf = (full: string, masked: string): number => {
  if (masked.includes(full)) return 0;
  const head = [...full].findIndex((character, at) => character !== masked.at(at));
  const tail = [...full].findIndex((_, at) => full.at(-1 - at) !== masked.at(-1 - at));
  return full.length - head - tail;
};

universalTest(
  'withdrawal.read/masks-the-address',
  records,
  holds({
    path: 'destination_address',
    promised: 'hides half or at least three characters of destinationAddress, which is not masked',
    test: (record) => {
      const full = record.text('destinationAddress');
      record.except(full === '');
      const hidden = hiddenOf(plain(full), plain(record.text('destination_address')));
      return hidden >= Math.min(3, plain(full).length / 2) && !maskCharacters.test(full);
    },
  }),
);

/** The characters that services show instead of those that they hide. */
const mask = /[*•…xX#]{2,}|\.{2,}/;

universalTest(
  'withdrawal.read/shows-the-address-in-full',
  records,
  holds({
    path: 'destinationAddress',
    promised: 'in full, with the visible ends of the masked one',
    test: (record) => {
      const [full, masked] = [record.text('destinationAddress'), record.text('destination_address')];
      const [head = '', tail = ''] = masked.split(mask);
      const hidden = mask.exec(masked) !== null;
      return !maskCharacters.test(full) && (!hidden || (full.startsWith(head) && full.endsWith(tail)));
    },
  }),
);

universalTest(
  'withdrawal.read/has-no-hash-while-pending',
  records,
  holds({
    path: 'tx_hash',
    promised: 'null while pending',
    test: (record) => {
      record.except(!record.is('status', 'pending'));
      return !record.has('tx_hash') || record.is('tx_hash', null);
    },
  }),
);

universalTest('withdrawal.read/has-a-positive-rate', records, holds(positive('rate')));

universalTest(
  'withdrawal.read/grosses-at-least-the-amount',
  records,
  holds({
    path: 'gross_amount',
    promised: 'at least the amount less its fee',
    test: (record) =>
      record.amount('gross_amount').greaterThanOrEqualTo(record.amount('amount').minus(record.amount('fee_amount'))),
  }),
);

conformanceTest(
  'withdrawal.read/serves-what-settles-an-offramp',
  settlingWithdrawals,
  onlyReplies(() => true, 'no listed offramp names another withdrawal than the one that is set', succeeds),
);

conformanceTest(
  'withdrawal.read/refuses-an-absent-withdrawal',
  absent(operation),
  refused({ status: 404, error: 'Not Found', message: 'withdrawal not found' }),
);
