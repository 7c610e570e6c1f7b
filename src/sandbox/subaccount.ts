import { frozen, sameId, subaccounts } from './identity.ts';
import type { Initiation, MoneyOperation } from './operation.ts';

type Rails = Readonly<Record<string, boolean>>;

function approved(rails: Rails) {
  return {
    status: 'approved',
    canOnramp: true,
    canOfframp: true,
    canDeposit: true,
    canWithdraw: true,
    rails,
  };
}

function locked(currency: string, rails: Rails) {
  return {
    status: 'locked',
    canOnramp: false,
    canOfframp: false,
    canDeposit: false,
    canWithdraw: false,
    requiredKyc: `Further verification is required before ${currency} can be used`,
    rails,
    requiredActions: [
      {
        type: 'kyc',
        description: `Complete the verification for ${currency}`,
        url: `https://verify.example.com/flows/${currency.toLowerCase()}`,
      },
    ],
  };
}

const assets = {
  USDT: { networks: ['ETH', 'SOL', 'CELO'] },
  USDC: { networks: ['ETH', 'SOL', 'CELO', 'POLY'] },
  EURC: { networks: ['ETH', 'SOL', 'CELO'] },
  BTC: { networks: ['LIGHTNING'] },
};

const rails = {
  USD: { wire: true, ach: true, swift: true },
  NGN: { banktransfer: true },
  BRL: { pix: true },
  GHS: { momo: true, banktransfer: false },
  AED: { uaefts: false },
};

const common = {
  USD: approved(rails.USD),
  NGN: approved(rails.NGN),
  BRL: approved(rails.BRL),
  GHS: approved(rails.GHS),
  AED: locked('AED', rails.AED),
};

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
    readonly currencies: Readonly<Record<string, ReturnType<typeof approved | typeof locked>>>;
    readonly assets: Readonly<Record<string, { readonly networks: readonly string[] }>>;
  };
}

export const seededSubaccounts: readonly Subaccount[] = frozen([
  {
    id: subaccounts.individual,
    email: 'amara.fictional@example.com',
    status: 'approved',
    createdAt: '2025-01-15T09:30:00.125Z',
    firstName: 'Amara',
    lastName: 'Fictional',
    phone: '+15555550101',
    type: 'individual',
    kyc: {
      profiles: [
        { country: 'US', status: 'approved' },
        { country: 'BR', status: 'approved' },
      ],
    },
    capabilities: { currencies: common, assets },
  },
  {
    id: subaccounts.business,
    email: 'treasury@fictional-freight.example.com',
    status: 'approved',
    createdAt: '2025-01-16T10:00:00.000Z',
    firstName: null,
    lastName: null,
    phone: null,
    type: 'business',
    kyc: { profiles: [{ country: 'US', status: 'approved' }] },
    capabilities: { currencies: common, assets },
  },
  {
    id: subaccounts.unverified,
    email: 'nils.unverified@example.com',
    status: 'created',
    createdAt: '2025-02-01T08:00:00.500Z',
    firstName: 'Nils',
    lastName: null,
    phone: null,
    type: 'individual',
    kyc: { profiles: [] },
    capabilities: {
      currencies: { USD: locked('USD', rails.USD), BRL: locked('BRL', { pix: false }) },
      assets: {},
    },
  },
  {
    id: subaccounts.unverifiedBusiness,
    email: 'office@unstarted.example.com',
    status: 'created',
    createdAt: '2025-02-01T09:00:00.250Z',
    firstName: null,
    lastName: null,
    phone: null,
    type: 'business',
    kyc: { profiles: [] },
    capabilities: { currencies: { USD: locked('USD', rails.USD) }, assets: {} },
  },
  {
    id: subaccounts.unbanked,
    email: 'uma.unbanked@example.com',
    status: 'approved',
    createdAt: '2025-02-02T08:00:00.750Z',
    firstName: 'Uma',
    lastName: 'Unbanked',
    phone: '+15555550104',
    type: 'individual',
    kyc: { profiles: [{ country: 'US', status: 'approved' }] },
    capabilities: { currencies: { USD: approved(rails.USD), BRL: approved(rails.BRL) }, assets },
  },
]);

export const subaccount = {
  find: (all: readonly Subaccount[], id: string): Subaccount | undefined => all.find((one) => sameId(one.id, id)),
};

export const kyc = {
  mayMoveMoney: ({ kyc: { profiles } }: Subaccount, _operation: MoneyOperation): boolean =>
    profiles.some(({ status }) => status === 'approved'),
};

export const bankAccount = {
  exists: ({ id }: Subaccount, _operation: Initiation): boolean => !sameId(id, subaccounts.unbanked),
};
