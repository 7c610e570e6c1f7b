import { subaccount } from '#schemas';
import type { Operation } from '../operation.ts';

export const operations = [
  {
    id: 'subaccount.read',
    number: 1,
    heading: 'Get subaccount',
    group: 'Subaccounts',
    method: 'GET',
    path: '/v1/ramp/subaccount/{subaccountId}',
    call: 'readSubaccount',
    purpose: 'read a subaccount',
    success: subaccount,
    values: ['identifiers', 'timestamps', 'sets', 'uris', 'countries', 'emails'],
    countries: 'shown',
    movesMoney: false,
    varying: { always: ['$.status', '$.kyc.profiles[].status', '$.capabilities.currencies{*}'] },
    absence: {
      of: 'subaccount',
      claim: 'refuses-an-absent-subaccount',
      by: 'id',
      body: 'short-error',
      error: 'Not Found',
    },
    subaccounts: ['individual', 'business', 'unverified', 'unbanked'],
    parts: [
      { noun: 'profiles', at: '$.kyc.profiles[]', members: 'stated' },
      { noun: 'capabilities', at: '$.capabilities.currencies{*}', members: 'stated' },
      { noun: 'actions', at: '$.capabilities.currencies{*}.requiredActions[]', members: 'stated' },
      { noun: 'assets', at: '$.capabilities.assets{*}', members: 'stated' },
    ],
    personal: true,
    texts: ['firstName', 'lastName'],
    emptyTexts: ['capabilities.currencies{*}.requiredActions.description'],
  },
] as const satisfies readonly Operation[];
