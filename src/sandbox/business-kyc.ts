import { seededBusinessKyc } from './business-kyc-seed.ts';
import { get, parameter, type Route } from './call.ts';

export const businessKycRoutes: readonly Route[] = [
  get('business-kyc.read', '/v1/kyc/businesses/:subaccountId', (call) => {
    const found = call.policies.businessKyc.find(seededBusinessKyc, parameter(call, 'subaccountId'));
    return found ? { status: 200, body: found.record } : call.refuse('businessNotFound');
  }),
];
