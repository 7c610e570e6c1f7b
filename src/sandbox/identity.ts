import { randomUUID } from 'node:crypto';
import type { Initiation } from './operation.ts';

/** Fixed version 4 UUIDs of the seed: a family of four hexadecimal digits, and a number within it. */
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

/** The record of that id, and only under its own subaccount. */
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

/** How something new comes to be. */
export const creation = {
  newId: (_operation: Initiation): string => randomUUID(),
  createdAt: (now: Date, _operation: Initiation): string => now.toISOString(),
  /** The record's own status. */
  firstStatus: (_operation: Initiation): string => 'pending',
  /** The HTTP status of the reply. */
  replyStatus: (_operation: Initiation): number => 201,
};
