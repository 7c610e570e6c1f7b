import { defaultPolicies } from '#sandbox';
import { against } from '../planting.ts';
import { changing, exchanging, rewriting } from '../rewriting.ts';

const read = 'withdrawal.read';
const right = defaultPolicies.withdrawal;

const changed = changing(read);
const masked = (mask: (address: string) => string) => ({ withdrawal: { mask } });

/** Shows another full address, made of it and of its masked form. */
const fullAs = (change: (full: string, mask: unknown) => unknown) =>
  changed('destinationAddress', (full, { holder }) => change(full, holder.destination_address));

const addressFaults = [
  ...against('withdrawal.read/masks-the-address', {
    'withdrawal/address-unmasked': ['The masked address is the full one.', masked((address) => address)],
    'withdrawal/address-masked-by-its-case': [
      'The masked address is the full one in capitals.',
      masked((address) => address.toUpperCase()),
    ],
    'withdrawal/address-masked-behind-its-end': [
      'The masked address is the full one with more behind it.',
      masked((address) => `${address}****`),
    ],
    'withdrawal/address-masked-twice': ['Both addresses are masked alike.', fullAs((_full, mask) => mask)],
    'withdrawal/addresses-exchanged': [
      'The full and the masked address have exchanged their names.',
      exchanging(read, 'destinationAddress', 'destination_address'),
    ],
  }),
  ...against('withdrawal.read/shows-the-address-in-full', {
    'withdrawal/addresses-swapped': [
      'The masked address stands for the full one.',
      exchanging(read, 'destinationAddress', 'destination_address'),
    ],
    'withdrawal/full-address-dotted': [
      'The full address is shortened by dots.',
      fullAs((full) => `${full.slice(0, 8)}...${full.slice(-4)}`),
    ],
    'withdrawal/mask-of-another': ['The masked address is that of another.', masked(() => '0xabcd****9999')],
    'withdrawal/mask-with-another-end': [
      'The masked address has another end.',
      masked((address) => `${address.slice(0, 6)}****0000`),
    ],
  }),
];

const stateFaults = [
  ...against('withdrawal.read/has-no-hash-while-pending', {
    'withdrawal/pending-with-hash': [
      'A pending withdrawal has a hash.',
      changed('tx_hash', `0x${'ab'.repeat(32)}`),
    ],
    'withdrawal/pending-with-empty-hash': ['A pending withdrawal has an empty hash.', changed('tx_hash', '')],
    'withdrawal/pending-for-ever': [
      'A withdrawal that went out stays pending.',
      rewriting(read, '$.tx_hash', (value, { holder }) => {
        holder.status = 'pending';
        return value ?? '0x01';
      }),
    ],
  }),
  ...against('withdrawal.read/grosses-at-least-the-amount', {
    'withdrawal/gross-of-nothing': ['The gross amount is zero.', changed('gross_amount', 0)],
    'withdrawal/gross-negative': [
      'The gross amount is negative.',
      changed('gross_amount', (value) => -Number(value)),
    ],
    'withdrawal/gross-in-hundreds': [
      'The gross amount is in hundreds.',
      changed('gross_amount', (value) => Number(value) / 100),
    ],
  }),
];

const accessFaults = [
  ...against('withdrawal.read/keeps-to-its-subaccount', {
    'withdrawal/first-served-to-others': [
      'Another subaccount gets a withdrawal of its own instead.',
      {
        withdrawal: {
          find: (all, wanted) =>
            right.find(all, wanted) ?? all.find(({ owner }) => owner === wanted.subaccountId)?.record,
        },
      },
    ],
  }),
];

/** Withdrawals that show too much, contradict themselves, or belong to others. */
export const withdrawalFaults = [...addressFaults, ...stateFaults, ...accessFaults];
