import { seededBusinessKyc } from './business-kyc-seed.ts';
import { get, parameter, type Route } from './call.ts';
import { type KycRecord, sameId } from './identity.ts';

export const businessKyc = {
  find: (all: readonly KycRecord[], subaccountId: string): KycRecord | undefined =>
    all.find(({ owner }) => sameId(owner, subaccountId)),
};

export const businessKycRoutes: readonly Route[] = [
  get('business-kyc.read', '/v1/kyc/businesses/:subaccountId', (call) => {
    const found = call.policies.businessKyc.find(seededBusinessKyc, parameter(call, 'subaccountId'));
    return found ? { status: 200, body: found.record } : call.refuse('businessNotFound');
  }),
];
