import { Decimal } from 'decimal.js';
import { type OperationId, operationOf, parametersOf } from '#contract';
import { lightningCode } from '#run';
import { bankAccountError, describe, describeTerm, inspect, isRecord, memberAt, sampled } from '#schemas';
import type { Reply, SentExchange, SentRequest } from './reply.ts';
import { type Untested, untested } from './untested.ts';

/** Thrown by a view for a missing member or one of another kind. The rule then leaves the record out. */
export class NotApplicable extends Error {}

const decimalForm = /^-?\d+(\.\d+)?$/;

/** Reads members of one record by dotted path, each as a requested kind. @throws NotApplicable */
export interface View {
  /** A number or a plain decimal string, as an exact decimal. */
  amount(path: string): Decimal;
  text(path: string): string;
  /** A date-time or date in milliseconds since the epoch. */
  instant(path: string): number;
  list(path: string): readonly unknown[];
  /** The members of a map or object. */
  entries(path: string): readonly (readonly [string, unknown])[];
  value(path: string): unknown;
  /** The items of a list, or the members of a map. */
  items(path: string): readonly View[];
  members(path: string): readonly View[];
  has(path: string): boolean;
  /** True if the member exists and equals `value`. */
  is(path: string, value: string | boolean | null): boolean;
  /** Leaves the record out if `exempt`. */
  except(exempt: boolean): void;
  readonly zero: Decimal;
}

/** The value at a dotted path; undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return path === '' ? value : memberAt(value, path.split('.'));
}

const demand = <T>(value: T | undefined): T => {
  if (value === undefined) throw new NotApplicable();
  return value;
};

export function toAmount(value: unknown): Decimal | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return new Decimal(value);
  return typeof value === 'string' && decimalForm.test(value) ? new Decimal(value) : undefined;
}

const toInstant = (value: unknown): number | undefined => {
  const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
};

export function viewOf(record: unknown): View {
  const list = (path: string): readonly unknown[] => {
    const value = valueAt(record, path);
    return demand(Array.isArray(value) ? value : undefined);
  };
  const entries = (path: string) => {
    const value = valueAt(record, path);
    return demand(isRecord(value) ? Object.entries(value) : undefined);
  };
  return {
    amount: (path) => demand(toAmount(valueAt(record, path))),
    text: (path) => {
      const value = valueAt(record, path);
      return demand(typeof value === 'string' ? value : undefined);
    },
    instant: (path) => demand(toInstant(valueAt(record, path))),
    list,
    entries,
    items: (path) => list(path).map(viewOf),
    members: (path) => entries(path).map(([, value]) => viewOf(value)),
    value: (path) => demand(valueAt(record, path)),
    has: (path) => valueAt(record, path) !== undefined,
    is: (path, value) => valueAt(record, path) === value,
    except: (exempt) => {
      if (exempt) throw new NotApplicable();
    },
    zero: new Decimal(0),
  };
}

/** The items of a listing, the data of an envelope, or the body itself. */
export function recordsIn(body: unknown): readonly { readonly where: string; readonly record: unknown }[] {
  if (Array.isArray(body)) return sampled(body).map(([index, record]) => ({ where: `$[${index}]`, record }));
  const data = isRecord(body) ? body.data : undefined;
  if (Array.isArray(data)) return sampled(data).map(([index, record]) => ({ where: `$.data[${index}]`, record }));
  return isRecord(data) ? [{ where: '$.data', record: data }] : [{ where: '$', record: body }];
}

export function idParametersOf(operation: OperationId): readonly string[] {
  return parametersOf(operation).filter((name) => name.endsWith('Id'));
}

export function idsIn({ operation, request }: Reply): readonly (readonly [parameter: string, id: string])[] {
  return idParametersOf(operation).map((name) => [name, String(request.input[name])]);
}

/** The subaccount in the path, in lower case for comparisons. */
export function subaccountOf({ request }: Pick<SentExchange, 'request'>): string {
  return String(request.input.subaccountId).toLowerCase();
}

export function jsonIn(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function amountIn(order: unknown): number {
  return Number(valueAt(order, 'from.amount') ?? valueAt(order, 'amount'));
}

/** The key in the documented header; undefined without one. */
export function keyIn({ credential }: Pick<SentRequest, 'credential'>): string | undefined {
  return credential.in === 'header' ? credential.value : undefined;
}

export type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

export function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as JsonType);
}

export const railPath = 'to.payment_rail';

export const partyPaths = ['to.recipient_id', 'recipient_id', 'accountNumber'] as const;

/** True for a member by which a caller identifies its order. */
export function isReference(name: string): boolean {
  return /^client_\w+_reference$/.test(name);
}

/** A changed copy; an undefined `value` removes the member. */
export const changedAt = (body: object, path: string, value: unknown): object => {
  const [name = '', ...inner] = path.split('.');
  const members = body as Readonly<Record<string, unknown>>;
  const child = members[name];
  const next = inner.length > 0 && isRecord(child) ? changedAt(child, inner.join('.'), value) : value;
  if (next !== undefined) return { ...members, [name]: next };
  const { [name]: _gone, ...others } = members;
  return others;
};

/** A copy with another reference; unchanged if the order has none. */
export function withReference<B extends object>(order: B, of: (known: unknown) => unknown): B {
  const entries = Object.entries(order).map(([name, value]) => [name, isReference(name) ? of(value) : value]);
  return Object.fromEntries(entries);
}

/** The order as text without amount, reference and `others`, which differ in every order. */
export function contentOfOrder(order: unknown, ...others: readonly string[]): string {
  return JSON.stringify(order ?? null, (name, value) =>
    name === 'amount' || isReference(name) || others.includes(name) ? undefined : value,
  );
}

/** The segment as it was sent, percent-encoded or not. */
export function sentSegment({ operation, request }: Reply, parameter: string): string {
  const place = operationOf(operation).path.split('/').indexOf(`{${parameter}}`);
  return request.path.split(/[/?]/)[place] ?? '';
}

export function sentQuery({ request }: Reply, name: string): string {
  return new URLSearchParams(request.path.split('?', 2)[1]).get(name) ?? '';
}

/** The id in its original letter case, because a service may know no other. */
export function writtenIdOf(reply: Reply | undefined): string {
  const id = valueAt(reply?.body, 'id');
  if (typeof id !== 'string') throw untested('UNFIT_RECORD', 'the record has no id to go on with');
  return id;
}

/** The id in lower case; undefined without one. */
export function idIn(record: unknown): string | undefined {
  const id = valueAt(record, 'id');
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

/** @throws Untested for a record without an id. */
export function idOf(reply: Reply | undefined): string {
  return writtenIdOf(reply).toLowerCase();
}

/** The code itself; any other value in abstract form. */
export function codeAt(reply: Reply, path: string): string {
  const value = valueAt(reply.body, path);
  return typeof value === 'string' ? describeTerm(value) : describe(value);
}

/** A usual counter itself; any other value, and a far larger number, in abstract form. */
export function counterAt(reply: Reply, path: string): string {
  const value = valueAt(reply.body, path);
  return Number.isInteger(value) && Math.abs(Number(value)) < 1e6 ? String(value) : describe(value);
}

/** For balances in another form than the document's. */
export const noBalanceMap = (): Untested => untested('UNFIT_RECORD', 'the balances are no map');

/** The amount of a currency; zero if it is missing, undefined if it is unreadable. */
export function balanceAt(held: Readonly<Record<string, unknown>>, currency: string): Decimal | undefined {
  return toAmount(Object.hasOwn(held, currency) ? held[currency] : 0);
}

/** Compares amounts by value, without the currencies in `except` and without unreadable amounts. */
export function sameBalances(one: Reply, other: Reply, except: ReadonlySet<string> = new Set()): boolean {
  const [mine, theirs] = [valueAt(one.body, 'balances'), valueAt(other.body, 'balances')];
  if (!isRecord(mine) || !isRecord(theirs)) throw noBalanceMap();
  const currencies = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return [...currencies].every((currency) => {
    if (except.has(currency)) return true;
    const [before, after] = [balanceAt(mine, currency), balanceAt(theirs, currency)];
    return before === undefined || after === undefined || before.equals(after);
  });
}

/** True for a date-time in the document's format. */
export function isTimestamp(timestamp: unknown): boolean {
  return inspect(bankAccountError, { statusCode: 404, message: '', timestamp }).length === 0;
}

const partsOf = (body: unknown) => [body, valueAt(body, 'from'), valueAt(body, 'to')];

/** Rail, currency and asset of an order; each may have its own limit of amounts. */
export const codesOf = (operation: OperationId, body: unknown): readonly unknown[] => {
  const { order } = operationOf(operation);
  if (order?.unit === null) return [lightningCode];
  return (order?.codes ?? []).flatMap((code) =>
    partsOf(body)
      .map((part) => valueAt(part, code))
      .filter((value) => value !== undefined),
  );
};
