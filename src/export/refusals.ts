import {
  isRequirementId,
  listedIn,
  type OperationId,
  operationOf,
  ownParameter,
  type RequirementId,
} from '#contract';
import type { ValueOfSetting } from './requests.ts';

export interface RequestChange {
  readonly key?: 'none' | 'restricted';
  /** Values of parameters of the path. */
  readonly parameters?: (setting: ValueOfSetting) => Readonly<Record<string, string>>;
  readonly order?: (valid: object) => object;
}

export interface DescribedRefusal {
  readonly status: number;
  readonly condition: string;
  /** The claim that this status is given. */
  readonly requirement: RequirementId;
  readonly body: string;
  /** The member `error`, where the document gives it. */
  readonly error?: string;
  readonly difference: RequestChange;
}

const nobody = '7d0f5b1e-3c2a-4e6d-9b8f-a1c2e3d4f506';

const keyRefusals = (operation: OperationId): readonly DescribedRefusal[] => [
  {
    status: 401,
    condition: 'The API key is missing or invalid.',
    requirement: `${operation}/refuses-a-missing-key`,
    body: 'short-error',
    error: 'Unauthorized',
    difference: { key: 'none' },
  },
  {
    status: 403,
    condition: 'The key has no permission for the resource.',
    requirement: `${operation}/refuses-a-restricted-key`,
    body: 'short-error',
    error: 'Forbidden',
    difference: { key: 'restricted' },
  },
];

/** The order with another value at a path of one or two members. */
const withValue = (order: object, path: string, value: string): object => {
  const [outer = '', inner] = path.split('.');
  const part = (order as Readonly<Record<string, object>>)[outer];
  return { ...order, [outer]: inner === undefined ? value : { ...part, [inner]: value } };
};

const recipientPath = (order: object): string =>
  'recipient_id' in order ? 'recipient_id' : 'to.recipient_id';

const claimOf = (operation: OperationId, claim: string): RequirementId => {
  const id = `${operation}/${claim}`;
  if (isRequirementId(id)) return id;
  throw new Error(`export: ${operation} describes a refusal, but no requirement is called ${id}`);
};

const absenceOf = (operation: OperationId): readonly DescribedRefusal[] => {
  const { absence } = operationOf(operation);
  if (absence === undefined) return [];
  const differences: Readonly<Record<typeof absence.by, RequestChange>> = {
    id: { parameters: () => ({ [ownParameter(operation)]: nobody }) },
    'unbanked subaccount': {
      parameters: (setting) => ({ subaccountId: setting('UNBANKED_SUBACCOUNT_ID') }),
    },
    recipient: { order: (order) => withValue(order, recipientPath(order), nobody) },
  };
  const { of, claim, by, body, error } = absence;
  return [
    {
      status: 404,
      condition: `The ${of} does not exist.`,
      requirement: claimOf(operation, claim),
      body,
      ...(error !== undefined && { error }),
      difference: differences[by],
    },
  ];
};

const unlistedValueOf = (operation: OperationId): readonly DescribedRefusal[] => {
  const { path, unlisted, claim } = listedIn(operation) ?? {};
  if (path === undefined || unlisted === undefined || claim === undefined) return [];
  return [
    {
      status: 400,
      condition: `The ${path.split('.').at(-1)} is none of the listed values; the message names them.`,
      requirement: claimOf(operation, claim),
      body: 'full-error',
      error: 'Bad Request',
      difference: { order: (order) => withValue(order, path, unlisted) },
    },
  ];
};

/** The refusals that the document describes of an operation, by status. */
export const refusalsOf = (operation: OperationId): readonly DescribedRefusal[] =>
  [...keyRefusals(operation), ...unlistedValueOf(operation), ...absenceOf(operation)].toSorted(
    (one, other) => one.status - other.status,
  );
