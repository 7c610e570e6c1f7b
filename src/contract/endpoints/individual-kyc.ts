import { individualKyc } from '#schemas';
import type { Operation } from '../operation.ts';

export const operations = [
  {
    id: 'individual-kyc.read',
    number: 2,
    heading: 'Get individual KYC',
    group: 'Verification',
    method: 'GET',
    path: '/v1/kyc/customers/{subaccountId}',
    call: 'readIndividualKyc',
    purpose: 'read individual KYC',
    success: individualKyc,
    values: ['timestamps', 'dates', 'sets', 'uris', 'countries', 'documents'],
    movesMoney: false,
    varying: { always: ['$.status', '$.rejection_reasons', '$.updated_at'] },
    absence: {
      of: 'customer',
      claim: 'refuses-an-absent-customer',
      by: 'id',
      body: 'full-error',
      error: 'Error',
    },
    subaccounts: ['individual'],
    further: ['unverified', 'unbanked'],
    bare: ['status', 'type'],
    parts: [
      { noun: 'documents', at: '$.documents[]', members: 'implied', also: ['sets'] },
      {
        noun: 'identifications',
        at: '$.identifying_information[]',
        members: 'implied',
        also: ['sets', 'formats'],
      },
    ],
    personal: true,
    texts: ['first_name', 'last_name'],
  },
] as const satisfies readonly Operation[];
