import { businessKyc } from '#schemas';
import type { Operation } from '../operation.ts';

export const operations = [
  {
    id: 'business-kyc.read',
    number: 3,
    heading: 'Get business KYC',
    group: 'Verification',
    method: 'GET',
    path: '/v1/kyc/businesses/{subaccountId}',
    call: 'readBusinessKyc',
    purpose: 'read business KYC',
    success: businessKyc,
    values: ['timestamps', 'dates', 'sets', 'uris', 'countries', 'emails', 'documents'],
    movesMoney: false,
    varying: {
      always: ['$.status', '$.updated_at', '$.vendorStatus', '$.vendorVerifiedAt', '$.vendor_share_kyc_token'],
    },
    absence: {
      of: 'business',
      claim: 'refuses-an-absent-business',
      by: 'id',
      body: 'full-error',
      error: 'Error',
    },
    subaccounts: ['business'],
    further: ['unverified'],
    bare: ['status', 'type'],
    parts: [
      { noun: 'documents', at: '$.documents[]', members: 'stated', also: ['formats'] },
      { noun: 'identifications', at: '$.identification[]', members: 'stated', also: ['formats'] },
      { noun: 'owners', at: '$.ultimate_beneficial_owners[]', members: 'stated', also: ['formats'] },
      {
        noun: 'owner-documents',
        at: '$.ultimate_beneficial_owners[].documents[]',
        members: 'stated',
        also: ['formats'],
      },
      {
        noun: 'owner-identifications',
        at: '$.ultimate_beneficial_owners[].identification[]',
        members: 'stated',
        also: ['formats'],
      },
    ],
    personal: true,
    emptyTexts: ['description'],
    texts: ['legal_name', 'ultimate_beneficial_owners.first_name', 'ultimate_beneficial_owners.last_name'],
  },
] as const satisfies readonly Operation[];
