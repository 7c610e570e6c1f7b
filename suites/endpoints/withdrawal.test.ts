import { convertsAtRate, holds, isNearRate, keepsTheDirection, onlyReplies, positive, rowsOf, succeeds } from '#checks';
import { recordsOf, settlingWithdrawals } from '#probes';

const recordHeading = 'Resources: Withdrawal';

const recordTest = rowsOf(recordHeading, 'record');
const stateTest = rowsOf(recordHeading, 'consistency');
const moneyTest = rowsOf(recordHeading, 'money');
const settledTest = rowsOf('Resources: Offramp (version 2)', 'consistency');

const records = recordsOf('withdrawal.read');

/** No address contains any of these characters. */
const maskCharacters = /[*•…]|\.{2,}/;

/** Groups of characters and letter case hide nothing. */
const plain = (address: string): string => address.toLowerCase().replaceAll(/[\s.:-]/g, '');

const hiddenOf = (full: string, masked: string): number => {
  if (masked.includes(full)) return 0;
  const head = [...full].findIndex((character, at) => character !== masked.at(at));
  const tail = [...full].findIndex((_, at) => full.at(-1 - at) !== masked.at(-1 - at));
  return full.length - head - tail;
};

recordTest
  .stated('withdrawal.read/masks-the-address', 'The masked address hides more than two characters of the full address.')
  .over(
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

/** The characters that services show instead of hidden ones. */
const mask = /[*•…xX#]{2,}|\.{2,}/;

recordTest
  .shown(
    'withdrawal.read/shows-the-address-in-full',
    'The full address has no mask characters. It begins and ends like the visible parts of the masked address.',
  )
  .over(
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

stateTest.shown('withdrawal.read/has-no-hash-while-pending', 'A pending withdrawal has no transaction hash.').over(
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

moneyTest
  .implied('withdrawal.read/has-a-positive-rate', 'The exchange rate is above zero.')
  .over(records, holds(positive('rate')));

const rated = { amount: 'amount', rate: 'rate', result: 'local_amount', within: '0.01' };

moneyTest
  .shown(
    'withdrawal.read/converts-at-its-rate',
    'The local amount equals the amount at the stated rate, within one per cent.',
  )
  .over(records, convertsAtRate(rated));

moneyTest
  .implied(
    'withdrawal.read/is-near-its-rate',
    'The local amount differs by less than a factor of ten from the amount converted at the stated rate.',
  )
  .over(records, isNearRate(rated));

moneyTest
  .shown(
    'withdrawal.read/keeps-the-direction-of-its-rate',
    'The rate has one direction in all withdrawals: the service always multiplies by the rate, or always divides by it.',
  )
  .over(records, keepsTheDirection(rated));

moneyTest
  .shown('withdrawal.read/grosses-at-least-the-amount', 'The gross amount is at least the amount minus the fee.')
  .over(
    records,
    holds({
      path: 'gross_amount',
      promised: 'at least the amount less its fee',
      test: (record) =>
        record.amount('gross_amount').greaterThanOrEqualTo(record.amount('amount').minus(record.amount('fee_amount'))),
    }),
  );

settledTest
  .shown(
    'withdrawal.read/serves-what-settles-an-offramp',
    'If the settlement of an offramp names a withdrawal, the service returns that withdrawal.',
    ['withdrawal.read', 'offramp.list'],
  )
  .by(
    settlingWithdrawals,
    onlyReplies(() => true, 'no listed offramp names another withdrawal than the one that is set', succeeds),
  );
