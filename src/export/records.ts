import {
  type Firmness,
  isRequirementId,
  type OperationId,
  operationIds,
  operationOf,
  requirementOf,
  requirementOfViolation,
} from '#contract';
import {
  bankAccountError,
  type DriftKind,
  fullError,
  type JsonSchema,
  jsonSchemaOf,
  type SchemaJudgement,
  shortError,
  taxonomyEntry,
  type ViolationKind,
} from '#schemas';

/** A schema excludes what fails the gate by default. */
const excludes = (firmness: string): boolean => firmness === 'stated' || firmness === 'implied';

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

type Described = readonly [Parameters<typeof jsonSchemaOf>[0], SchemaJudgement['firmnessOf']];

/** Names that differ from that of the noun, where an operation has another record. */
const nameOf = (id: OperationId): string => {
  const { record, page } = operationOf(id);
  const [noun = ''] = id.split('.');
  return record ?? (page ? `${noun}-listing` : noun);
};

const ofOperation = (id: OperationId): readonly (readonly [name: string, Described])[] => {
  const { success, request } = operationOf(id);
  const [noun] = id.split('.');
  return [
    ...(request === undefined ? [] : [[`${noun}-order`, [request, sentTo(id)]] as const]),
    ...(success === null ? [] : [[nameOf(id), [success, answeredBy(id)]] as const]),
  ];
};

const records: ReadonlyMap<string, Described> = new Map<string, Described>([
  ...operationIds.flatMap(ofOperation),
  ['taxonomy-entry', [taxonomyEntry, answeredBy('taxonomy.list')]],
  ['full-error', [fullError, written]],
  ['short-error', [shortError, written]],
  ['bank-account-error', [bankAccountError, written]],
  ['absent-bank-account', [absentBankAccount, written]],
]);

const describedAs = (name: string): Described => {
  const described = records.get(name);
  if (described === undefined) throw new Error(`export: no record is called ${name}`);
  return described;
};

export const recordNames: readonly string[] = [...records.keys()];

const namesBySchema = new Map<object, string>(recordNames.map((name) => [describedAs(name)[0], name]));

export function recordOf(schema: object): string {
  const name = namesBySchema.get(schema);
  if (name === undefined) throw new Error('export: a schema of an operation is no record');
  return name;
}

/** The record by itself, with its parts in place. */
export function recordSchema(name: string): JsonSchema {
  const [schema, firmnessOf] = describedAs(name);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    ...jsonSchemaOf(schema, { firmnessOf, excludes }),
  };
}

/** The record as a part of a document that holds the other records too, under these addresses. */
export function recordComponent(name: string, address: (part: string) => string): JsonSchema {
  const [schema, firmnessOf] = describedAs(name);
  const referenceTo = (part: object): string | undefined => {
    const known = namesBySchema.get(part);
    return known && address(known);
  };
  return jsonSchemaOf(schema, { firmnessOf, excludes, referenceTo });
}

export function componentOf(name: string): string {
  return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function addressOf(name: string): string {
  return `#/components/schemas/${componentOf(name)}`;
}
