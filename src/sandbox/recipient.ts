import { frozen } from './frozen.ts';
import { sameId, seededId } from './identity.ts';

export const identifyingFields = [
  'business_name',
  'beneficiary_date_of_formation',
  'beneficiary_country_of_formation',
  'beneficiary_national_identification_number',
] as const;

export type IdentifyingField = (typeof identifyingFields)[number];

/** A stored recipient. The document shows its id only; the rest is what the rules and endpoint 10 speak of. */
export interface Recipient extends Partial<Readonly<Record<IdentifyingField, string>>> {
  readonly id: string;
  readonly currency: string;
  readonly bankName: string | null;
  readonly accountId: string;
}

export const recipientIds = {
  usd: seededId('0c01', 1),
  local: seededId('0c02', 1),
  lightning: seededId('0c03', 1),
  named: seededId('0c04', 1),
} as const;

/** Named recipients that each lack the one field they are filed under. */
export const incompleteRecipientIds: Readonly<Record<IdentifyingField, string>> = {
  business_name: seededId('0c05', 1),
  beneficiary_date_of_formation: seededId('0c05', 2),
  beneficiary_country_of_formation: seededId('0c05', 3),
  beneficiary_national_identification_number: seededId('0c05', 4),
};

const identification: Readonly<Record<IdentifyingField, string>> = {
  business_name: 'Fictional Freight Incorporated',
  beneficiary_date_of_formation: '2012-05-14',
  beneficiary_country_of_formation: 'USA',
  beneficiary_national_identification_number: '00-0000000',
};

function lacking(field: IdentifyingField): Recipient {
  const { [field]: _left, ...rest } = identification;
  const id = incompleteRecipientIds[field];
  return { ...rest, id, currency: 'USD', bankName: 'Second Example Bank', accountId: '000000000042' };
}

export const recipients: readonly Recipient[] = frozen([
  { id: recipientIds.usd, currency: 'USD', bankName: 'First Example Bank', accountId: '000000000011' },
  { id: recipientIds.local, currency: 'BRL', bankName: 'Banco de Exemplo', accountId: 'pix-key-0001' },
  { id: recipientIds.lightning, currency: 'NGN', bankName: null, accountId: '0000000022' },
  {
    ...identification,
    id: recipientIds.named,
    currency: 'USD',
    bankName: 'Second Example Bank',
    accountId: '000000000041',
  },
  ...identifyingFields.map(lacking),
]);

export const recipient = {
  /** Recipients belong to the account, so every subaccount may use them. */
  find: (all: readonly Recipient[], id: string, _subaccountId: string): Recipient | undefined =>
    all.find((one) => sameId(one.id, id)),
};
