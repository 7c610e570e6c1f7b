import {
  type Firmness,
  isRequirementId,
  type OperationId,
  requirementOf,
  requirementOfViolation,
} from '#contract';
import {
  balances,
  bankAccountError,
  businessKyc,
  conversion,
  conversionListing,
  type DriftKind,
  depositOrder,
  fullError,
  individualKyc,
  type JsonSchema,
  jsonSchemaOf,
  lightningOfframp,
  lightningOfframpOrder,
  offrampCreated,
  offrampListing,
  offrampOrder,
  offrampRetrieved,
  onramp,
  onrampOrder,
  type SchemaJudgement,
  shortError,
  subaccount,
  taxonomy,
  taxonomyEntry,
  type ViolationKind,
  withdrawal,
} from '#schemas';

/** A schema excludes what fails the gate by default. */
const excludes = (firmness: string): boolean => firmness === 'stated' || firmness === 'implied';

/** A record that an operation answers with. */
const answeredBy =
  (operation: OperationId) =>
  (kind: ViolationKind | DriftKind, path: string): Firmness =>
    requirementOf(requirementOfViolation(operation, path, kind)).firmness;

const impliedKinds: ReadonlySet<ViolationKind | DriftKind> = new Set(['nil-identifier', 'integer']);

const written = (kind: ViolationKind | DriftKind): Firmness => {
  if (kind === 'unlisted') return 'shown';
  return impliedKinds.has(kind) ? 'implied' : 'stated';
};

/** A body that an operation takes: which of its members are required is open for most. */
const sentTo =
  (operation: OperationId) =>
  (kind: ViolationKind | DriftKind): Firmness => {
    const open = `${operation}/answer-to-a-missing-member`;
    if (kind === 'missing' && isRequirementId(open)) return requirementOf(open).firmness;
    return written(kind);
  };

/** Nothing but the message is promised of it on every endpoint. */
const absentBankAccount = bankAccountError.partial({ statusCode: true, timestamp: true });

const records = {
  subaccount: [subaccount, answeredBy('subaccount.read')],
  'individual-kyc': [individualKyc, answeredBy('individual-kyc.read')],
  'business-kyc': [businessKyc, answeredBy('business-kyc.read')],
  balances: [balances, answeredBy('balances.read')],
  'deposit-order': [depositOrder, sentTo('deposit.simulate')],
  'onramp-order': [onrampOrder, sentTo('onramp.initiate')],
  onramp: [onramp, answeredBy('onramp.initiate')],
  'offramp-order': [offrampOrder, sentTo('offramp.initiate')],
  'offramp-created': [offrampCreated, answeredBy('offramp.initiate')],
  'offramp-retrieved': [offrampRetrieved, answeredBy('offramp.read')],
  'offramp-listing': [offrampListing, answeredBy('offramp.list')],
  'lightning-offramp-order': [lightningOfframpOrder, sentTo('lightning-offramp.initiate')],
  'lightning-offramp': [lightningOfframp, answeredBy('lightning-offramp.initiate')],
  withdrawal: [withdrawal, answeredBy('withdrawal.read')],
  conversion: [conversion, answeredBy('conversion.read')],
  'conversion-listing': [conversionListing, answeredBy('conversion.list')],
  'taxonomy-entry': [taxonomyEntry, answeredBy('taxonomy.list')],
  taxonomy: [taxonomy, answeredBy('taxonomy.list')],
  'full-error': [fullError, written],
  'short-error': [shortError, written],
  'bank-account-error': [bankAccountError, written],
  'absent-bank-account': [absentBankAccount, written],
} as const satisfies Readonly<
  Record<string, readonly [Parameters<typeof jsonSchemaOf>[0], SchemaJudgement['firmnessOf']]>
>;

export type RecordName = keyof typeof records;

export const recordNames = Object.keys(records) as readonly RecordName[];

const namesBySchema = new Map<object, RecordName>(recordNames.map((name) => [records[name][0], name]));

/** The record that a schema of the contract describes. */
export const recordOf = (schema: object): RecordName => {
  const name = namesBySchema.get(schema);
  if (name === undefined)
    throw new Error('export: a schema of an operation is no record yet; give it a line in the table');
  return name;
};

/** The record by itself, with its parts in place. */
export const recordSchema = (name: RecordName): JsonSchema => {
  const [schema, firmnessOf] = records[name];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    ...jsonSchemaOf(schema, { firmnessOf, excludes }),
  };
};

/** The record as a part of a document that holds the other records too, under these addresses. */
export const recordComponent = (name: RecordName, address: (part: RecordName) => string): JsonSchema => {
  const [schema, firmnessOf] = records[name];
  const referenceTo = (part: object): string | undefined => {
    const known = namesBySchema.get(part);
    return known && address(known);
  };
  return jsonSchemaOf(schema, { firmnessOf, excludes, referenceTo });
};

/** The name of a record in the components. */
export const componentOf = (name: RecordName): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const addressOf = (name: RecordName): string => `#/components/schemas/${componentOf(name)}`;
