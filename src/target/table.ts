import type { z } from 'zod';
import { taxonomyCurrencies } from '#contract';
import { baseUrl, host } from './base-url.ts';
import {
  amount,
  amountsByCode,
  asset,
  currencies,
  currency,
  type Form,
  key,
  oneOf,
  rate,
  uuid,
  uuids,
  whole,
  word,
  yesOrNo,
} from './form.ts';

export interface Variable<Value = unknown> {
  readonly group: string;
  readonly meaning: string;
  readonly form: Form<Value>;
  /** Text that is taken where the variable is unset. */
  readonly fallback?: string;
  /** The default in words, where it is no fixed text. */
  readonly otherwise?: string;
  readonly secret?: true;
}

const target = 'Target';
const roles = 'Roles: records that exist at the target. A missing one leaves its requirements untested';
const orders = 'Orders: what valid requests are made of';
const budgets = 'Budgets';

const role = (meaning: string, form: Form<string> = uuid) => ({ group: roles, meaning, form });

const variableIn =
  (group: string) =>
  <Value>(meaning: string, form: Form<Value>, fallback: string) => ({ group, meaning, form, fallback });

const ofTarget = variableIn(target);
const order = variableIn(orders);
const budget = variableIn(budgets);

/** Every variable, in the order in which they are shown; the reader, `.env.example` and the help derive from it. */
export const settingsTable = {
  RAMP_BASE_URL: {
    group: target,
    meaning: 'The service to test: https, or http on loopback only.',
    form: baseUrl,
    otherwise: 'the embedded sandbox is started',
  },
  RAMP_API_KEY: { group: target, meaning: 'Key with full access.', form: key, secret: true },
  RAMP_RESTRICTED_API_KEY: {
    group: target,
    meaning: 'Valid key without permission for anything (403).',
    form: key,
    secret: true,
  },
  RAMP_ENVIRONMENT: ofTarget(
    'sandbox, or production: then only GET is sent, whatever else is set.',
    oneOf('sandbox', 'production'),
    'sandbox',
  ),
  RAMP_MONEY_HOST: {
    group: target,
    meaning:
      'The one host on which the endpoints that move money (5, 6, 7, 10) may be called; must equal the host of the base URL. Not needed on loopback.',
    form: host,
    otherwise: 'they are not called, and their requirements are untested',
  },
  RAMP_QUIET_ACCOUNT: {
    group: target,
    meaning: 'true when nothing else acts on the account, so that its balances can be compared.',
    form: yesOrNo,
    otherwise: 'true on the embedded sandbox, else false',
  },
  RAMP_INDIVIDUAL_SUBACCOUNT_ID: role('Approved individual subaccount with a KYC record.'),
  RAMP_BUSINESS_SUBACCOUNT_ID: role('Approved business subaccount with a KYC record.'),
  RAMP_UNVERIFIED_SUBACCOUNT_ID: role('Subaccount without approved KYC.'),
  RAMP_UNBANKED_SUBACCOUNT_ID: role('Approved subaccount without a bank account.'),
  RAMP_UNVERIFIED_RECIPIENT_ID: {
    ...role('Plain recipient in US dollars of the unverified subaccount, where recipients belong to one.'),
    otherwise: 'the plain recipient in US dollars',
  },
  RAMP_UNVERIFIED_ACCOUNT_NUMBER: {
    ...role('Account of the unverified subaccount, where accounts belong to one.', word),
    otherwise: 'the account of simulated deposits',
  },
  RAMP_USD_RECIPIENT_ID: role('Plain recipient in US dollars.'),
  RAMP_LOCAL_RECIPIENT_ID: role('Recipient in another currency.'),
  RAMP_LOCAL_RECIPIENT_CURRENCY: role('Currency of the local recipient, such as BRL.', currency),
  RAMP_NAMED_RECIPIENT_ID: role('Business recipient with all four identifying fields.'),
  RAMP_INCOMPLETE_NAMED_RECIPIENT_ID: {
    group: roles,
    meaning: 'Business recipient that lacks an identifying field; several may be separated by commas.',
    form: uuids,
  },
  RAMP_LIGHTNING_RECIPIENT_ID: {
    ...role('Recipient of lightning offramps.'),
    otherwise: 'the plain recipient in US dollars',
  },
  RAMP_WITHDRAWAL_ID: role('Withdrawal of the individual subaccount.'),
  RAMP_OFFRAMP_ID: {
    ...role('Offramp of the individual subaccount.'),
    otherwise: 'discovered from the listing',
  },
  RAMP_CONVERSION_ID: {
    ...role('Conversion of the individual subaccount.'),
    otherwise: 'discovered from the listing',
  },
  RAMP_DEPOSIT_ACCOUNT_NUMBER: order('Account that simulated deposits are credited to.', word, '00000033'),
  RAMP_ONRAMP_CURRENCY: order('Fiat currency of onramps.', currency, 'BRL'),
  RAMP_ONRAMP_CHAIN: order('Network that onramps send to.', word, 'ETH'),
  RAMP_ONRAMP_ADDRESS: order(
    'Address that onramps send to.',
    word,
    '0x5eed00000000000000000000000000000000d00d',
  ),
  RAMP_OFFRAMP_CHAIN: order('Network that offramps come from.', word, 'ETH'),
  RAMP_OFFRAMP_ASSET: order('Asset that offramps sell.', asset, 'USDC'),
  RAMP_OFFRAMP_SENDER_ADDRESS: order(
    'Address that offramps come from.',
    word,
    '0x5eed00000000000000000000000000000000cafe',
  ),
  RAMP_AMOUNT: order('Amount of every order.', amount, '100'),
  RAMP_AMOUNTS: {
    group: orders,
    meaning:
      'Other amounts, where that one is below a minimum: by rail, by the currency or asset that an amount is in, or LIGHTNING for lightning offramps.',
    form: amountsByCode,
    otherwise: 'every order is of RAMP_AMOUNT',
  },
  RAMP_TAXONOMY_CURRENCIES: order(
    'Currencies whose payment methods are listed.',
    currencies,
    taxonomyCurrencies.join(','),
  ),
  RAMP_CONCURRENCY: budget('Requests under way at the same time.', whole(1, 64), '8'),
  RAMP_REQUESTS_PER_SECOND: {
    group: budgets,
    meaning: 'Requests per second, evenly spaced.',
    form: rate,
    otherwise: '10, and no limit on loopback',
  },
  RAMP_MAX_REQUESTS: budget('Requests of a whole run.', whole(1, 10_000_000), '20000'),
  RAMP_TIMEOUT_MS: budget(
    'Milliseconds that one request may take, its answer included.',
    whole(100, 60_000),
    '20000',
  ),
  RAMP_DEADLINE_S: budget(
    'Seconds that a whole run may take: nothing is sent after them, and what was not tested yet is broken.',
    whole(10, 86_400),
    '1800',
  ),
} as const satisfies Readonly<Record<string, Variable>>;

type Table = typeof settingsTable;
export type VariableName = keyof Table;
export const variableNames = Object.keys(settingsTable) as readonly VariableName[];

/** The same rows without the literal types, for code that walks all of them. */
export const variableOf = (name: VariableName): Variable => settingsTable[name];

type ValueOf<Row extends Variable> = z.output<Row['form']['schema']>;

/** The values that the texts of the variables mean. */
export type Values = {
  readonly [Name in VariableName]: Table[Name] extends { readonly fallback: string }
    ? ValueOf<Table[Name]>
    : ValueOf<Table[Name]> | undefined;
};
