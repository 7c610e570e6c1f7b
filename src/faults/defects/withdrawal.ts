import { defaultPolicies } from '#sandbox';
import { against, common } from '../fault.ts';
import { timesBefore } from '../requests.ts';
import { changing, exchanging, rewriting } from '../rewriting.ts';

const read = 'withdrawal.read';
const defaults = defaultPolicies.withdrawal;

const changed = changing(read);
const masked = (mask: (address: string) => string) => ({ withdrawal: { mask } });

const fullAs = (change: (full: string, mask: unknown) => unknown) =>
  changed('destinationAddress', (full, { holder }) => change(full, holder.destination_address));

against('withdrawal.read/masks-the-address', {
  'The masked address is the full one.': masked((address) => address),
  'The masked address is the full one in capitals.': masked((address) => address.toUpperCase()),
  'The masked address is the full one with more behind it.': masked((address) => `${address}****`),
  'The mask hides one character.': masked((address) => `${address.slice(0, 9)}*${address.slice(10)}`),
  'The mask hides two characters.': masked((address) => `${address.slice(0, -6)}**${address.slice(-4)}`),
  'The masked address is the full one in groups of four.': masked((address) => address.replaceAll(/.{4}/g, '$& ')),
  'Both addresses are masked alike.': fullAs((_full, mask) => mask),
  'The full and the masked address have exchanged their names.': exchanging(
    read,
    'destinationAddress',
    'destination_address',
  ),
});
against('withdrawal.read/shows-the-address-in-full', {
  'The masked address stands for the full one.': exchanging(read, 'destinationAddress', 'destination_address'),
  'The full address is shortened by dots.': fullAs((full) => `${full.slice(0, 8)}...${full.slice(-4)}`),
  'The masked address is that of another.': masked(() => '0xabcd****9999'),
  'The masked address has another end.': masked((address) => `${address.slice(0, 6)}****0000`),
});

against('withdrawal.read/has-no-hash-while-pending', {
  'A pending withdrawal has a hash.': changed('tx_hash', `0x${'ab'.repeat(32)}`),
  'A pending withdrawal has an empty hash.': changed('tx_hash', ''),
  'A withdrawal that went out stays pending.': rewriting(read, '$.tx_hash', (value, { holder }) => {
    holder.status = 'pending';
    return value ?? '0x01';
  }),
});
against('withdrawal.read/serves-what-settles-an-offramp', {
  'Settlements name withdrawals that are nowhere.': rewriting(
    'offramp.list',
    '$.data[].settlement.withdrawal_id',
    (id) => (typeof id === 'string' ? id.replace(/^.{8}/, '0ddba11a') : id),
  ),
  'Only the first withdrawal is served.': {
    withdrawal: { find: (all, wanted) => defaults.find(all.slice(0, 1), wanted) },
  },
});
against('withdrawal.read/has-a-positive-rate', {
  'The rate is zero.': changed('rate', 0),
  'The rate is negative.': changed('rate', (value) => -Number(value)),
});
against('withdrawal.read/converts-at-its-rate', {
  'The local amount is at another rate.': common(changed('local_amount', (value) => String(Number(value) * 1.05))),
});
against('withdrawal.read/is-near-its-rate', {
  'The local amount is a hundredth.': changed('local_amount', (value) => String(Number(value) / 100)),
});
against('withdrawal.read/keeps-the-direction-of-its-rate', {
  'The rate is turned round once it was read.': rewriting('withdrawal.read', '$.rate', (value, { request }) =>
    timesBefore(request, 'withdrawals read') > 0 ? 1 / Number(value) : value,
  ),
});
against('withdrawal.read/grosses-at-least-the-amount', {
  'The gross amount is zero.': changed('gross_amount', 0),
  'The gross amount is negative.': changed('gross_amount', (value) => -Number(value)),
  'The gross amount is in hundreds.': common(changed('gross_amount', (value) => Number(value) / 100)),
});

against('withdrawal.read/keeps-to-its-subaccount', {
  'Another subaccount gets another withdrawal instead.': {
    withdrawal: {
      find: (all, wanted) =>
        defaults.find(all, wanted) ?? all.find(({ owner }) => owner === wanted.subaccountId)?.record,
    },
  },
});
