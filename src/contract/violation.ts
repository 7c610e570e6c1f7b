import { type DriftKind, membersOf, type ViolationKind } from '#schemas';
import { isRequirementId, type RequirementId } from './catalogue.ts';
import { type OperationId, operationIds, operationOf } from './operations.ts';

const operationRules: Readonly<Partial<Record<ViolationKind | DriftKind, string>>> = {
  missing: 'has-its-members',
  null: 'has-its-members',
  type: 'has-its-members',
  integer: 'has-its-members',
  'null-before-approval': 'is-filled-in-every-state',
  set: 'keeps-its-closed-sets',
  identifier: 'writes-its-identifiers',
  timestamp: 'writes-its-timestamps',
  date: 'writes-its-dates',
  decimal: 'writes-its-amounts',
  places: 'writes-its-amounts',
  uri: 'writes-its-uris',
  country: 'writes-its-countries',
  'unassigned-country': 'names-assigned-countries',
  'currency-case': 'writes-its-codes-in-lower-case',
  phone: 'writes-the-phone-in-e164',
};

const generalRules: Readonly<Partial<Record<ViolationKind | DriftKind, RequirementId>>> = {
  'omitted-nullable': 'records/send-null-for-what-is-empty',
  'nil-identifier': 'records/have-no-nil-identifier',
  'document-format': 'records/link-documents-of-supported-formats',
  'user-assigned-country': 'records/use-no-user-assigned-country-code',
  'country-case': 'records/write-country-codes-in-capitals',
  email: 'records/hold-addressable-e-mails',
  unlisted: 'records/hold-values-that-occur',
  'unknown-member': 'records/have-no-member-beyond-the-document',
};

const entryRules: Readonly<Partial<Record<string, readonly [of: 'members' | 'sets' | 'formats', rule: string]>>> = {
  'has-its-members': ['members', 'have-their-members'],
  'keeps-its-closed-sets': ['sets', 'keep-their-closed-sets'],
  'writes-its-timestamps': ['formats', 'keep-their-formats'],
  'writes-its-uris': ['formats', 'keep-their-formats'],
  'writes-its-countries': ['formats', 'keep-their-formats'],
};

const stepsOf = (path: string): readonly string[] => path.match(/\[\]|\{\*\}|\w+/g) ?? [];

const isAny = (step: string | undefined): boolean => step === '[]' || step === '{*}';

const parts = new Map(
  operationIds.map((operation) => {
    const own = (operationOf(operation).parts ?? []).map((part) => ({ ...part, steps: stepsOf(part.at) }));
    return [operation, own.toSorted((one, other) => other.steps.length - one.steps.length)];
  }),
);

const partAt = (operation: OperationId, path: readonly PropertyKey[]) =>
  parts
    .get(operation)
    ?.find(
      ({ steps }) => steps.length < path.length && steps.every((step, at) => isAny(step) || step === String(path[at])),
    );

const nameAt = (operation: OperationId, path: readonly PropertyKey[], name: string | undefined) => {
  const part = partAt(operation, path);
  const [of, rule] = entryRules[name ?? ''] ?? [];
  const isApart = of === 'members' || (of !== undefined && part?.also?.includes(of));
  return part !== undefined && isApart ? `${part.noun}-${rule}` : name;
};

export function requirementOfViolation(
  operation: OperationId,
  path: string | readonly PropertyKey[],
  kind: ViolationKind | DriftKind,
): RequirementId {
  const steps = typeof path === 'string' ? stepsOf(path) : path;
  const literal = kind === 'set' ? operationOf(operation).literals?.[`$.${steps.join('.')}`] : undefined;
  const own = `${operation}/${literal ?? nameAt(operation, steps, operationRules[kind])}`;
  const id = literal === undefined ? (generalRules[kind] ?? own) : own;
  if (isRequirementId(id)) return id;
  throw new Error(
    `contract: ${operation} ${steps.join('.')} can break a promise of ${kind}, but no requirement is called ${id}`,
  );
}

/** Maps, whose keys are data. */
const maps = new Map(
  operationIds.map((operation) => {
    const { success } = operationOf(operation);
    const members = success === null ? [] : membersOf(success).filter(({ type }) => type === 'map');
    return [operation, new Set(members.map(({ path }) => path.replaceAll('{*}', '.*')))];
  }),
);

/** The place without variable parts: `$.rails[].*.url` for `$.rails[2].usd.url`. */
export function placePattern(operation: OperationId, where: string): string {
  const operationMaps = maps.get(operation);
  return where
    .replace(/\[\d+\]/g, '[]')
    .split(/(?=[.[])/)
    .reduce((place, step) => place + (step.startsWith('.') && operationMaps?.has(place) ? '.*' : step), '');
}
