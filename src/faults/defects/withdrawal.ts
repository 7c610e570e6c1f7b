import { defaultPolicies, type Policies } from '#sandbox';
import { against, each } from '../planting.ts';
import { rewriting, timesBefore } from '../rewriting.ts';

const read = 'withdrawal.read';
const right = defaultPolicies.withdrawal;

type Find = Policies['withdrawal']['find'];

const found = (find: Find) => ({ policies: { withdrawal: { find } } });
const changed = (path: string, change: (value: unknown) => unknown) => ({
  reply: rewriting(read, `$.${path}`, change),
});
const masked = (mask: (address: string) => string) => ({ policies: { withdrawal: { mask } } });

/** Shows other addresses, made of the full one and its masked form. */
const viewing = (addresses: (full: string, mask: string) => { full: string; mask: string }) => ({
  reply: rewriting(read, '$.destinationAddress', (full, { holder }) => {
    const shown = addresses(String(full), String(holder.destination_address));
    holder.destination_address = shown.mask;
    return shown.full;
  }),
});

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
    'withdrawal/address-masked-twice': [
      'Both addresses are masked alike.',
      viewing((_full, mask) => ({ full: mask, mask })),
    ],
    'withdrawal/addresses-exchanged': [
      'The full address stands under the name of the masked one, and the masked one under its.',
      viewing((full, mask) => ({ full: mask, mask: full })),
    ],
  }),
  ...against('withdrawal.read/shows-the-address-in-full', {
    'withdrawal/addresses-swapped': [
      'The masked address stands for the full one.',
      viewing((full, mask) => ({ full: mask, mask: full })),
    ],
    'withdrawal/full-address-dotted': [
      'The full address is shortened by dots.',
      viewing((full, mask) => ({ full: `${full.slice(0, 8)}...${full.slice(-4)}`, mask })),
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
      changed('tx_hash', () => `0x${'ab'.repeat(32)}`),
    ],
    'withdrawal/pending-with-empty-hash': [
      'A pending withdrawal has an empty hash.',
      changed('tx_hash', () => ''),
    ],
    'withdrawal/pending-for-ever': [
      'A withdrawal that went out stays pending.',
      {
        reply: rewriting(read, '$.tx_hash', (value, { holder }) => {
          holder.status = 'pending';
          return value ?? '0x01';
        }),
      },
    ],
  }),
  ...against('withdrawal.read/grosses-at-least-the-amount', {
    'withdrawal/gross-of-nothing': ['The gross amount is zero.', changed('gross_amount', () => 0)],
    'withdrawal/gross-negative': [
      'The gross amount is negative.',
      changed('gross_amount', (value) => -Number(value)),
    ],
    'withdrawal/gross-in-hundreds': [
      'The gross amount is in hundreds.',
      changed('gross_amount', (value) => Number(value) / 100),
    ],
  }),
  ...against('withdrawal.read/returns-the-one-asked-for', {
    'withdrawal/another-returned': [
      'The latest withdrawal is returned for any id.',
      found((all) => all.at(-1)?.record),
    ],
  }),
];

const fixed = [
  'id',
  'amount',
  'currency',
  'created_at',
  'chain',
  'protocol',
  'local_currency',
  'fee_currency',
  'destinationAddress',
  'destination_address',
];

const repeated = against(
  'withdrawal.read/repeats-itself',
  each(fixed, (member) => [
    `withdrawal/another-${member}-each-time`,
    `The ${member} changes with each read.`,
    {
      reply: rewriting(read, `$.${member}`, (value, { request }) => {
        const times = timesBefore(request, member);
        return times === 0 ? value : `${String(value).slice(0, -1)}${(times + 4) % 10}`;
      }),
    },
  ]),
);

const accessFaults = [
  ...against('withdrawal.read/keeps-to-its-subaccount', {
    'withdrawal/served-to-others': [
      'A withdrawal is served under any subaccount.',
      found((all, { id }) => all.find(({ record }) => record.id === id)?.record),
    ],
    'withdrawal/first-served-to-others': [
      'Another subaccount gets a withdrawal of its own instead.',
      found(
        (all, wanted) =>
          right.find(all, wanted) ?? all.find(({ owner }) => owner === wanted.subaccountId)?.record,
      ),
    ],
  }),
  ...against('withdrawal.read/refuses-an-absent-withdrawal', {
    'withdrawal/absent-served': [
      'An absent withdrawal is answered with the first one.',
      found((all, wanted) => right.find(all, wanted) ?? all[0]?.record),
    ],
  }),
];

/** Withdrawals that show too much, contradict themselves, or belong to others. */
export const withdrawalFaults = [...addressFaults, ...stateFaults, ...repeated, ...accessFaults];
