import { z } from 'zod';
import { taxonomyCurrencies } from '#run';
import * as format from './formats.ts';

/**
 * The sources that may decide a setting, if another source has the key. A `.env` that nobody named may have come with
 * the folder, from somebody who wants the key or money. The command line may decide everything.
 * - `key`: any source; the key is sent where that source says.
 * - `address`: the source of the key.
 * - `order`: that source, and the environment.
 * - `label`: that source, the environment, and a `.env` that `--settings` does not name.
 */
type Decider = 'key' | 'address' | 'order' | 'label';

interface SettingRow {
  readonly group: string;
  readonly meaning: string;
  /** Its description follows "must be". */
  readonly schema: z.ZodType<unknown, string>;
  readonly decider: Decider;
  /** The value of an unset variable. */
  readonly fallback?: string;
  /** The default in words, if it is no fixed text. */
  readonly otherwise?: string;
  readonly secret?: true;
  /** The form of the member of `budgets` in `ramp-conformance.json`. */
  readonly budget?: format.NumberFormat;
}

const settings = new Map<z.ZodType, SettingRow>();

type More = Partial<Pick<SettingRow, 'decider' | 'otherwise' | 'secret' | 'budget'>>;

const rowsOf = (group: string, decider: Decider) => ({
  optional: <Value>(meaning: string, schema: format.TextFormat<Value>, more: More = {}) => {
    const row = schema.optional();
    settings.set(row, { group, decider, meaning, schema, ...more });
    return row;
  },
  usual: <Value>(meaning: string, schema: format.TextFormat<Value>, fallback: string, more: More = {}) => {
    const row = schema.prefault(fallback);
    settings.set(row, { group, decider, meaning, schema, fallback, ...more });
    return row;
  },
});

const target = rowsOf('Target', 'label');
const network = rowsOf('Network: what a target asks for besides a key', 'order');
const roles = rowsOf(
  'Roles: records that exist at the target. Without a record, its requirements are not tested',
  'order',
);
const orders = rowsOf('Orders: the values in valid orders', 'order');
const budgets = rowsOf('Budgets', 'order');

const key = (meaning: string) => target.optional(meaning, format.key, { secret: true, decider: 'key' });

const keyFile = (name: string) =>
  target.optional(
    `File with the value of ${name}, for secrets of Docker or Kubernetes. Set this or ${name}, not both.`,
    format.path,
    { decider: 'key' },
  );

const role = (meaning: string, otherwise?: string, schema: format.TextFormat<string> = format.uuid) =>
  roles.optional(meaning, schema, otherwise === undefined ? {} : { otherwise });

const record = (meaning: string) =>
  roles.optional(meaning, format.uuid, { decider: 'label', otherwise: 'discovered from the listing' });

const budget = (meaning: string, member: format.NumberFormat, fallback: string) =>
  budgets.usual(meaning, format.textOf(member), fallback, { budget: member });

export const variables = z.object({
  RAMP_BASE_URL: target.optional('The service to test.', format.baseUrl, {
    decider: 'address',
    otherwise: 'the embedded sandbox is started',
  }),
  RAMP_API_KEY: key('Key with full access.'),
  RAMP_RESTRICTED_API_KEY: key('Valid key without permission for anything (403).'),
  RAMP_OTHER_API_KEY: key('Valid key of another account, which may see no record of the tested account.'),
  RAMP_API_KEY_FILE: keyFile('RAMP_API_KEY'),
  RAMP_RESTRICTED_API_KEY_FILE: keyFile('RAMP_RESTRICTED_API_KEY'),
  RAMP_OTHER_API_KEY_FILE: keyFile('RAMP_OTHER_API_KEY'),
  RAMP_ENVIRONMENT: target.usual(
    'sandbox, or production: then only GET is sent, even where other settings allow more.',
    format.environment,
    'sandbox',
  ),
  RAMP_RELEASE: target.optional('The version under test, as its vendor calls it, such as 2.15.', format.release, {
    otherwise: 'reports tell runs apart by their time',
  }),
  RAMP_MONEY_HOST: target.optional(
    'The only host to which the run may send orders (endpoints 5, 6, 7, 10). It must equal the host of the base URL. Not needed on loopback.',
    format.host,
    { decider: 'address', otherwise: 'the run sends no orders, and the requirements of orders are not tested' },
  ),
  RAMP_QUIET_ACCOUNT: target.optional(
    'true if nobody but the run uses the account; then the run compares its balances.',
    format.yesOrNo,
    { otherwise: 'true on the embedded sandbox, else false' },
  ),
  RAMP_PLAIN_HTTP_HOST: network.optional(
    'The only host, besides loopback, that the run may call over plain http, such as a container. Not allowed in production.',
    format.privateHost,
  ),
  RAMP_CLIENT_CERT: network.optional(
    'File with the client certificate that the target asks for, and those of its issuers, in PEM.',
    format.path,
  ),
  RAMP_CLIENT_KEY: network.optional('File with the private key of that certificate, in PEM.', format.path, {
    otherwise: 'it is in the file of the certificate',
  }),
  RAMP_CLIENT_KEY_PASSPHRASE: network.optional('Passphrase of that private key.', format.secret, {
    secret: true,
  }),
  RAMP_CA_CERT: network.optional(
    'PEM file with the certificate of the authority that signed for the target, or with a missing intermediate certificate. Node.js still trusts its own authorities.',
    format.path,
  ),
  RAMP_PROXY: network.optional(
    'Proxy that opens a tunnel to the target. The run never uses HTTPS_PROXY or similar variables.',
    format.proxy,
    { secret: true },
  ),
  RAMP_HEADERS: network.optional(
    'More headers for every request, for a gateway before the service, such as its login in Authorization. Reports hide their values.',
    format.headers,
    { secret: true },
  ),
  RAMP_INDIVIDUAL_SUBACCOUNT_ID: role('Approved individual subaccount with a KYC record.'),
  RAMP_BUSINESS_SUBACCOUNT_ID: role('Approved business subaccount with a KYC record.'),
  RAMP_UNVERIFIED_SUBACCOUNT_ID: roles.optional(
    'Subaccount without approved KYC. Separate several by commas: an individual and a business one.',
    format.uuids,
  ),
  RAMP_UNBANKED_SUBACCOUNT_ID: role('Approved subaccount without a bank account.'),
  RAMP_UNVERIFIED_RECIPIENT_ID: role(
    'Plain recipient in US dollars of the first unverified subaccount, where recipients belong to one.',
    'the plain recipient in US dollars',
  ),
  RAMP_UNVERIFIED_ACCOUNT_NUMBER: role(
    'Account of the first unverified subaccount, where accounts belong to one.',
    'the account of simulated deposits',
    format.word,
  ),
  RAMP_USD_RECIPIENT_ID: role('Plain recipient of the individual in US dollars.'),
  RAMP_LOCAL_RECIPIENT_ID: role('Recipient of the individual in another currency, with RAMP_LOCAL_RECIPIENT_CURRENCY.'),
  RAMP_LOCAL_RECIPIENT_CURRENCY: role(
    'Currency of the local recipient, such as BRL; needed with its id.',
    undefined,
    format.currency,
  ),
  RAMP_NAMED_RECIPIENT_ID: role('Business recipient of the individual with all four identifying fields.'),
  RAMP_INCOMPLETE_NAMED_RECIPIENT_ID: roles.optional(
    'Business recipient that lacks an identifying field; several may be separated by commas.',
    format.uuids,
  ),
  RAMP_LIGHTNING_RECIPIENT_ID: role('Recipient of lightning offramps.', 'the plain recipient in US dollars'),
  RAMP_WITHDRAWAL_ID: roles.optional('Withdrawal of the individual subaccount.', format.uuid, { decider: 'label' }),
  RAMP_OFFRAMP_ID: record('Offramp of the individual subaccount.'),
  RAMP_CONVERSION_ID: record('Conversion of the individual subaccount.'),
  RAMP_DEPOSIT_ACCOUNT_NUMBER: orders.usual(
    'Account of the individual that simulated deposits are credited to.',
    format.word,
    '00000033',
  ),
  RAMP_ONRAMP_CURRENCY: orders.usual('Fiat currency of onramps.', format.currency, 'BRL'),
  RAMP_ONRAMP_CHAIN: orders.usual('Network that onramps send to.', format.word, 'ETH'),
  RAMP_ONRAMP_ADDRESS: orders.usual(
    'Address that onramps send to.',
    format.word,
    '0x5eed00000000000000000000000000000000d00d',
  ),
  RAMP_LIGHTNING_CHAIN: orders.usual('Network of onramps of BTC_LIGHTNING.', format.word, 'LIGHTNING'),
  RAMP_LIGHTNING_ADDRESS: orders.optional(
    'Lightning address or invoice that onramps of BTC_LIGHTNING send to.',
    format.lightningDestination,
    { otherwise: 'the address of the other onramps' },
  ),
  RAMP_OFFRAMP_CHAIN: orders.usual('Network that offramps come from.', format.word, 'ETH'),
  RAMP_OFFRAMP_ASSET: orders.usual('Asset that offramps sell.', format.asset, 'USDC'),
  RAMP_OFFRAMP_SENDER_ADDRESS: orders.usual(
    'Address that offramps come from.',
    format.word,
    '0x5eed00000000000000000000000000000000cafe',
  ),
  RAMP_AMOUNT: orders.usual('Amount of every order.', format.amount, '100'),
  RAMP_AMOUNTS: orders.optional(
    'Other amounts, if RAMP_AMOUNT is below a minimum: by rail, by the currency or asset of the amount, or LIGHTNING for lightning offramps.',
    format.amountsByCode,
    { otherwise: 'every order has the amount RAMP_AMOUNT' },
  ),
  RAMP_TAXONOMY_CURRENCIES: orders.usual(
    'Currencies whose payment methods are listed.',
    format.currencies,
    taxonomyCurrencies.join(','),
    { decider: 'label' },
  ),
  RAMP_CONCURRENCY: budget('Requests under way at the same time.', format.wholeNumber(1, 64), '8'),
  RAMP_REQUESTS_PER_SECOND: budgets.optional('Requests per second, evenly spaced.', format.textOf(format.rate), {
    otherwise: '10, and no limit on loopback',
    budget: format.rate,
  }),
  RAMP_MAX_REQUESTS: budget('Requests of a whole run.', format.wholeNumber(1, 10_000_000), '20000'),
  RAMP_TIMEOUT_MS: budget(
    'Milliseconds that one request may take, its answer included.',
    format.wholeNumber(100, 60_000),
    '20000',
  ),
  RAMP_PATIENCE_S: budget(
    'Seconds within which a new record must appear in listings and reads. A record that never appears is a deviation.',
    format.wholeNumber(1, 600),
    '10',
  ),
  RAMP_DEADLINE_S: budget(
    'Seconds that a whole run may take. After them the run sends nothing, and the remaining tests have no result.',
    format.wholeNumber(10, 86_400),
    '1800',
  ),
});

/** With `_FILE` added, each variable names a file with the value. */
export const keyNames = ['RAMP_API_KEY', 'RAMP_RESTRICTED_API_KEY', 'RAMP_OTHER_API_KEY'] as const;

export const variableNames = variables.keyof().options;

export type VariableName = (typeof variableNames)[number];

export type SettingValues = z.output<typeof variables>;

const missing = (name: string): never => {
  throw new Error(`${name} is no row of the table`);
};

export const settingOf = (name: VariableName): SettingRow => settings.get(variables.shape[name]) ?? missing(name);

export const isBudget = (name: VariableName): boolean => settingOf(name).budget !== undefined;

/** `maxRequests` for `RAMP_MAX_REQUESTS`, as in `ramp-conformance.json`. */
export const budgetName = (variable: VariableName): string =>
  variable
    .slice('RAMP_'.length)
    .toLowerCase()
    .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** True for settings of a run, which also apply to a named target, and for the proxy. */
export const isOfRun = (name: VariableName): boolean =>
  isBudget(name) || name === 'RAMP_PROXY' || name === 'RAMP_RELEASE';

/** True if the user set the value, larger or smaller. */
export const isOwnMaxRequests = (maxRequests: number): boolean =>
  maxRequests !== Number(settingOf('RAMP_MAX_REQUESTS').fallback);

const wrap = (text: string): readonly string[] => text.match(/\S.{0,97}(?= |$)/g) ?? [];

const comment = (text: string): string[] => wrap(text).map((line) => `# ${line}`);

const entryOf = (name: VariableName): string[] => {
  const { meaning, schema, fallback, otherwise, secret } = settingOf(name);
  const unset = otherwise === undefined ? [] : comment(`Unset: ${otherwise}.`);
  const kept = secret ? comment('Secret: never in git, never an argument.') : [];
  const value = fallback === undefined ? `${name}=` : `# ${name}=${fallback}`;
  return [...comment(`${meaning} Must be ${schema.description}.`), ...unset, ...kept, value, ''];
};

export const renderExample = (): string => {
  const lines = comment(
    'Settings of ramp-conformance. Copy this file to .env and fill in your values. An option wins over the environment, then .env, then ramp-conformance.json, then the default. Commented values are the defaults.',
  );
  let group = '';
  for (const name of variableNames) {
    const next = settingOf(name).group;
    if (next !== group) lines.push('', ...comment(`--- ${next} ---`), '');
    group = next;
    lines.push(...entryOf(name));
  }
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
};
