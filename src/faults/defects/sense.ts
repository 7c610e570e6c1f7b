import { type OperationId, operationIds, withAmounts, withListings } from '#contract';
import { against, type Fault, forEachValue } from '../fault.ts';
import { placesOf, rewriting } from '../rewriting.ts';

/** Keeps the type; a zero becomes less than nothing too. */
const negated = (value: unknown): unknown => {
  if (typeof value === 'number') return value === 0 ? -1 : -value;
  return Number(value) === 0 ? String(value).replace(/\d/, '-1') : `-${value}`;
};

const named = (path: string): string => path.replace(/^\$(\[\])?\.?/, '');

/** Amounts, rates and fees, where the document says what sign they have. */
const amountsOf = (operation: OperationId): readonly string[] =>
  placesOf(
    operation,
    ({ path, format, optional }) =>
      (format === 'decimal' || format === 'number') && !optional && !path.includes('.limits.'),
  );

const debits = withAmounts.flatMap((record) =>
  against(
    `${record}/has-no-negative-amounts`,
    Object.assign(
      {},
      ...withListings(record).map((operation) =>
        forEachValue(amountsOf(operation), (path) => [
          `A debit is written as a negative ${named(path)}.`,
          rewriting(operation, path, negated),
        ]),
      ),
    ),
  ),
);

/** The instants of what was done, by operation. */
const stored = operationIds.flatMap((operation) =>
  placesOf(operation, ({ path }) => /\.(created|updated|vendorVerified)_?at$/i.test(path)).map(
    (path) => [operation, path] as const,
  ),
);

const hourMs = 3_600_000;
const inAnHour = (): string => new Date(Date.now() + hourMs).toISOString();

const future = against('records/date-nothing-in-the-future', {
  ...forEachValue(stored, ([operation, path]) => [
    `The ${named(path)} of ${operation} is an hour ahead: local time is written as if it were UTC.`,
    rewriting(operation, path, inAnHour),
  ]),
});

const empty = [
  ['onramp.initiate', '$.from.payment_instructions.qr_code', 'There is no code to scan.'],
  ['onramp.initiate', '$.to.asset', 'The asset is no code.'],
  ['offramp.list', '$.data[].from.network', 'A listed offramp names no network.'],
  ['offramp.read', '$.to.currency', 'An offramp names no currency.'],
  ['lightning-offramp.initiate', '$.data.lightningInvoice', 'There is no invoice to pay.'],
  ['withdrawal.read', '$.destination_address', 'Nothing is left of the masked address.'],
  ['withdrawal.read', '$.local_currency', 'A withdrawal is in no local currency.'],
  ['onramp.initiate', '$.pricing.fees.network_fee_asset', 'The network fee is in nothing.'],
  ['onramp.initiate', '$.pricing.fees.total_fees_currency', 'The fees together are in nothing.'],
  ['lightning-offramp.initiate', '$.data.bankAccount.accountId', 'A bank account has an empty number.'],
  ['conversion.list', '$.data[].toCurrency', 'A listed conversion is into nothing.'],
  ['taxonomy.list', '$[].name', 'A method has an empty name.'],
  ['taxonomy.list', '$[].currency_configurations[].legal_operating_entity.country_code', 'An entity is in no country.'],
] as const;

const mayBeEmpty = [
  ['individual-kyc.read', '$.last_name', 'An approved person has one empty name.'],
  ['business-kyc.read', '$.ultimate_beneficial_owners[].first_name', 'An owner has one empty name.'],
  ['taxonomy.list', '$[].network_name', 'The network of a method has an empty name.'],
  ['balances.read', '$.businessName', 'The business of the account has an empty name.'],
  ['business-kyc.read', '$.description', 'A business has an empty description.'],
  [
    'subaccount.read',
    '$.capabilities.currencies{*}.requiredActions[].description',
    'An action has an empty description.',
  ],
] as const;

const emptied = (texts: typeof empty | typeof mayBeEmpty) =>
  forEachValue<(typeof texts)[number]>(texts, ([operation, path, sentence]) => [
    sentence,
    rewriting(operation, path, ''),
  ]);

const emptyTexts = [
  ...against('records/carry-content-in-texts', {
    ...emptied(empty),
    'An approved person has two empty names.': (reply, request) => {
      for (const name of ['first_name', 'last_name']) rewriting('individual-kyc.read', `$.${name}`, '')(reply, request);
    },
  }),
  ...against('records/leave-no-text-empty', emptied(mayBeEmpty)),
];

const types = against('subaccount.read/has-the-type-of-its-verification', {
  ...forEachValue(['individual', 'business'], (type) => [
    `Every subaccount is of the type ${type}.`,
    rewriting('subaccount.read', '$.type', type),
  ]),
  'The types of persons and businesses are exchanged.': rewriting('subaccount.read', '$.type', (type) =>
    type === 'business' ? 'individual' : 'business',
  ),
});

export const faults: readonly Fault[] = [...debits, ...future, ...emptyTexts, ...types];
