import { type Firmness, type OperationId, type RequirementId, requirementOf } from '#contract';
import type { RecordName } from './records.ts';
import type { ValueOfSetting } from './requests.ts';

/** The difference between a refused request and a valid one. */
export interface RequestChange {
  readonly key?: 'none' | 'restricted';
  /** Values of parameters of the path. */
  readonly parameters?: (setting: ValueOfSetting) => Readonly<Record<string, string>>;
  readonly order?: (valid: object) => object;
}

/** A refusal that the document describes. */
export interface DescribedRefusal {
  readonly status: number;
  readonly condition: string;
  /** The claim that this status is given. */
  readonly requirement: RequirementId;
  readonly body: RecordName;
  /** The member `error`, where the document gives it. */
  readonly error?: string;
  readonly difference: RequestChange;
}

/** An id that no sandbox has. */
const nobody = '7d0f5b1e-3c2a-4e6d-9b8f-a1c2e3d4f506';

const keyRefusals = (operation: OperationId): readonly DescribedRefusal[] => [
  {
    status: 401,
    condition: 'The API key is missing or invalid.',
    requirement: `${operation}/refuses-a-missing-key`,
    body: 'short-error',
    error: 'Unauthorized',
    difference: { key: 'none' },
  },
  {
    status: 403,
    condition: 'The key has no permission for the resource.',
    requirement: `${operation}/refuses-a-restricted-key`,
    body: 'short-error',
    error: 'Forbidden',
    difference: { key: 'restricted' },
  },
];

const absentRecord = (requirement: RequirementId, noun: string, parameter: string): DescribedRefusal => ({
  status: 404,
  condition: `The ${noun} does not exist.`,
  requirement,
  body: 'short-error',
  error: 'Not Found',
  difference: { parameters: () => ({ [parameter]: nobody }) },
});

const absentVerification = (requirement: RequirementId, noun: string): DescribedRefusal => ({
  ...absentRecord(requirement, noun, 'subaccountId'),
  body: 'full-error',
  error: 'Error',
});

const absentBankAccount = (
  requirement: RequirementId,
  body: RecordName,
  difference: RequestChange,
): DescribedRefusal => ({
  status: 404,
  condition: 'The bank account does not exist.',
  requirement,
  body,
  difference,
});

const unlistedValue = (
  requirement: RequirementId,
  member: string,
  order: (valid: object) => object,
): DescribedRefusal => ({
  status: 400,
  condition: `The ${member} is none of the listed values; the message names them.`,
  requirement,
  body: 'full-error',
  error: 'Bad Request',
  difference: { order },
});

const partOf = (order: object, name: string): object => (order as Record<string, object>)[name] ?? {};

const ofOperation: Readonly<Partial<Record<OperationId, readonly DescribedRefusal[]>>> = {
  'subaccount.read': [
    absentRecord('subaccount.read/refuses-an-absent-subaccount', 'subaccount', 'subaccountId'),
  ],
  'individual-kyc.read': [absentVerification('individual-kyc.read/refuses-an-absent-customer', 'customer')],
  'business-kyc.read': [absentVerification('business-kyc.read/refuses-an-absent-business', 'business')],
  'deposit.simulate': [
    unlistedValue('deposit.simulate/refuses-an-unlisted-currency', 'currency', (order) => ({
      ...order,
      currency: 'XTS',
    })),
    absentRecord('deposit.simulate/refuses-an-absent-subaccount', 'subaccount', 'subaccountId'),
  ],
  'onramp.initiate': [
    unlistedValue('onramp.initiate/refuses-an-unlisted-asset', 'asset', (order) => ({
      ...order,
      to: { ...partOf(order, 'to'), asset: 'DOGE' },
    })),
    absentBankAccount('onramp.initiate/refuses-an-absent-bank-account', 'absent-bank-account', {
      parameters: (setting) => ({ subaccountId: setting('UNBANKED_SUBACCOUNT_ID') }),
    }),
  ],
  'offramp.initiate': [
    absentBankAccount('offramp.initiate/refuses-an-unknown-recipient', 'bank-account-error', {
      order: (order) => ({ ...order, to: { ...partOf(order, 'to'), recipient_id: nobody } }),
    }),
  ],
  'lightning-offramp.initiate': [
    absentBankAccount('lightning-offramp.initiate/refuses-an-unknown-recipient', 'absent-bank-account', {
      order: (order) => ({ ...order, recipient_id: nobody }),
    }),
  ],
  'withdrawal.read': [
    absentRecord('withdrawal.read/refuses-an-absent-withdrawal', 'withdrawal', 'withdrawalId'),
  ],
};

/** The refusals that the document describes of an operation, by status. */
export const refusalsOf = (operation: OperationId): readonly DescribedRefusal[] =>
  [...keyRefusals(operation), ...(ofOperation[operation] ?? [])].toSorted(
    (one, other) => one.status - other.status,
  );

export const firmnessOf = ({ requirement }: DescribedRefusal): Firmness =>
  requirementOf(requirement).firmness;
