import { isRecord } from '../places.ts';
import { against, each } from '../planting.ts';
import { type NewValue, rewriting } from '../rewriting.ts';

const read = 'subaccount.read';

const changed = (path: string, change: NewValue) => rewriting(read, `$.${path}`, change);

/** Changes the capabilities of one status. */
const capabilities = (status: string, change: (capability: object) => object) =>
  changed('capabilities.currencies{*}', (value) =>
    isRecord(value) && value.status === status ? change(value) : value,
  );

/** Adds to the profiles, made of the first one, where there is one. */
const profiled = (added: (first: Record<string, unknown>) => object) =>
  changed('kyc.profiles', (value) => {
    const profiles = Array.isArray(value) ? value : [];
    return isRecord(profiles[0]) ? [...profiles, added(profiles[0])] : value;
  });

const profiles = against('subaccount.read/names-a-country-once', {
  'subaccount/country-twice': ['A country has two profiles.', profiled((first) => first)],
  'subaccount/country-twice-in-two-cases': [
    'A country has a profile in capitals and one in lower case.',
    profiled((first) => ({ ...first, country: String(first.country).toLowerCase() })),
  ],
  'subaccount/country-twice-in-two-states': [
    'A country keeps the profile of its former state.',
    profiled((first) => ({ ...first, status: 'pending' })),
  ],
});

const named = { status: 'locked', requiredKyc: 'More', requiredActions: [] };

const flags = ['canOnramp', 'canOfframp', 'canDeposit', 'canWithdraw'];

const renamed = (rename: (code: string) => string) =>
  changed('capabilities.currencies', (value) =>
    Object.fromEntries(Object.entries(value ?? {}).map(([code, held]) => [rename(code), held])),
  );

const codes = against('subaccount.read/keys-currencies-by-upper-case-code', {
  'subaccount/currencies-in-lower-case': [
    'Currencies are keyed in lower case.',
    renamed((code) => code.toLowerCase()),
  ],
  'subaccount/one-currency-in-lower-case': [
    'One currency is keyed in lower case.',
    renamed((code) => (code === 'BRL' ? 'brl' : code)),
  ],
  'subaccount/currencies-by-country': [
    'Currencies are keyed by country.',
    renamed((code) => code.slice(0, 2)),
  ],
  'subaccount/currencies-by-number': [
    'Currencies are keyed by number.',
    renamed((code) => String(code.charCodeAt(0) * 11)),
  ],
});

/** Profiles and capabilities that contradict themselves. */
export const subaccountCapabilityFaults = [
  ...profiles,
  ...against('subaccount.read/locks-every-flag', {
    ...each(flags, (flag) => [
      `subaccount/locked-${flag}`,
      `A locked capability has ${flag}.`,
      capabilities('locked', (it) => ({ ...it, [flag]: true })),
    ]),
    'subaccount/locked-in-name': [
      'An open capability is called locked.',
      capabilities('approved', (it) => ({ ...it, ...named })),
    ],
  }),
  ...against(
    'subaccount.read/explains-a-locked-capability',
    each(['requiredKyc', 'requiredActions'], (name) => [
      `subaccount/locked-without-${name}`,
      `A locked capability has no ${name}.`,
      capabilities('locked', (it) => ({ ...it, [name]: undefined })),
    ]),
  ),
  ...against('subaccount.read/says-what-unlocks-a-capability', {
    'subaccount/locked-without-a-way-on': [
      'A locked capability requires no action.',
      capabilities('locked', (it) => ({ ...it, requiredActions: [] })),
    ],
    'subaccount/locked-without-a-word': [
      'A locked capability requires an empty text.',
      capabilities('locked', (it) => ({ ...it, requiredKyc: '' })),
    ],
  }),
  ...against('subaccount.read/explains-only-locked-capabilities', {
    'subaccount/open-with-requiredKyc': [
      'An open capability requires a verification.',
      capabilities('approved', (it) => ({ ...it, requiredKyc: 'Further verification is required' })),
    ],
    'subaccount/open-with-requiredActions': [
      'An open capability requires actions.',
      capabilities('approved', (it) => ({ ...it, requiredActions: [] })),
    ],
  }),
  ...codes,
];
