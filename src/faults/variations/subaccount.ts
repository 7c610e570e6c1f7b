import { isRecord } from '../places.ts';
import { onMembers, sharing } from './hook.ts';

const shut = { canOnramp: false, canOfframp: false, canDeposit: false, canWithdraw: false };

/** Adds entries to a map. */
const and =
  (more: Readonly<Record<string, unknown>>) =>
  (map: unknown): unknown => ({ ...(isRecord(map) ? map : {}), ...more });

export const subaccountVariations = sharing(
  { operations: ['subaccount.read'], replies: 'successes' },
  {
    'subaccount/may-do-nothing-yet': {
      sentence: 'A subaccount has no profiles, no currencies and no assets.',
      alone: 'empty maps exclude further entries in them',
      reply: onMembers('subaccount.read', {
        '$.kyc.profiles': [],
        '$.capabilities.currencies': {},
        '$.capabilities.assets': {},
      }),
    },
    'subaccount/knows-further-codes': {
      sentence: 'Currencies, assets, networks, rails and states occur that the document does not show.',
      reply: onMembers('subaccount.read', {
        '$.kyc.profiles': (profiles) => [...(profiles as unknown[]), { country: 'KE', status: 'in_review' }],
        '$.capabilities.currencies': and({
          KES: { status: 'suspended', ...shut, canDeposit: true, rails: { mpesa: true, pesalink: false } },
          JPY: { status: 'pending_review', ...shut, rails: {} },
        }),
        '$.capabilities.assets': and({ PYUSD: { networks: ['TRON', 'BASE'] }, DAI: { networks: [] } }),
      }),
    },
    'subaccount/has-no-rails': {
      sentence: 'A currency capability has no rails.',
      reply: onMembers('subaccount.read', { '$.capabilities.currencies{*}.rails': {} }),
    },
    'subaccount/lists-no-actions-when-open': {
      sentence: 'A capability that is not locked carries an empty list of required actions.',
      alone: 'actions that are listed when open exclude actions when locked only',
      reply: onMembers('subaccount.read', {
        '$.capabilities.currencies{*}.requiredActions': (actions) => actions ?? [],
      }),
    },
    'subaccount/is-in-review': {
      sentence: 'The status of a subaccount is review while its country profiles are approved.',
      reply: onMembers('subaccount.read', { '$.status': 'review' }),
    },
    'subaccount/one-person-several-times': {
      sentence: 'A person has several subaccounts, each created at a time of its own.',
      alone: 'one name excludes another',
      reply: onMembers('subaccount.read', {
        '$.email': 'orla.madeup@example.com',
        '$.firstName': 'Orla',
        '$.lastName': 'Madeup',
        '$.phone': null,
      }),
    },
    'subaccount/has-no-names': {
      sentence: 'First name, last name and phone are null.',
      reply: onMembers('subaccount.read', { '$.firstName': null, '$.lastName': null, '$.phone': null }),
    },
  },
);
