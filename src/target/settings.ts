import {
  type Budgets,
  type Network,
  type OrderMaterial,
  type RoleIds,
  roleVariables,
  type Target,
  type TargetSettings,
} from '#contract';
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

const several: ReadonlySet<string> = new Set(['unverified', 'incompleteNamedRecipients', 'offramps', 'conversions']);

const rolesOf = (values: SettingValues): RoleIds => {
  const ids = Object.entries(roleVariables).map(([role, name]) => [
    role,
    several.has(role) ? [values[name] ?? []].flat() : values[name],
  ]);
  const { lightningRecipient, usdRecipient, ...roles }: RoleIds = Object.fromEntries(ids);
  return { ...roles, usdRecipient, lightningRecipient: lightningRecipient ?? usdRecipient };
};

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

const budgetsOf = (values: SettingValues): Budgets => {
  const isRemote = values.RAMP_BASE_URL !== undefined && !isOnThisMachine(values);
  const requestsPerSecond = values.RAMP_REQUESTS_PER_SECOND ?? (isRemote ? 10 : undefined);
  return {
    concurrency: values.RAMP_CONCURRENCY,
    maxRequests: values.RAMP_MAX_REQUESTS,
    timeoutMs: values.RAMP_TIMEOUT_MS,
    ...(requestsPerSecond && { requestsPerSecond }),
  };
};

type Certificates = Pick<Network, 'certificate' | 'authorities'>;

const serviceOf = (values: SettingValues, certificates: Certificates): ServiceSettings | undefined => {
  const { RAMP_BASE_URL: baseUrl, RAMP_API_KEY: full, RAMP_RESTRICTED_API_KEY: restricted } = values;
  const { RAMP_OTHER_API_KEY: other, RAMP_PROXY: proxy, RAMP_HEADERS: headers } = values;
  if (baseUrl === undefined || full === undefined) return undefined;
  const keys = { full, ...(restricted && { restricted }), ...(other && { other }) };
  const network = { ...certificates, ...(proxy && { proxy }), ...(headers && { headers }) };
  return { baseUrl, keys, ...(Object.keys(network).length > 0 && { network }) };
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
