import { get, parameter, type Route } from './call.ts';
import { sameId } from './identity.ts';
import { seededSubaccounts } from './subaccount-seed.ts';

interface RequiredAction {
  readonly type: string;
  readonly description: string;
  readonly url: string;
}

export interface CurrencyCapability {
  readonly status: string;
  readonly canOnramp: boolean;
  readonly canOfframp: boolean;
  readonly canDeposit: boolean;
  readonly canWithdraw: boolean;
  readonly rails: Readonly<Record<string, boolean>>;
  readonly requiredKyc?: string;
  readonly requiredActions?: readonly RequiredAction[];
}

export interface Subaccount {
  readonly id: string;
  readonly email: string;
  readonly status: string;
  readonly createdAt: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly type: string;
  readonly kyc: { readonly profiles: readonly { readonly country: string; readonly status: string }[] };
  readonly capabilities: {
    readonly currencies: Readonly<Record<string, CurrencyCapability>>;
    readonly assets: Readonly<Record<string, { readonly networks: readonly string[] }>>;
  };
}

export const subaccount = {
  find: (all: readonly Subaccount[], id: string): Subaccount | undefined =>
    all.find((one) => sameId(one.id, id)),
};

export const subaccountRoutes: readonly Route[] = [
  get('subaccount.read', '/v1/ramp/subaccount/:subaccountId', (call) => {
    const found = call.policies.subaccount.find(seededSubaccounts, parameter(call, 'subaccountId'));
    return found ? { status: 200, body: found } : call.refuse('subaccountNotFound');
  }),
];
