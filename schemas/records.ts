import { z } from 'zod';
import {
  amountNumber,
  anything,
  closedSet,
  countryCode,
  decimal,
  emailAddress,
  flag,
  integer,
  lowerCaseCode,
  mapOf,
  openSet,
  text,
  timestamp,
  uri,
  uuid,
} from './formats.ts';
import { depositCurrencies, waysToPay } from './orders.ts';

const requiredAction = z.looseObject({ type: openSet(['kyc']), description: text(), url: uri() });

/** In one currency; the two required members come with the status `locked`. */
const currencyCapability = z.looseObject({
  status: openSet(['locked', 'approved']),
  canOnramp: flag(),
  canOfframp: flag(),
  canDeposit: flag(),
  canWithdraw: flag(),
  requiredKyc: text().optional(),
  rails: mapOf(openSet(waysToPay), flag()),
  requiredActions: z.array(requiredAction).optional(),
});

/** The document's networks for each asset; another one is drift. */
export const assetNetworks: Readonly<Record<string, readonly string[]>> = {
  USDT: ['ETH', 'SOL', 'CELO'],
  USDC: ['ETH', 'SOL', 'CELO', 'POLY'],
  EURC: ['ETH', 'SOL', 'CELO'],
  BTC: ['LIGHTNING'],
};

const assetCapability = z.looseObject({
  networks: z.array(openSet(['ETH', 'SOL', 'CELO', 'POLY', 'LIGHTNING'])),
});

export const subaccount = z.looseObject({
  id: uuid(),
  email: emailAddress(),
  status: closedSet(['created', 'approved', 'review']),
  createdAt: timestamp(),
  firstName: text().nullable(),
  lastName: text().nullable(),
  phone: text().nullable(),
  type: closedSet(['individual', 'business']),
  kyc: z.looseObject({
    profiles: z.array(z.looseObject({ country: countryCode(2), status: openSet(['approved']) })),
  }),
  capabilities: z.looseObject({
    currencies: mapOf(openSet([...depositCurrencies, 'AED']), currencyCapability),
    assets: mapOf(openSet(['USDT', 'USDC', 'EURC', 'BTC']), assetCapability),
  }),
});

// Balances, conversions, withdrawals and the taxonomy, and the bodies of errors.

/** Of the whole account, by lower-case currency code. */
export const balances = z.looseObject({
  id: uuid(),
  email: emailAddress(),
  balances: mapOf(lowerCaseCode(['usd', 'ngn', 'brl', 'eur', 'ghs', 'tzs']), amountNumber()),
  businessName: text(),
  status: openSet(['created']),
  createdAt: timestamp(),
});

export const conversion = z.looseObject({
  id: uuid(),
  fromCurrency: lowerCaseCode(),
  toCurrency: lowerCaseCode(),
  amount: decimal(12),
  feeAmount: decimal(12),
  netAmount: decimal(12),
  estimatedReceived: decimal(12),
  rate: decimal(12),
  createdAt: timestamp(),
});

/** `total` counts the whole listing. */
export const conversionListing = z.looseObject({
  data: z.array(conversion),
  total: integer(),
  page: integer(),
  limit: integer(),
  totalPages: integer(),
});

/** `destinationAddress` is the full address, `destination_address` its masked form. */
export const withdrawal = z.looseObject({
  id: uuid(),
  amount: decimal(8),
  currency: text(),
  status: openSet(['pending']),
  created_at: timestamp(),
  protocol: text(),
  description: text().nullable(),
  chain: text(),
  local_currency: text(),
  local_amount: decimal(),
  destinationAddress: text(),
  destination_address: text(),
  tx_hash: text().nullable(),
  destination_tag: text().nullable(),
  fee_amount: decimal(),
  fee_currency: text(),
  rate: amountNumber(),
  gross_amount: amountNumber(),
});

const currencyConfiguration = z.looseObject({
  currency: text(),
  asset: text(),
  fee: z.looseObject({ amount: decimal(), type: openSet(['fixed']) }),
  limits: z.looseObject({
    system_min: decimal(8),
    system_max: decimal(8),
    tx_limit: decimal(8),
    status: openSet(['upgradeable']),
  }),
  status: z.looseObject({ type: openSet(['active']), description: text() }),
  legal_operating_entity: z.looseObject({ legal_operation_entity: text(), country_code: text() }),
});

const securityMode = z.looseObject({
  type: text(),
  name: text(),
  from_amount: amountNumber(),
  to_amount: amountNumber(),
});

/** One payment method of a currency; null for the members that the document calls nullable. */
export const taxonomyEntry = z.looseObject({
  method: text(),
  name: text(),
  integration: text(),
  sub_method: text().nullable(),
  method_name: text(),
  network_name: text(),
  channel_name: text(),
  network_description: text(),
  required_fields: z.array(text()),
  optional_fields: z.array(text()),
  currency_configurations: z.array(currencyConfiguration),
  consumer_contacts_enabled: flag(),
  method_description: text(),
  icon_config: z.looseObject({ path: text(), name: text() }),
  tags: z.array(z.looseObject({ title: text(), type: openSet(['SUCCESS']) })),
  network: text(),
  protocol: text(),
  security: z.looseObject({ modes: z.array(securityMode) }),
  contract: text(),
  taxes: z.array(anything()),
  payment_rails: anything(),
});

export const taxonomy = z.array(taxonomyEntry);

/** Error body of the document's table; only `path` is optional. */
export const fullError = z.looseObject({
  statusCode: integer(),
  message: text(),
  timestamp: timestamp(),
  path: text().optional(),
  error: text(),
});

/** 401, 403 and 404 of the subaccount, deposit simulation and withdrawal endpoints have only these members. */
export const shortError = z.looseObject({ error: text(), message: text() });

/** 404 of an initiation without a bank account: it has no `error`. */
export const bankAccountError = z.looseObject({
  statusCode: integer(),
  timestamp: timestamp(),
  message: text(),
});
