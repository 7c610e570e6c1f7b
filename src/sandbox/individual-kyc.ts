import { get, parameter, type Route } from './call.ts';
import { type KycRecord, sameId } from './identity.ts';
import { seededIndividualKyc } from './individual-kyc-seed.ts';

export const individualKyc = {
  find: (all: readonly KycRecord[], subaccountId: string): KycRecord | undefined =>
    all.find(({ owner }) => sameId(owner, subaccountId)),
};

export const individualKycRoutes: readonly Route[] = [
  get('individual-kyc.read', '/v1/kyc/customers/:subaccountId', (call) => {
    const found = call.policies.individualKyc.find(seededIndividualKyc, parameter(call, 'subaccountId'));
    return found ? { status: 200, body: found.record } : call.refuse('customerNotFound');
  }),
];
