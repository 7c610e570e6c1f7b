import { get, parameter, type Route } from './call.ts';
import { seededIndividualKyc } from './individual-kyc-seed.ts';

export const individualKycRoutes: readonly Route[] = [
  get('individual-kyc.read', '/v1/kyc/customers/:subaccountId', (call) => {
    const found = call.policies.individualKyc.find(seededIndividualKyc, parameter(call, 'subaccountId'));
    return found ? { status: 200, body: found.record } : call.refuse('customerNotFound');
  }),
];
