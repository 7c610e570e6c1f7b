import { defaultPolicies } from '#sandbox';
import { forEachValue } from '../fault.ts';
import { timesBefore } from '../requests.ts';
import { alternatives, onMembers, type Variation, variants } from '../variation.ts';

const read = 'withdrawal.read';

const masks: Readonly<Record<string, (address: string) => string>> = {
  'with an ellipsis': (address) => `${address.slice(0, 8)}…${address.slice(-6)}`,
  'with bullets': (address) => `${address.slice(0, 4)}•••${address.slice(-3)}`,
  'with letters': (address) => `${address.slice(0, 6)}${'x'.repeat(address.length - 10)}${address.slice(-4)}`,
  'behind its end': (address) => `********${address.slice(-4)}`,
  'behind its beginning': (address) => `${address.slice(0, 10)}********`,
  altogether: () => '****************',
};

const combinable = variants('withdrawal', {
  'The address is masked with dots.': {
    withdrawal: { mask: (address) => `${address.slice(0, 5)}...${address.slice(-4)}` },
  },
  'A withdrawal is in a state that the document does not show, with hash, tag and description.': onMembers(read, {
    '$.status': 'awaiting_confirmations',
    '$.tx_hash': '0xfeed',
    '$.destination_tag': '',
    '$.description': 'Zahlung für März',
    '$.protocol': 'native',
  }),
  'A withdrawal costs nothing: the fee is zero and the gross amount is the amount.': onMembers(read, {
    '$.fee_amount': '0',
    '$.gross_amount': 250.75,
  }),
});

const exclusive = alternatives('withdrawal', {
  ...forEachValue(Object.entries(masks), ([how, mask]) => [`The address is masked ${how}.`, { withdrawal: { mask } }]),
  'Settlements name payouts of a bank, which are no withdrawals of this endpoint.': {
    withdrawal: {
      find: (all, wanted) =>
        defaultPolicies.withdrawal.find(
          all.filter(({ record }) => record.status === 'pending'),
          wanted,
        ),
    },
  },
  'A withdrawal under way is quoted anew at each read.': onMembers(read, {
    '$.status': 'processing',
    '$.rate': (rate, { request }) => Number(rate) * (1 + timesBefore(request, 'quotes') / 1e4),
  }),
  'A short account number is masked to its half.': onMembers(read, {
    '$.destinationAddress': '4711',
    '$.destination_address': '**11',
  }),
  'The address is masked in three places alone.': {
    withdrawal: { mask: (address) => `${address.slice(0, 9)}***${address.slice(12)}` },
  },
  'A pending withdrawal has its hash already.': onMembers(read, { '$.tx_hash': '0xfeed' }),
  'The amounts of a withdrawal are zero.': onMembers(read, {
    '$.amount': '0.00000000',
    '$.local_amount': '0',
    '$.fee_amount': '0.00000000',
    '$.gross_amount': 0,
  }),
});

export const variations: readonly Variation[] = [...combinable, ...exclusive];
