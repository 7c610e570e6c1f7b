import { randomUUID } from 'node:crypto';
import type { Api } from '#client';
import {
  owned,
  ownParameter,
  type RoleIds,
  roleOf,
  roleVariables,
  type SubaccountRole,
  subaccountRoles,
} from '#contract';
import { isRecord, type Reply, valueAt } from '#evidence';
import { type Presence, presenceOf, probe } from './first-probes.ts';
import type { VariableName } from './table.ts';

export interface ReadOutcome {
  readonly presence: Presence;
  readonly body: unknown;
}

export interface SeenSubaccount {
  readonly variable: VariableName;
  readonly role: SubaccountRole;
  /** Place among several of a variable, from 1. */
  readonly place?: number;
  readonly record: ReadOutcome;
  /** The KYC record that goes with the role; only individuals and businesses are promised one. */
  readonly kyc?: ReadOutcome;
}

export interface SeenRecord {
  readonly variable: VariableName;
  readonly operation: (typeof owned)[number];
  readonly id: string;
  readonly seen: ReadOutcome;
}

export interface RoleReads {
  readonly subaccounts: readonly SeenSubaccount[];
  readonly records: readonly SeenRecord[];
  /** Those of the individual; absent where there is none. */
  readonly listings?: { readonly offramps: ReadOutcome; readonly conversions: ReadOutcome };
  /** The answer to the other account's key, and whether it is the record that the full key gets; absent without that key. */
  readonly otherKey?: { readonly isRefused: boolean; readonly isOfSameAccount: boolean };
  /** An offramp that nobody has, read where the listing of offramps is a bare 404. */
  readonly nobodysOfframp?: ReadOutcome;
}

const see = async (call: () => Promise<Reply>): Promise<ReadOutcome> => {
  const read = await probe(call);
  return { presence: presenceOf(read), body: read.kind === 'reply' ? read.reply.body : undefined };
};

const kycOf = (api: Api, role: SubaccountRole, subaccountId: string): Promise<ReadOutcome> | undefined => {
  if (role === 'individual') return see(() => api.readIndividualKyc({ subaccountId }));
  return role === 'business' ? see(() => api.readBusinessKyc({ subaccountId })) : undefined;
};

const readSubaccounts = (api: Api, roles: RoleIds): Promise<readonly SeenSubaccount[]> =>
  Promise.all(
    subaccountRoles.flatMap((role) => {
      const ids = [roles[role] ?? []].flat();
      const read = async (subaccountId: string, at: number): Promise<SeenSubaccount> => {
        const [record, kyc] = await Promise.all([
          see(() => api.readSubaccount({ subaccountId })),
          kycOf(api, role, subaccountId),
        ]);
        const place = ids.length > 1 ? { place: at + 1 } : {};
        return { variable: roleVariables[role], role, ...place, record, ...(kyc ? { kyc } : {}) };
      };
      return ids.map(read);
    }),
  );

const readRecords = (api: Api, roles: RoleIds, subaccountId: string): Promise<readonly SeenRecord[]> =>
  Promise.all(
    owned.flatMap((operation) => {
      const role = roleOf(ownParameter(operation));
      const read = async (id: string): Promise<SeenRecord> => {
        // Each path takes the one that it names.
        const input = { subaccountId, withdrawalId: id, offrampId: id, conversionId: id };
        const seen = await see(() => api.call(operation, input));
        return { variable: roleVariables[role], operation, id, seen };
      };
      return [roles[role] ?? []].flat().map(read);
    }),
  );

const readOtherKey = async (api: Api, key: string): Promise<NonNullable<RoleReads['otherKey']>> => {
  const [own, others] = await Promise.all(
    [api, api.as({ in: 'header', value: key })].map((caller) => probe(() => caller.readBalances({}))),
  );
  const [mine, theirs] = [own, others].map((read) => (read?.kind === 'reply' ? read.reply : undefined));
  const id = valueAt(theirs?.body, 'id');
  return {
    isRefused: theirs?.status === 401,
    isOfSameAccount: id !== undefined && id === valueAt(mine?.body, 'id'),
  };
};

/** Reads each configured id once, and the balances with the other account's key; sends only GET. */
export async function readRoles(api: Api, roles: RoleIds, otherKey?: string): Promise<RoleReads> {
  const [reads, read] = await Promise.all([
    readRecordsOf(api, roles),
    otherKey === undefined ? undefined : readOtherKey(api, otherKey),
  ]);
  return { ...reads, ...(read && { otherKey: read }) };
}

async function readRecordsOf(api: Api, roles: RoleIds): Promise<RoleReads> {
  const { individual: subaccountId } = roles;
  if (subaccountId === undefined) return { subaccounts: await readSubaccounts(api, roles), records: [] };
  const [subaccounts, records, offramps, conversions] = await Promise.all([
    readSubaccounts(api, roles),
    readRecords(api, roles, subaccountId),
    see(() => api.listOfframps({ subaccountId })),
    see(() => api.listConversions({ subaccountId })),
  ]);
  const seen = { subaccounts, records, listings: { offramps, conversions } };
  if (offramps.presence !== 'bare 404') return seen;
  const offrampId = randomUUID();
  return { ...seen, nobodysOfframp: await see(() => api.readOfframp({ subaccountId, offrampId })) };
}

export const itemsOf = (listing: ReadOutcome | undefined): readonly Readonly<Record<string, unknown>>[] => {
  const body = listing?.presence === 'there' && isRecord(listing.body) ? listing.body : {};
  return Array.isArray(body.data) ? body.data.filter(isRecord) : [];
};
