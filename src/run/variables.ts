import type { OperationId } from '#contract';

// The settings of a run by its own member names: existing records, and the parts of orders.

export const roleVariables = {
  individual: 'RAMP_INDIVIDUAL_SUBACCOUNT_ID',
  business: 'RAMP_BUSINESS_SUBACCOUNT_ID',
  unverified: 'RAMP_UNVERIFIED_SUBACCOUNT_ID',
  unbanked: 'RAMP_UNBANKED_SUBACCOUNT_ID',
  unverifiedRecipient: 'RAMP_UNVERIFIED_RECIPIENT_ID',
  usdRecipient: 'RAMP_USD_RECIPIENT_ID',
  localRecipient: 'RAMP_LOCAL_RECIPIENT_ID',
  namedRecipient: 'RAMP_NAMED_RECIPIENT_ID',
  incompleteNamedRecipients: 'RAMP_INCOMPLETE_NAMED_RECIPIENT_ID',
  lightningRecipient: 'RAMP_LIGHTNING_RECIPIENT_ID',
  withdrawal: 'RAMP_WITHDRAWAL_ID',
  offramps: 'RAMP_OFFRAMP_ID',
  conversions: 'RAMP_CONVERSION_ID',
} as const;

type Role = keyof typeof roleVariables;

/**
 * Roles with several ids. Several subaccounts have no approved KYC, several recipients lack a field, and offramps and
 * conversions may come from listings.
 */
export const rolesOfSeveral = ['unverified', 'incompleteNamedRecipients', 'offramps', 'conversions'] as const;

type SeveralIds = (typeof rolesOfSeveral)[number];

/** Ids by role. The requirements of a missing role are untested. */
export type RoleIds = Readonly<Record<SeveralIds, readonly string[]>> & {
  readonly [Single in Exclude<Role, SeveralIds>]?: string | undefined;
};

const recordRoles = new Map<string, 'withdrawal' | 'offramps' | 'conversions'>([
  ['withdrawalId', 'withdrawal'],
  ['offrampId', 'offramps'],
  ['conversionId', 'conversions'],
]);

/** The role of a path parameter; a subaccount is that of the individual. */
export const roleOf = (parameter: string) => recordRoles.get(parameter) ?? 'individual';

/** Settings for orders. Each member has a row in `orderVariables`. */
export interface OrderSettings {
  readonly onrampCurrency: string;
  readonly onrampChain: string;
  readonly onrampAddress: string;
  /** Network and destination for onramps of BTC_LIGHTNING. */
  readonly lightningChain: string;
  readonly lightningAddress: string;
  readonly depositAccountNumber: string;
  readonly unverifiedAccountNumber?: string | undefined;
  readonly offrampChain: string;
  readonly offrampAsset: string;
  readonly offrampSenderAddress: string;
  readonly localCurrency: string;
  readonly amount: number;
  /** Keys are rails, or currencies and assets of an amount, in upper case. */
  readonly amounts?: Readonly<Record<string, number>> | undefined;
  readonly taxonomyCurrencies: readonly string[];
}

type OrderMember = keyof OrderSettings;

type InWords = readonly [words: string, meaning: string];

interface OrderVariable {
  readonly variable: `RAMP_${string}`;
  /** The words that replace a private value in reports. Without words, the verdict shows the value. */
  readonly words?: InWords;
  /** The orders whose default is made up. Another service may not know the default, and refuse it. */
  readonly madeUp?: 'deposit' | 'onramp' | 'lightning onramp' | 'offramp';
  readonly paid?: true;
  /** True if the verdict has the value only when it differs from the default, because older baselines lack it. */
  readonly newer?: true;
}

export const orderVariables = {
  onrampCurrency: { variable: 'RAMP_ONRAMP_CURRENCY' },
  onrampChain: { variable: 'RAMP_ONRAMP_CHAIN', madeUp: 'onramp' },
  onrampAddress: {
    variable: 'RAMP_ONRAMP_ADDRESS',
    words: ['the destination address', 'the address that onramps are paid to'],
    madeUp: 'onramp',
    paid: true,
  },
  lightningChain: { variable: 'RAMP_LIGHTNING_CHAIN', newer: true },
  lightningAddress: {
    variable: 'RAMP_LIGHTNING_ADDRESS',
    words: ['the lightning address', 'the address that onramps of BTC_LIGHTNING are paid to'],
    madeUp: 'lightning onramp',
    paid: true,
  },
  depositAccountNumber: {
    variable: 'RAMP_DEPOSIT_ACCOUNT_NUMBER',
    words: ['the account number', 'the account that deposits are credited to'],
    madeUp: 'deposit',
    paid: true,
  },
  unverifiedAccountNumber: {
    variable: 'RAMP_UNVERIFIED_ACCOUNT_NUMBER',
    words: ['the unverified account number', 'an account of the unverified subaccount'],
  },
  offrampChain: { variable: 'RAMP_OFFRAMP_CHAIN', madeUp: 'offramp' },
  offrampAsset: { variable: 'RAMP_OFFRAMP_ASSET' },
  offrampSenderAddress: {
    variable: 'RAMP_OFFRAMP_SENDER_ADDRESS',
    words: ['the sender address', 'the address that offramps are paid from'],
    madeUp: 'offramp',
  },
  localCurrency: { variable: 'RAMP_LOCAL_RECIPIENT_CURRENCY' },
  amount: { variable: 'RAMP_AMOUNT' },
  amounts: { variable: 'RAMP_AMOUNTS' },
  taxonomyCurrencies: { variable: 'RAMP_TAXONOMY_CURRENCIES' },
} as const satisfies Readonly<Record<OrderMember, OrderVariable>>;

interface OrderRow extends OrderVariable {
  readonly member: OrderMember;
  readonly variable: (typeof orderVariables)[OrderMember]['variable'];
}

export const orderRows = Object.entries(orderVariables).map(([member, row]) => ({
  member,
  ...row,
})) as readonly OrderRow[];

export interface OrderMaterial extends OrderSettings {
  readonly depositCurrency: string;
  /** Listed values that the service is known to refuse; valid orders do not use them. */
  readonly leftOut?: Readonly<Partial<Record<OperationId, readonly string[]>>>;
  /** Made-up defaults in orders to a remote service. */
  readonly guessed: readonly OrderMember[];
  /** True if nobody set the taxonomy's currencies, so that they are the document's examples. */
  readonly hasShownTaxonomy?: boolean;
}

const roleWords: Readonly<Record<Role, InWords>> = {
  individual: ['the individual subaccount', 'approved, of the type individual'],
  business: ['the business subaccount', 'approved, of the type business'],
  unverified: ['the unverified subaccount', 'without approved KYC'],
  unbanked: ['the unbanked subaccount', 'without a bank account'],
  unverifiedRecipient: ['the unverified recipient', 'a recipient of the unverified subaccount'],
  usdRecipient: ['the USD recipient', 'a plain recipient, paid in US dollars'],
  localRecipient: ['the local recipient', 'a recipient that is paid in another currency than US dollars'],
  namedRecipient: ['the named recipient', 'a business recipient with all four identifying fields'],
  incompleteNamedRecipients: ['the incomplete named recipient', 'a business recipient that lacks identifying fields'],
  lightningRecipient: ['the lightning recipient', 'the recipient of lightning offramps'],
  withdrawal: ['the withdrawal', 'a withdrawal of the individual subaccount'],
  offramps: ['the offramp', 'an offramp of the individual subaccount'],
  conversions: ['the conversion', 'a conversion of the individual subaccount'],
};

/** Words that replace the value of a setting in a text, for readers without the settings. */
export const inWords: Readonly<Record<string, InWords>> = {
  RAMP_BASE_URL: ['the URL of the service', 'where its paths begin'],
  RAMP_API_KEY: ['a key with full access', 'valid for the whole account'],
  RAMP_RESTRICTED_API_KEY: ['a valid key without permission', 'a key that gets 403'],
  RAMP_OTHER_API_KEY: ['a valid key of another account', 'a key that may see nothing of this account'],
  ...Object.fromEntries(Object.entries(roleVariables).map(([role, variable]) => [variable, roleWords[role as Role]])),
  ...Object.fromEntries(orderRows.flatMap(({ variable, words }) => (words ? [[variable, words]] : []))),
};

export const newReference = 'a new UUID';

/** A code for lightning offramps, whose body has neither currency nor rail. */
export const lightningCode = 'LIGHTNING';

/**
 * The amount of an order: the user's amount for its rail, else for the currency or asset of the amount, else the amount
 * of all orders.
 */
export const amountFor = (
  { amount, amounts = {} }: Pick<OrderMaterial, 'amount' | 'amounts'>,
  ...codes: readonly unknown[]
): number => {
  const set = codes.map((code) => (typeof code === 'string' ? amounts[code.toUpperCase()] : undefined));
  return set.find((each) => each !== undefined) ?? amount;
};
