import { against, forEachValue } from '../fault.ts';
import { isRecord, type NewValue, rewriting } from '../rewriting.ts';

const read = 'subaccount.read';

const changed = (path: string, change: NewValue) => rewriting(read, `$.${path}`, change);

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
  'A country has two profiles.': profiled((first) => first),
  'A country has a profile in capitals and one in lower case.': profiled((first) => ({
    ...first,
    country: String(first.country).toLowerCase(),
  })),
  'A country keeps the profile of its former state.': profiled((first) => ({ ...first, status: 'pending' })),
});

const named = { status: 'locked', requiredKyc: 'More', requiredActions: [] };

const flags = ['canOnramp', 'canOfframp', 'canDeposit', 'canWithdraw'];

const renamed = (rename: (code: string) => string) =>
  changed('capabilities.currencies', (value) =>
    Object.fromEntries(Object.entries(value ?? {}).map(([code, held]) => [rename(code), held])),
  );

const codes = against('subaccount.read/keys-currencies-by-upper-case-code', {
  'Currencies are keyed in lower case.': renamed((code) => code.toLowerCase()),
  'One currency is keyed in lower case.': renamed((code) => (code === 'BRL' ? 'brl' : code)),
  'Currencies are keyed by country.': renamed((code) => code.slice(0, 2)),
  'Currencies are keyed by number.': renamed((code) => String(code.charCodeAt(0) * 11)),
});

export const subaccountCapabilityFaults = [
  ...profiles,
  ...against('subaccount.read/locks-every-flag', {
    ...forEachValue(flags, (flag) => [
      `A locked capability has ${flag}.`,
      capabilities('locked', (it) => ({ ...it, [flag]: true })),
    ]),
    'An open capability is called locked.': capabilities('approved', (it) => ({ ...it, ...named })),
  }),
  ...against(
    'subaccount.read/explains-a-locked-capability',
    forEachValue(['requiredKyc', 'requiredActions'], (name) => [
      `A locked capability has no ${name}.`,
      capabilities('locked', (it) => ({ ...it, [name]: undefined })),
    ]),
  ),
  ...against('subaccount.read/says-what-unlocks-a-capability', {
    'A locked capability requires no action.': capabilities('locked', (it) => ({
      ...it,
      requiredActions: [],
    })),
    'A locked capability requires an empty text.': capabilities('locked', (it) => ({
      ...it,
      requiredKyc: '',
    })),
    'A locked capability requires a blank text.': capabilities('locked', (it) => ({
      ...it,
      requiredKyc: ' ',
    })),
  }),
  ...against('subaccount.read/requires-an-action-while-locked', {
    'The locked capability of an approved subaccount requires no action.': changed(
      'capabilities.currencies.AED',
      (value) => (isRecord(value) ? { ...value, requiredActions: [] } : value),
    ),
  }),
  ...against('subaccount.read/speaks-of-the-verification', {
    'A locked capability requires something else.': capabilities('locked', (it) => ({
      ...it,
      requiredKyc: 'Hello there, and thank you for your patience',
    })),
  }),
  ...against('subaccount.read/explains-only-locked-capabilities', {
    'An open capability requires a verification.': capabilities('approved', (it) => ({
      ...it,
      requiredKyc: 'Further verification is required',
    })),
    'An open capability requires actions.': capabilities('approved', (it) => ({
      ...it,
      requiredActions: [],
    })),
  }),
  ...codes,
];
