import { type OperationId, operationIds } from '#contract';
import type { KeyPlace } from '#evidence';

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
