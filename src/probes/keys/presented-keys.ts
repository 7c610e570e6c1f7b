import { type Input, isListing, isOrder, type OperationId, operationIds, ownParameter, roleOf } from '#contract';
import type { Credential, KeyPlace } from '#evidence';
import { enumerated } from '../drawn.ts';
import { ordersOf } from '../orders/valid-orders.ts';
import { exampleOf } from '../reads/reads.ts';
import { perOperation, type Service } from '../source.ts';
import { unlessLockedOut } from './lock-out.ts';

const places = (of: KeyPlace['in'], ...names: readonly string[]): readonly KeyPlace[] =>
  names.map((name) => ({ in: of, name }));

/** The places of the key in interfaces of other kinds. */
export const otherPlaces: readonly KeyPlace[] = [
  ...places('query', 'x-api-key', 'api_key', 'apikey', 'key', 'token', 'access_token'),
  ...places('cookie', 'x-api-key'),
  ...places('header', 'api-key', 'apikey'),
];

/** A request has room for one of them. */
export const authorizations: readonly KeyPlace[] = [
  { in: 'header', name: 'authorization', scheme: 'Bearer' },
  { in: 'header', name: 'authorization', scheme: 'Basic' },
  { in: 'header', name: 'authorization' },
];

/** Each form goes to one operation after the other, because a service rarely reads the header in one operation alone. */
export const authorizationOf = (operation: OperationId): KeyPlace =>
  authorizations[operationIds.indexOf(operation) % authorizations.length] as KeyPlace;

export const describePlace = ({ in: part, name, scheme }: KeyPlace): string =>
  `the ${part} ${name}${scheme === undefined ? '' : ` as ${scheme}`}`;

/** A valid request besides the plain one: in words, and the input in which it differs. */
type OtherRequest = readonly [what: string, input: Readonly<Record<string, unknown>>];

/** Operations that answer for a business as for an individual, with any records. */
const isOfAnySubaccount = (operation: OperationId): boolean =>
  operation === 'subaccount.read' || isListing(operation) || isOrder(operation);

const secondRecord = ({ roles, order }: Service, operation: OperationId): readonly OtherRequest[] => {
  const parameter = ownParameter(operation);
  const role = roleOf(parameter);
  const ids = role !== 'individual' && roles.has(role) ? [roles[role]].flat() : [];
  const values = parameter === 'currency' ? order.taxonomyCurrencies : ids;
  return values.slice(1, 2).map((value) => ['another record', { [parameter]: value }]);
};

/** The order that differs most from the plain one. */
const secondOrder = (service: Service, operation: OperationId): readonly OtherRequest[] => {
  if (!isOrder(operation)) return [];
  const others = ordersOf(service, operation).filter(
    ({ typical, traits = {} }) => typical && !traits.role && !traits.isPlain && !traits.inUtf8,
  );
  return others.slice(-1).map(({ kind, body }) => [`an order ${kind}`, { body: body(service) }]);
};

/** A permission may be looked up for some subaccounts, records and kinds of orders alone. */
export const otherRequests = (service: Service, operation: OperationId): readonly OtherRequest[] => [
  ...(isOfAnySubaccount(operation) && service.roles.has('business')
    ? [['the business', { subaccountId: service.roles.business }] as const]
    : []),
  ...secondRecord(service, operation),
  ...secondOrder(service, operation),
];

export interface Presented {
  readonly credential: Credential;
  readonly description: string;
  /** A key that no caller has, or in a place where a gateway expects another. */
  readonly odd?: true;
  /** Asks a listing for a page: a service may guard one way to it, and not the other. */
  readonly paged?: boolean;
  /** Asks for something else than the plain request does. */
  readonly input?: OtherRequest[1];
}

export type PresentedKeys = (service: Service, operation: OperationId) => readonly Presented[];

export const presentingTo = (
  operation: OperationId,
  what: string,
  keys: PresentedKeys,
  minProfile: 'smoke' | 'gate' = 'smoke',
) =>
  enumerated(`${operation} with ${what}`, {
    mode: 'wrongKeys',
    minProfile,
    cases: (service) => keys(service, operation),
    describe: ({ description }) => description,
    isOdd: ({ odd = false }) => odd,
    // A valid request: nothing but its key stands against it.
    ask: (service, { credential, paged = false, input: other = {} }) => {
      const example = { ...exampleOf(service, operation), ...other };
      const query = { page: 1, limit: service.facts.greatestLimit };
      const input = paged && isListing(operation) ? { ...example, query } : example;
      return service.api.as(credential).call(operation, input as Input<typeof operation>);
    },
  });

export const presenting = (what: string, keys: PresentedKeys, minProfile: 'smoke' | 'gate' = 'smoke') =>
  perOperation((operation: OperationId) =>
    unlessLockedOut(presentingTo(operation, what, keys, minProfile), firstRefused),
  );

export const inHeader = (value: string): Credential => ({ in: 'header', value });

const missing: readonly Presented[] = [
  { credential: { in: 'none' }, description: 'no key' },
  { credential: inHeader(''), description: 'an empty key' },
];

/** A remote service may lock out who sends many refused keys, so that it gets one of a kind for each operation. */
export const mayLockOut = ({ embedded }: Service): boolean => !embedded;

/** One element for each operation, by turns; with `every`, so many operations in a row get the same one. */
export const turnOf = <T>(all: readonly T[], operation: OperationId, every = 1): readonly T[] => {
  const turn = Math.floor(operationIds.indexOf(operation) / every) % Math.max(1, all.length);
  return all.slice(turn, turn + 1);
};

export const missingKeys: PresentedKeys = (service, operation) => {
  if (service.profile === 'smoke') return missing.slice(0, 1);
  return mayLockOut(service) ? turnOf(missing, operation) : missing;
};

/** The very first request without a right key: by it a service that changes its mind is known. */
export const firstRefused = presentingTo('balances.read', 'a missing key', missingKeys);
