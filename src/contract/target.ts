import type { Dispatcher } from 'undici';
import type { OperationId } from './operations.ts';

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

/** What stands in a text for the value of a setting, and what that is, for a reader who has none of the settings. */
export const inWords: Readonly<Record<string, readonly [words: string, meaning: string]>> = {
  RAMP_BASE_URL: ['the URL of the service', 'where its paths begin'],
  RAMP_API_KEY: ['a key with full access', 'valid for the whole account'],
  RAMP_RESTRICTED_API_KEY: ['a valid key without permission', 'one that gets 403'],
  RAMP_OTHER_API_KEY: ['a valid key of another account', 'one that may see nothing of this account'],
  RAMP_INDIVIDUAL_SUBACCOUNT_ID: ['the individual subaccount', 'an approved one of a person'],
  RAMP_BUSINESS_SUBACCOUNT_ID: ['the business subaccount', 'an approved one of a business'],
  RAMP_UNVERIFIED_SUBACCOUNT_ID: ['the unverified subaccount', 'one without approved KYC'],
  RAMP_UNBANKED_SUBACCOUNT_ID: ['the unbanked subaccount', 'one without a bank account'],
  RAMP_UNVERIFIED_RECIPIENT_ID: ['the unverified recipient', 'one of the unverified subaccount itself'],
  RAMP_USD_RECIPIENT_ID: ['the USD recipient', 'a plain one, paid in US dollars'],
  RAMP_LOCAL_RECIPIENT_ID: ['the local recipient', 'one that is paid in another currency than US dollars'],
  RAMP_NAMED_RECIPIENT_ID: ['the named recipient', 'a business with all four identifying fields'],
  RAMP_INCOMPLETE_NAMED_RECIPIENT_ID: ['the incomplete named recipient', 'a business that lacks identifying fields'],
  RAMP_LIGHTNING_RECIPIENT_ID: ['the lightning recipient', 'one that lightning offramps are paid to'],
  RAMP_WITHDRAWAL_ID: ['the withdrawal', 'one of the individual subaccount'],
  RAMP_OFFRAMP_ID: ['the offramp', 'one of the individual subaccount'],
  RAMP_CONVERSION_ID: ['the conversion', 'one of the individual subaccount'],
  RAMP_DEPOSIT_ACCOUNT_NUMBER: ['the account number', 'the one that deposits are credited to'],
  RAMP_UNVERIFIED_ACCOUNT_NUMBER: ['the unverified account number', 'one of the unverified subaccount'],
  RAMP_ONRAMP_ADDRESS: ['the destination address', 'the one that onramps are paid to'],
  RAMP_LIGHTNING_ADDRESS: ['the lightning address', 'the one that onramps of BTC_LIGHTNING are paid to'],
  RAMP_OFFRAMP_SENDER_ADDRESS: ['the sender address', 'the one that offramps are paid from'],
};

/** Several have no approved KYC, or lack an identifying field each; offramps and conversions may be discovered in the listings. */
type SeveralIds = 'unverified' | 'incompleteNamedRecipients' | 'offramps' | 'conversions';

/** Ids by the part they play; an absent one makes its requirements untested. */
export type RoleIds = Readonly<Record<SeveralIds, readonly string[]>> & {
  readonly [Role in Exclude<keyof typeof roleVariables, SeveralIds>]?: string | undefined;
};

const recordRoles = new Map<string, 'withdrawal' | 'offramps' | 'conversions'>([
  ['withdrawalId', 'withdrawal'],
  ['offrampId', 'offramps'],
  ['conversionId', 'conversions'],
]);

/** The role of the record that a parameter of a path names; of a subaccount it is that of the individual. */
export const roleOf = (parameter: string) => recordRoles.get(parameter) ?? 'individual';

export const environments = ['sandbox', 'production'] as const;

/** The permissions of a run and the data it works with: settled before anything is sent. */
export interface TargetSettings {
  readonly environment: (typeof environments)[number];
  /** True when endpoints that move money may be called; otherwise the reason why not. */
  readonly money: true | string;
  /** Sends only GET, with any other setting. */
  readonly readOnly: boolean;
  readonly quiet: boolean;
  readonly roles: RoleIds;
  readonly order: OrderMaterial;
  readonly budgets: Budgets;
  /** How long what was created may take to show, in milliseconds. */
  readonly patienceMs: number;
  /** How long a run may send. */
  readonly deadlineSeconds?: number;
}

/** Something odd about how an answer came that is no defect; holds no text of the service's own. */
export interface WireNote {
  readonly about: 'interim answers' | 'end of the body' | 'trailers' | 'number of headers';
  readonly text: string;
}

/** A read that was sent before the tests, with its answer as it came: evidence of the run too. */
export interface FirstRead {
  readonly operation: OperationId;
  readonly input: Readonly<Record<string, unknown>>;
  /** Below the base URL, as sent. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly notes: readonly WireNote[];
  readonly startedAt: Date;
  readonly elapsedMs: number;
}

/** The service under test. */
export interface Target extends TargetSettings {
  /** Its name in a report; never a key or a path. */
  readonly label: string;
  readonly baseUrl: string;
  readonly embedded: boolean;
  readonly keys: { readonly full: string; readonly restricted?: string; readonly other?: string };
  readonly network?: Network | undefined;
  /** Answers in place of the network: the embedded sandbox, where no socket is meant. */
  readonly dispatcher?: Dispatcher;
  /** When nothing more is sent, in milliseconds of the epoch; absent: it ends with the run. */
  readonly endsAt?: number;
  readonly facts: ProbedFacts;
  /** Roles and orders that the settings allow, by variable; no id, number or address. */
  readonly given?: Readonly<Record<string, string>>;
  readonly firstReads?: readonly FirstRead[];
  /** Requests that were sent to learn them; of the same budget as all others. */
  readonly probed?: number;
}

/** How a target is reached that is not simply there. */
export interface Network {
  /** Texts in PEM, for a target that asks who calls. */
  readonly certificate?: { readonly cert: string; readonly key: string; readonly passphrase?: string };
  /** Authorities and intermediates in PEM, trusted beside those that Node knows. */
  readonly authorities?: string;
  /** URL of a proxy, with its user and password. */
  readonly proxy?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A shorter value occurs in a report by chance. */
const minTraceable = 12;

/** All that no output may hold: the keys, and what lets a caller through to the service. */
export const secretsOf = ({ keys, network = {}, baseUrl }: Pick<Target, 'keys' | 'network' | 'baseUrl'>) => {
  const { certificate, proxy, headers = {} } = network;
  const password = proxy === undefined ? '' : decodeURIComponent(new URL(proxy).password);
  const traceable = Object.values(headers).filter((value) => value.length >= minTraceable && !baseUrl.includes(value));
  return [...Object.values(keys), ...traceable, password, certificate?.passphrase ?? ''].filter(Boolean);
};

export interface OrderMaterial {
  readonly depositAccountNumber: string;
  readonly depositCurrency: string;
  readonly onrampCurrency: string;
  readonly onrampChain: string;
  readonly onrampAddress: string;
  /** The network and destination of onramps of BTC_LIGHTNING. */
  readonly lightningChain: string;
  readonly lightningAddress: string;
  readonly offrampChain: string;
  readonly offrampAsset: string;
  readonly offrampSenderAddress: string;
  readonly localCurrency: string;
  readonly amount: number;
  /** Keys are rails, or the currency or asset of an amount; in upper case. */
  readonly amounts?: Readonly<Record<string, number>> | undefined;
  readonly unverifiedAccountNumber?: string | undefined;
  readonly taxonomyCurrencies: readonly string[];
  /** Listed values that the service is known not to take yet: no valid order is of one. */
  readonly leftOut?: Readonly<Partial<Record<OperationId, readonly string[]>>>;
  /** Variables that were not set for another's service, which may not know the values made up for them. */
  readonly guessed: readonly string[];
}

/** Currencies that the document shows for the taxonomy; which of them a service offers is open. */
export const taxonomyCurrencies = ['MXN', 'BRL', 'COP', 'ARS'] as const;

/** Stands for lightning offramps, whose body names neither a currency nor a rail. */
export const lightningCode = 'LIGHTNING';

/**
 * The amount of an order: the one that the user has set for the first of its codes (its rail, then the currency or asset
 * that the amount is in), or that of every order.
 */
export const amountFor = (
  { amount, amounts = {} }: Pick<OrderMaterial, 'amount' | 'amounts'>,
  ...codes: readonly unknown[]
): number => {
  const set = codes.map((code) => (typeof code === 'string' ? amounts[code.toUpperCase()] : undefined));
  return set.find((each) => each !== undefined) ?? amount;
};

/** Facts that the document leaves open and the run needs to know; probed once, then held. */
export interface ProbedFacts {
  readonly firstPage: number;
  /** Greatest `limit` known to be honoured. */
  readonly greatestLimit: number;
  /** Those of the two that could not be probed, and are a guess. */
  readonly assumed?: readonly ('firstPage' | 'greatestLimit')[];
  /** True when a restricted key was given and was refused with 403. */
  readonly restrictedKeyRefused?: boolean;
}

/** Most keys of a run that a service of others refuses: it may lock out a caller who sends many. */
export const maxWrongKeys = 40;

export interface Budgets {
  readonly concurrency: number;
  /** Undefined: no limit (loopback). */
  readonly requestsPerSecond?: number;
  readonly maxRequests: number;
  /** Orders of each operation that moves money; undefined: no limit but that of all requests. */
  readonly maxOrders?: Readonly<Partial<Record<OperationId, number>>>;
  readonly timeoutMs: number;
}

/** The file in which the orders of a run are written down before they leave. */
export interface LedgerPlace {
  readonly file: string;
  /** Distinguishes the orders of this run from those of others in the same file. */
  readonly run: string;
  /** Label of the target. */
  readonly target: string;
  /**
   * True where an intent must have reached the disk before its request leaves. Not so on the embedded sandbox, which
   * moves no money and ends with this process: there the system's own cache is enough.
   */
  readonly durable: boolean;
}

/** How much a run sends, the least first. */
export const profiles = ['smoke', 'gate', 'deep'] as const;
export type Profile = (typeof profiles)[number];

export interface PlanBounds {
  /** Requests to a service that conforms. */
  readonly expected: number;
  readonly requests: number;
  /** Orders that a service which conforms accepts of a whole run with all roles; undefined of a part of one. */
  readonly accepted: number | undefined;
  /** Orders of each operation that moves money; refused ones count, because a service may have kept them. */
  readonly orders: Readonly<Partial<Record<OperationId, number>>>;
}

/** Decides what a run sends and judges. */
export interface Plan {
  readonly target: Target;
  readonly seed: number;
  readonly profile: Profile;
  /** Announced before the first test; the budgets of the target hold the client to them. */
  readonly bounds?: PlanBounds;
  /** Requirement ids to run; undefined runs all. */
  readonly only?: readonly string[];
  /** Rules that are judged too, by what is sent for `only`: nothing is sent for them. */
  readonly alongside?: readonly string[];
  /** Values of sets that a person has let be shown, besides those that are known. */
  readonly shownValues?: readonly string[];
  /** Left out where no money can move, as in `prove`. */
  readonly ledger?: LedgerPlace;
  /** Replays one case of one requirement. */
  readonly replay?: {
    readonly requirement: string;
    readonly path?: string | undefined;
    readonly probe?: string | undefined;
  };
}

/** A plan as far as it is judged: without key, address and orders. */
export interface JudgedPlan extends Pick<Plan, 'seed' | 'profile' | 'ledger'> {
  readonly target: Pick<
    Target,
    'label' | 'environment' | 'embedded' | 'money' | 'readOnly' | 'quiet' | 'facts' | 'given'
  >;
}
