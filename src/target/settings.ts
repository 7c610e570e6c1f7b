import type { Budgets, OrderMaterial, RoleIds, Target } from '#contract';
import { isLoopback } from './base-url.ts';
import { moneyPermission } from './rules.ts';
import type { Values } from './table.ts';

/** The service to test; absent where the embedded sandbox is started. */
export interface ServiceSettings {
  readonly baseUrl: string;
  readonly keys: Target['keys'];
}

/** The permissions and instructions of a run, from all sources, before anything was sent. */
export interface Settings {
  readonly service?: ServiceSettings;
  readonly environment: Target['environment'];
  readonly readOnly: boolean;
  readonly money: true | string;
  readonly quiet: boolean;
  readonly roles: RoleIds;
  readonly order: OrderMaterial;
  readonly budgets: Budgets;
  readonly deadlineSeconds: number;
  /** Remarks that the user should know, though nothing is wrong. */
  readonly notes: readonly string[];
}

/** Members whose value is undefined are left out. */
const known = <Key extends string>(
  members: Readonly<Record<Key, string | undefined>>,
): Partial<Record<Key, string>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<
    Record<Key, string>
  >;

const rolesOf = (values: Values): RoleIds => ({
  ...known({
    individual: values.RAMP_INDIVIDUAL_SUBACCOUNT_ID,
    business: values.RAMP_BUSINESS_SUBACCOUNT_ID,
    unverified: values.RAMP_UNVERIFIED_SUBACCOUNT_ID,
    unbanked: values.RAMP_UNBANKED_SUBACCOUNT_ID,
    unverifiedRecipient: values.RAMP_UNVERIFIED_RECIPIENT_ID,
    usdRecipient: values.RAMP_USD_RECIPIENT_ID,
    localRecipient: values.RAMP_LOCAL_RECIPIENT_ID,
    namedRecipient: values.RAMP_NAMED_RECIPIENT_ID,
    lightningRecipient: values.RAMP_LIGHTNING_RECIPIENT_ID ?? values.RAMP_USD_RECIPIENT_ID,
    withdrawal: values.RAMP_WITHDRAWAL_ID,
  }),
  incompleteNamedRecipients: values.RAMP_INCOMPLETE_NAMED_RECIPIENT_ID ?? [],
  offramps: [values.RAMP_OFFRAMP_ID ?? []].flat(),
  conversions: [values.RAMP_CONVERSION_ID ?? []].flat(),
});

/** One of the document's twelve, and one in which the balances record shows an account. */
const depositCurrency = 'USD';

const orderOf = (values: Values, guessed: readonly string[]): OrderMaterial => ({
  depositAccountNumber: values.RAMP_DEPOSIT_ACCOUNT_NUMBER,
  depositCurrency,
  onrampCurrency: values.RAMP_ONRAMP_CURRENCY,
  onrampChain: values.RAMP_ONRAMP_CHAIN,
  onrampAddress: values.RAMP_ONRAMP_ADDRESS,
  offrampChain: values.RAMP_OFFRAMP_CHAIN,
  offrampAsset: values.RAMP_OFFRAMP_ASSET,
  offrampSenderAddress: values.RAMP_OFFRAMP_SENDER_ADDRESS,
  localCurrency: values.RAMP_LOCAL_RECIPIENT_CURRENCY ?? 'BRL',
  amount: values.RAMP_AMOUNT,
  ...(values.RAMP_AMOUNTS === undefined ? {} : { amounts: values.RAMP_AMOUNTS }),
  ...known({ unverifiedAccountNumber: values.RAMP_UNVERIFIED_ACCOUNT_NUMBER }),
  taxonomyCurrencies: values.RAMP_TAXONOMY_CURRENCIES,
  guessed,
});

const remoteRate = 10;

const budgetsOf = (values: Values): Budgets => {
  const base = values.RAMP_BASE_URL;
  const usualRate = base === undefined || isLoopback(base) ? undefined : remoteRate;
  const requestsPerSecond = values.RAMP_REQUESTS_PER_SECOND ?? usualRate;
  return {
    concurrency: values.RAMP_CONCURRENCY,
    maxRequests: values.RAMP_MAX_REQUESTS,
    timeoutMs: values.RAMP_TIMEOUT_MS,
    ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
  };
};

const serviceOf = (values: Values): { service?: ServiceSettings } => {
  const { RAMP_BASE_URL: baseUrl, RAMP_API_KEY: full, RAMP_RESTRICTED_API_KEY: restricted } = values;
  if (baseUrl === undefined || full === undefined) return {};
  return { service: { baseUrl, keys: { full, ...(restricted === undefined ? {} : { restricted }) } } };
};

export const settle = (
  values: Values,
  { readOnly, notes, guessed }: { readOnly: boolean; notes: readonly string[]; guessed: readonly string[] },
): Settings => ({
  ...serviceOf(values),
  environment: values.RAMP_ENVIRONMENT,
  readOnly: readOnly || values.RAMP_ENVIRONMENT === 'production',
  money: moneyPermission(values, readOnly),
  quiet: values.RAMP_QUIET_ACCOUNT ?? values.RAMP_BASE_URL === undefined,
  roles: rolesOf(values),
  order: orderOf(values, guessed),
  budgets: budgetsOf(values),
  deadlineSeconds: values.RAMP_DEADLINE_S,
  notes,
});
