import { randomUUID } from 'node:crypto';
import type { Initiation } from './operation.ts';

/** Freezes a seed deeply, because all services share it. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) frozen(member);
  }
  return value;
}

/** A fixed UUID of version 4. `family` is four hexadecimal digits; `number` counts within the family. */
export function seededId(family: string, number: number): string {
  return `5eed${family}-${number.toString(16).padStart(4, '0')}-4000-8000-${family.padStart(12, '0')}`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value);
}

export function sameId(left: string, right: string): boolean {
  return left === right || left.toLowerCase() === right.toLowerCase();
}

export interface Owned<T> {
  readonly owner: string;
  readonly origin: 'seeded' | 'initiated';
  readonly record: T;
}

export type KycRecord = Omit<Owned<Readonly<Record<string, unknown>>>, 'origin'>;

export interface Wanted {
  readonly subaccountId: string;
  readonly id: string;
}

/** Undefined for a record of another subaccount. */
export function ownRecord<T extends { readonly id: string }>(
  records: readonly Owned<T>[],
  wanted: Wanted,
): T | undefined {
  return records.find(({ owner, record }) => sameId(record.id, wanted.id) && sameId(owner, wanted.subaccountId))
    ?.record;
}

export function ownedBy<T>(records: readonly Owned<T>[], subaccountId: string): readonly Owned<T>[] {
  return records.filter(({ owner }) => sameId(owner, subaccountId));
}

export const creation = {
  newId: (_operation: Initiation): string => randomUUID(),
  createdAt: (now: Date, _operation: Initiation): string => now.toISOString(),
  firstStatus: (_operation: Initiation): string => 'pending',
  replyStatus: (_operation: Initiation): number => 201,
};

export const subaccounts = {
  individual: seededId('0a01', 1),
  business: seededId('0a02', 1),
  unverified: seededId('0a03', 1),
  unverifiedBusiness: seededId('0a05', 1),
  unbanked: seededId('0a04', 1),
} as const;

export const accountId = seededId('0acc', 1);

/** The first withdrawal of the individual subaccount, which is still pending. */
export const pendingWithdrawalId = seededId('0d01', 0);
