import { seededBusinessKyc } from './business-kyc-seed.ts';
import { parameter, type Route } from './call.ts';
import { sameId } from './identity.ts';
import type { KycRecord } from './individual-kyc.ts';

interface BusinessKycPolicies {
  readonly find: (all: readonly KycRecord[], subaccountId: string) => KycRecord | undefined;
}

export const businessKyc: BusinessKycPolicies = {
  find: (all, subaccountId) => all.find(({ owner }) => sameId(owner, subaccountId)),
};

export const businessKycRoutes: readonly Route[] = [
  {
    operation: 'business-kyc.read',
    method: 'GET',
    paths: ['/v1/kyc/businesses/:subaccountId'],
    handle: (call) => {
      const found = call.policies.businessKyc.find(seededBusinessKyc, parameter(call, 'subaccountId'));
      return found ? { status: 200, body: found.record } : call.refuse('businessNotFound');
    },
  },
];
