import { refusing, type Which } from '../rewriting.ts';

export type Body = Record<string, unknown>;

/** Changes members of some refusals. */
export const changed = (which: Which, members: Body | ((body: Body) => Body)) => ({
  reply: refusing(which, (body) => {
    Object.assign(body, typeof members === 'function' ? members(body) : members);
  }),
});

/** Refusals of listed values and of absent records that carry a full body. */
export const absentCustomer: Which = { operation: 'individual-kyc.read', status: 404 };
export const absentBusiness: Which = { operation: 'business-kyc.read', status: 404 };
export const unlistedCurrency: Which = { operation: 'deposit.simulate', status: 400 };
export const unlistedAsset: Which = { operation: 'onramp.initiate', status: 400 };
export const absentSubaccount: Which = { operation: 'subaccount.read', status: 404 };
export const absentWithdrawal: Which = { operation: 'withdrawal.read', status: 404 };
export const absentAccount: Which = { operation: 'onramp.initiate', status: 404 };
export const unknownRecipient: Which = { operation: 'offramp.initiate', status: 404 };
