import { parameter, type Route } from './call.ts';
import { sameId } from './identity.ts';
import { seededIndividualKyc } from './individual-kyc-seed.ts';

/** A KYC record as it is sent, and the subaccount it belongs to. */
export interface KycRecord {
  readonly owner: string;
  readonly record: Readonly<Record<string, unknown>>;
}

interface IndividualKycPolicies {
  readonly find: (all: readonly KycRecord[], subaccountId: string) => KycRecord | undefined;
}

export const individualKyc: IndividualKycPolicies = {
  find: (all, subaccountId) => all.find(({ owner }) => sameId(owner, subaccountId)),
};

export const individualKycRoutes: readonly Route[] = [
  {
    operation: 'individual-kyc.read',
    method: 'GET',
    paths: ['/v1/kyc/customers/:subaccountId'],
    handle: (call) => {
      const found = call.policies.individualKyc.find(seededIndividualKyc, parameter(call, 'subaccountId'));
      return found ? { status: 200, body: found.record } : call.refuse('customerNotFound');
    },
  },
];
