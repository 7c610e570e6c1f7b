import type { Refuse } from './error.ts';
import { frozen, isUuid, sameId, seededId } from './identity.ts';
import { type Amount, amountOf } from './money.ts';
import type { MoneyOperation, Reply } from './operation.ts';

/** The form of a member in a request body. Other code judges `any`. */
type Kind = 'text' | 'optional text' | 'amount' | 'identifier' | 'any';

type OrderShape = Readonly<Record<string, Kind>>;

/** Members by dotted path; amounts are exact decimals. */
export type Order<S extends OrderShape> = {
  readonly [Path in keyof S]: S[Path] extends 'any'
    ? unknown
    : S[Path] extends 'optional text'
      ? string | undefined
      : S[Path] extends 'amount'
        ? Amount
        : string;
};

interface Member {
  readonly operation: MoneyOperation;
  /** A dotted path: `from.amount`. */
  readonly path: string;
  readonly kind: Kind;
}

const least = 0.000_000_01;
const greatest = 1_000_000_000_000;

const wanted: Readonly<Record<Kind, { text: string; fits: (value: unknown) => boolean }>> = {
  any: { text: 'anything', fits: () => true },
  text: {
    text: 'a text that is not empty',
    fits: (value) => typeof value === 'string' && value.trim() !== '',
  },
  'optional text': {
    text: 'a text, where given',
    fits: (value) => value === undefined || value === null || typeof value === 'string',
  },
  identifier: { text: 'a UUID', fits: isUuid },
  amount: {
    text: `a number from ${least.toFixed(8)} to ${greatest}`,
    fits: (value) => typeof value === 'number' && value >= least && value <= greatest,
  },
};

export const order = {
  acceptsBody: (body: unknown, _operation: MoneyOperation): boolean =>
    typeof body === 'object' && body !== null && !Array.isArray(body),
  /** Undefined if there is no mistake. If a member of a wrong type is accepted, it reads as empty. */
  problem: (value: unknown, { path, kind }: Member): string | undefined =>
    wanted[kind].fits(value) ? undefined : `${path} must be ${wanted[kind].text}`,
};

/** Only a part of the request, because `call.ts` imports every policy, so that no policy can import it. */
interface Ordering {
  readonly operation: MoneyOperation;
  readonly body: unknown;
  readonly policies: { readonly order: typeof order };
  readonly refuse: Refuse;
}

/** Reads own members only, so that `constructor` has no meaning. */
function memberAt(body: unknown, path: string): unknown {
  let value = body;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

function read(value: unknown, kind: Kind): unknown {
  if (kind === 'any') return value;
  if (kind === 'amount') return amountOf(typeof value === 'number' && Number.isFinite(value) ? value : 0);
  if (kind === 'optional text') return typeof value === 'string' ? value : undefined;
  return typeof value === 'string' ? value : '';
}

/** The order, or the reply that refuses it. `isReply` tells them apart, because no order has a `status`. */
export function readOrder<S extends OrderShape>(call: Ordering, shape: S): Order<S> | Reply {
  const { acceptsBody, problem } = call.policies.order;
  if (!acceptsBody(call.body, call.operation)) return call.refuse('invalidOrder', 'The body must be a JSON object');
  const members: Record<string, unknown> = {};
  for (const [path, kind] of Object.entries(shape)) {
    const value = memberAt(call.body, path);
    const wrong = problem(value, { operation: call.operation, path, kind });
    if (wrong !== undefined) return call.refuse('invalidOrder', wrong);
    members[path] = read(value, kind);
  }
  return members as Order<S>;
}

export const identifyingFields = [
  'business_name',
  'beneficiary_date_of_formation',
  'beneficiary_country_of_formation',
  'beneficiary_national_identification_number',
] as const;

export type IdentifyingField = (typeof identifyingFields)[number];

/** The document shows only the id of a stored recipient. Its rules and endpoint 10 need the other members. */
export interface Recipient extends Partial<Readonly<Record<IdentifyingField, string>>> {
  readonly id: string;
  readonly currency: string;
  readonly bankName: string | null;
  readonly accountId: string;
}

export const recipientIds = {
  usd: seededId('0c01', 1),
  local: seededId('0c02', 1),
  lightning: seededId('0c03', 1),
  named: seededId('0c04', 1),
} as const;

/** Named recipients by the field that each lacks. */
export const incompleteRecipientIds: Readonly<Record<IdentifyingField, string>> = {
  business_name: seededId('0c05', 1),
  beneficiary_date_of_formation: seededId('0c05', 2),
  beneficiary_country_of_formation: seededId('0c05', 3),
  beneficiary_national_identification_number: seededId('0c05', 4),
};

const identification: Readonly<Record<IdentifyingField, string>> = {
  business_name: 'Fictional Freight Incorporated',
  beneficiary_date_of_formation: '2012-05-14',
  beneficiary_country_of_formation: 'USA',
  beneficiary_national_identification_number: '00-0000000',
};

function lacking(field: IdentifyingField): Recipient {
  const { [field]: _left, ...rest } = identification;
  const id = incompleteRecipientIds[field];
  return { ...rest, id, currency: 'USD', bankName: 'Second Example Bank', accountId: '000000000042' };
}

export const recipients: readonly Recipient[] = frozen([
  { id: recipientIds.usd, currency: 'USD', bankName: 'First Example Bank', accountId: '000000000011' },
  { id: recipientIds.local, currency: 'BRL', bankName: 'Banco de Exemplo', accountId: 'pix-key-0001' },
  { id: recipientIds.lightning, currency: 'NGN', bankName: null, accountId: '0000000022' },
  {
    ...identification,
    id: recipientIds.named,
    currency: 'USD',
    bankName: 'Second Example Bank',
    accountId: '000000000041',
  },
  ...identifyingFields.map(lacking),
]);

export const recipient = {
  /** Recipients belong to the account, so every subaccount may use them. */
  find: (all: readonly Recipient[], id: string, _subaccountId: string): Recipient | undefined =>
    all.find((one) => sameId(one.id, id)),
};
