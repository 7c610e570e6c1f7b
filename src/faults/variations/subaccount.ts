import { timesBefore } from '../requests.ts';
import { isRecord } from '../rewriting.ts';
import { alternatives, onMembers, type Variation, variants } from '../variation.ts';

const shut = { canOnramp: false, canOfframp: false, canDeposit: false, canWithdraw: false };

const and =
  (more: Readonly<Record<string, unknown>>) =>
  (map: unknown): unknown => ({ ...(isRecord(map) ? map : {}), ...more });

const combinable = variants('subaccount', {
  'Currencies, assets, networks, rails and states occur that the document does not show.': onMembers(
    'subaccount.read',
    {
      '$.kyc.profiles': (profiles) => [...(profiles as unknown[]), { country: 'KE', status: 'in_review' }],
      '$.capabilities.currencies': and({
        KES: { status: 'suspended', ...shut, canDeposit: true, rails: { mpesa: true, pesalink: false } },
        JPY: { status: 'pending_review', ...shut, rails: {} },
      }),
      '$.capabilities.assets': and({ PYUSD: { networks: ['TRON', 'BASE'] }, DAI: { networks: [] } }),
    },
  ),
  'A currency capability has no rails.': onMembers('subaccount.read', {
    '$.capabilities.currencies{*}.rails': {},
  }),
  'The status of a subaccount is review while its country profiles are approved.': onMembers('subaccount.read', {
    '$.status': 'review',
  }),
  'First name, last name and phone are null.': onMembers('subaccount.read', {
    '$.firstName': null,
    '$.lastName': null,
    '$.phone': null,
  }),
});

const exclusive = alternatives('subaccount', {
  'A subaccount has no profiles, no currencies and no assets.': onMembers('subaccount.read', {
    '$.kyc.profiles': [],
    '$.capabilities.currencies': {},
    '$.capabilities.assets': {},
  }),
  'A capability that is not locked carries an empty list of required actions.': onMembers('subaccount.read', {
    '$.capabilities.currencies{*}.requiredActions': (actions) => actions ?? [],
  }),
  'The rails of a currency are available in turns.': onMembers('subaccount.read', {
    '$.capabilities.currencies{*}.rails{*}': (_available, { request }) => timesBefore(request, 'rails') % 3 === 0,
  }),
  'A person has several subaccounts, each created at another time.': onMembers('subaccount.read', {
    '$.email': 'orla.madeup@example.com',
    '$.firstName': 'Orla',
    '$.lastName': 'Madeup',
    '$.phone': null,
  }),
});

export const variations: readonly Variation[] = [...combinable, ...exclusive];
