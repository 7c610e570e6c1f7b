import type { Budgets, Network, OrderMaterial, RoleIds, Target, TargetSettings } from '#contract';
import { isOnThisMachine, moneyPermission } from './rules.ts';
import type { SettingValues } from './table.ts';

/** The service to test; absent where the embedded sandbox is started. */
export type ServiceSettings = Pick<Target, 'baseUrl' | 'keys' | 'network'>;

/** The permissions and instructions of a run, from all sources, before anything was sent. */
export interface Settings extends TargetSettings {
  readonly service?: ServiceSettings | undefined;
  /** Which source gave address, key, money host, environment and amount. */
  readonly origins?: string;
  /** What to say before any key leaves, even where quiet is asked for. */
  readonly doubts?: readonly string[];
  /** Remarks that the user should know, though nothing is wrong. */
  readonly notes: readonly string[];
}

const rolesOf = (values: SettingValues): RoleIds => ({
  individual: values.RAMP_INDIVIDUAL_SUBACCOUNT_ID,
  business: values.RAMP_BUSINESS_SUBACCOUNT_ID,
  unverified: values.RAMP_UNVERIFIED_SUBACCOUNT_ID ?? [],
  unbanked: values.RAMP_UNBANKED_SUBACCOUNT_ID,
  unverifiedRecipient: values.RAMP_UNVERIFIED_RECIPIENT_ID,
  usdRecipient: values.RAMP_USD_RECIPIENT_ID,
  localRecipient: values.RAMP_LOCAL_RECIPIENT_ID,
  namedRecipient: values.RAMP_NAMED_RECIPIENT_ID,
  lightningRecipient: values.RAMP_LIGHTNING_RECIPIENT_ID ?? values.RAMP_USD_RECIPIENT_ID,
  withdrawal: values.RAMP_WITHDRAWAL_ID,
  incompleteNamedRecipients: values.RAMP_INCOMPLETE_NAMED_RECIPIENT_ID ?? [],
  offramps: [values.RAMP_OFFRAMP_ID ?? []].flat(),
  conversions: [values.RAMP_CONVERSION_ID ?? []].flat(),
});

const orderOf = (values: SettingValues, guessed: readonly string[]): OrderMaterial => ({
  depositAccountNumber: values.RAMP_DEPOSIT_ACCOUNT_NUMBER,
  // One of the document's twelve, and one in which the balances record shows an account.
  depositCurrency: 'USD',
  onrampCurrency: values.RAMP_ONRAMP_CURRENCY,
  onrampChain: values.RAMP_ONRAMP_CHAIN,
  onrampAddress: values.RAMP_ONRAMP_ADDRESS,
  lightningChain: values.RAMP_LIGHTNING_CHAIN,
  lightningAddress: values.RAMP_LIGHTNING_ADDRESS ?? values.RAMP_ONRAMP_ADDRESS,
  offrampChain: values.RAMP_OFFRAMP_CHAIN,
  offrampAsset: values.RAMP_OFFRAMP_ASSET,
  offrampSenderAddress: values.RAMP_OFFRAMP_SENDER_ADDRESS,
  localCurrency: values.RAMP_LOCAL_RECIPIENT_CURRENCY ?? 'BRL',
  amount: values.RAMP_AMOUNT,
  amounts: values.RAMP_AMOUNTS,
  unverifiedAccountNumber: values.RAMP_UNVERIFIED_ACCOUNT_NUMBER,
  taxonomyCurrencies: values.RAMP_TAXONOMY_CURRENCIES,
  guessed,
});

const remoteRate = 10;

const budgetsOf = (values: SettingValues): Budgets => {
  const base = values.RAMP_BASE_URL;
  const usualRate = base === undefined || isOnThisMachine(values) ? undefined : remoteRate;
  const requestsPerSecond = values.RAMP_REQUESTS_PER_SECOND ?? usualRate;
  return {
    concurrency: values.RAMP_CONCURRENCY,
    maxRequests: values.RAMP_MAX_REQUESTS,
    timeoutMs: values.RAMP_TIMEOUT_MS,
    ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
  };
};

type Certificates = Pick<Network, 'certificate' | 'authorities'>;

const serviceOf = (values: SettingValues, certificates: Certificates): ServiceSettings | undefined => {
  const { RAMP_BASE_URL: baseUrl, RAMP_API_KEY: full, RAMP_RESTRICTED_API_KEY: restricted } = values;
  const { RAMP_OTHER_API_KEY: other } = values;
  if (baseUrl === undefined || full === undefined) return undefined;
  const { RAMP_PROXY: proxy, RAMP_HEADERS: headers } = values;
  const network = {
    ...certificates,
    ...(proxy && { proxy }),
    ...(headers && { headers }),
  };
  return {
    baseUrl,
    keys: { full, ...(restricted && { restricted }), ...(other && { other }) },
    ...(Object.keys(network).length > 0 && { network }),
  };
};

interface Settled {
  readonly readOnly: boolean;
  readonly guessed: readonly string[];
  readonly certificates?: Certificates;
}

export const settle = (values: SettingValues, { readOnly, guessed, certificates = {} }: Settled): Settings => ({
  service: serviceOf(values, certificates),
  environment: values.RAMP_ENVIRONMENT,
  readOnly: readOnly || values.RAMP_ENVIRONMENT === 'production',
  money: moneyPermission(values, readOnly),
  quiet: values.RAMP_QUIET_ACCOUNT ?? values.RAMP_BASE_URL === undefined,
  roles: rolesOf(values),
  order: orderOf(values, guessed),
  budgets: budgetsOf(values),
  patienceMs: values.RAMP_PATIENCE_S * 1_000,
  deadlineSeconds: values.RAMP_DEADLINE_S,
  notes: [],
});
