import { Decimal } from 'decimal.js';
import { isRecord, memberAt, sampled } from '#schemas';

/** Thrown by a view when a member is not there or of another kind: the rule then says nothing of that record. */
export class NotApplicable extends Error {}

const decimalForm = /^-?\d+(\.\d+)?$/;

/** Reads members of a record by dotted path, and only members of the kind that is asked for. */
export interface View {
  /** A number or a plain decimal string, as an exact decimal. */
  amount(path: string): Decimal;
  text(path: string): string;
  /** Milliseconds since the epoch of a date-time or date. */
  instant(path: string): number;
  list(path: string): readonly unknown[];
  /** Members of a map or object. */
  entries(path: string): readonly (readonly [string, unknown])[];
  value(path: string): unknown;
  /** Each item of a list, and each member of a map, as a view. */
  items(path: string): readonly View[];
  members(path: string): readonly View[];
  has(path: string): boolean;
  /** True where a member is there and is just this. */
  is(path: string, value: string | boolean | null): boolean;
  /** Leaves the record out of the promise. */
  except(exempt: boolean): void;
  readonly zero: Decimal;
}

/** The member at a dotted path; undefined where the path leads nowhere. */
export const valueAt = (value: unknown, path: string): unknown =>
  path === '' ? value : memberAt(value, path.split('.'));

const demand = <T>(value: T | undefined): T => {
  if (value === undefined) throw new NotApplicable();
  return value;
};

export const toAmount = (value: unknown): Decimal | undefined => {
  if (typeof value === 'number' && Number.isFinite(value)) return new Decimal(value);
  return typeof value === 'string' && decimalForm.test(value) ? new Decimal(value) : undefined;
};

const toInstant = (value: unknown): number | undefined => {
  const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
};

export const viewOf = (record: unknown): View => {
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
};

/** The records in a body: the items of a listing, the data of an envelope, or the body itself. */
export const recordsIn = (body: unknown): readonly { readonly where: string; readonly record: unknown }[] => {
  if (Array.isArray(body)) return sampled(body).map(([index, record]) => ({ where: `$[${index}]`, record }));
  const data = isRecord(body) ? body.data : undefined;
  if (Array.isArray(data)) return sampled(data).map(([index, record]) => ({ where: `$.data[${index}]`, record }));
  return isRecord(data) ? [{ where: '$.data', record: data }] : [{ where: '$', record: body }];
};
