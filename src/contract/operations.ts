import { ZodObject } from 'zod';
import * as balances from './endpoints/balances.ts';
import * as businessKyc from './endpoints/business-kyc.ts';
import * as conversion from './endpoints/conversion.ts';
import * as deposit from './endpoints/deposit.ts';
import * as individualKyc from './endpoints/individual-kyc.ts';
import * as lightningOfframp from './endpoints/lightning-offramp.ts';
import * as offramp from './endpoints/offramp.ts';
import * as onramp from './endpoints/onramp.ts';
import * as subaccount from './endpoints/subaccount.ts';
import * as taxonomy from './endpoints/taxonomy.ts';
import * as withdrawal from './endpoints/withdrawal.ts';
import type { DocumentedChoice, InputOf, Operation, ValueKind } from './operation.ts';

const nouns = [
  balances,
  businessKyc,
  conversion,
  deposit,
  individualKyc,
  lightningOfframp,
  offramp,
  onramp,
  subaccount,
  taxonomy,
  withdrawal,
];

type AnyOperation = (typeof nouns)[number]['operations'][number];

export type OperationId = AnyOperation['id'];

export type Operations = { readonly [Id in OperationId]: Extract<AnyOperation, { readonly id: Id }> };
export type Input<Id extends OperationId> = InputOf<Operations[Id]>;

const table: readonly AnyOperation[] = nouns
  .flatMap(({ operations }): readonly AnyOperation[] => operations)
  .toSorted((one, other) => one.number - other.number);

/** In the order of the document's table. */
export const operationIds: readonly OperationId[] = table.map(({ id }) => id);

const byId = new Map<OperationId, Operation>(table.map((operation) => [operation.id, operation]));

/** Without literal types, for code that handles all operations. */
export const operationOf = (id: OperationId): Operation => {
  const operation = byId.get(id);
  if (operation === undefined) throw new Error(`contract: no operation is called ${id}`);
  return operation;
};

/** The section of an endpoint, or of a part of it. */
export const headingOf = (id: OperationId, part?: string): string => {
  const { number, heading } = operationOf(id);
  return `Endpoints: ${number}. ${part ?? heading}`;
};

type AnsweringId = {
  [Id in OperationId]: Operations[Id]['success'] extends null ? never : Id;
}[OperationId];

export const answering = operationIds.filter((id): id is AnsweringId => operationOf(id).success !== null);

type PersonalId = {
  [Id in OperationId]: Operations[Id]['personal'] extends true ? Id : never;
}[OperationId];

export const personal = operationIds.filter((id): id is PersonalId => operationOf(id).personal);

type HoldingId<Kind extends ValueKind> = {
  [Id in OperationId]: Kind extends Operations[Id]['values'][number] ? Id : never;
}[OperationId];

/** The operations of one rule: each must have a proof. */
export const operationsWith = <Kind extends ValueKind>(kind: Kind): readonly HoldingId<Kind>[] =>
  operationIds.filter((id): id is HoldingId<Kind> => operationOf(id).values.includes(kind));

export const reads = operationIds.filter((id) => operationOf(id).method === 'GET');

export type OrderId = {
  [Id in OperationId]: Operations[Id]['method'] extends 'POST' ? Id : never;
}[OperationId];

export const isOrder = (id: OperationId): id is OrderId => operationOf(id).method === 'POST';

export const orderIds = operationIds.filter(isOrder);

export const parametersOf = (id: OperationId): readonly string[] =>
  [...operationOf(id).path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The last path parameter, which names the record itself. */
export const ownParameter = (id: OperationId): string => parametersOf(id).at(-1) ?? '';

type IdentifiedId = {
  [Id in OperationId]: Operations[Id]['path'] extends `${string}Id}${string}` ? Id : never;
}[OperationId];

export const identified = operationIds.filter((id): id is IdentifiedId => ownParameter(id).endsWith('Id'));

type IdWith<Fact extends keyof Operation> = {
  [Id in OperationId]: Operations[Id] extends Readonly<Record<Fact, unknown>> ? Id : never;
}[OperationId];

export type Listing = IdWith<'page'>;

export const isListing = (id: string | undefined): id is Listing =>
  table.some((operation) => operation.id === id && 'page' in operation);

export const listings = operationIds.filter(isListing);

export const readOf = (listing: Listing): OperationId => {
  const read = operationIds.find((id) => id === operationOf(listing).page?.reads);
  if (read === undefined) throw new Error(`contract: no operation reads the items of ${listing}`);
  return read;
};

type RecordId = Exclude<IdentifiedId, OrderId | Listing>;

const recordReads = identified.filter((id): id is RecordId => !isOrder(id) && !isListing(id));

type OwnId = {
  [Id in RecordId]: Operations[Id]['success'] extends { readonly shape: { readonly id: unknown } } ? Id : never;
}[RecordId];

/** Reads whose record contains the id of the path. */
export const showingTheirId = recordReads.filter((id): id is OwnId => {
  const { success } = operationOf(id);
  return success instanceof ZodObject && 'id' in success.shape;
});

type OwnedId = {
  [Id in RecordId]: Operations[Id]['path'] extends `${string}{subaccountId}${string}Id}` ? Id : never;
}[RecordId];

/** Reads whose record belongs to the subaccount in the path. */
export const owned = recordReads.filter((id): id is OwnedId => parametersOf(id).length > 1);

type AbsentId = Extract<RecordId, IdWith<'absence'>>;

export const refusingTheAbsent = recordReads.filter((id): id is AbsentId => operationOf(id).absence !== undefined);

/** The listed member; undefined if the operation accepts other values. */
export const listedIn = (id: OperationId): DocumentedChoice | undefined => {
  const { listed } = operationOf(id).order ?? {};
  return listed?.claim === undefined ? undefined : listed;
};

/** Operations whose reads are equal, unless an event changed the record. */
export const lasting = operationIds.filter((id): id is IdWith<'varying'> => operationOf(id).varying !== undefined);

type AmountsId = IdWith<'amountsIn'>;

/** Operations whose records have amounts, rates or fees. Records of a listing belong to its read. */
export const withAmounts = operationIds.filter((id): id is AmountsId => operationOf(id).amountsIn !== undefined);

export const withListings = (id: OperationId): readonly OperationId[] => [
  id,
  ...listings.filter((listing) => readOf(listing) === id),
];
