import type { Api } from '#client';
import { operationOf, owned, ownParameter, type SubaccountRole, subaccountRoles } from '#contract';
import { isRecord, type Reply, valueAt } from '#evidence';
import { type RoleIds, roleOf, roleVariables, type Target } from '#run';
import { type Presence, presenceOf, probe, replyOf } from './first-reads.ts';
import { WrongRoles } from './rules.ts';
import type { VariableName } from './table.ts';

export interface ReadOutcome {
  readonly presence: Presence;
  readonly body: unknown;
}

export interface SeenSubaccount {
  readonly variable: VariableName;
  readonly role: SubaccountRole;
  /** The position of the id, from 1, if a variable has several. */
  readonly place?: number | undefined;
  readonly record: ReadOutcome;
  /** The KYC record of the role; only individuals and businesses have one. */
  readonly kyc?: ReadOutcome | undefined;
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
  /** Listings of the individual; undefined without an individual. */
  readonly listings?: { readonly offramps: ReadOutcome; readonly conversions: ReadOutcome } | undefined;
  /**
   * How the service answered the other account's key, and whether its record equals that of the full key; undefined
   * without this key.
   */
  readonly otherKey?: { readonly isRefused: boolean; readonly isOfSameAccount: boolean } | undefined;
}

const see = async (call: () => Promise<Reply>): Promise<ReadOutcome> => {
  const end = await probe(call);
  return { presence: presenceOf(end), body: replyOf(end)?.body };
};

const idsOf = (roles: RoleIds, role: keyof RoleIds): readonly string[] => [roles[role] ?? []].flat();

const readSubaccounts = (api: Api, roles: RoleIds): Promise<readonly SeenSubaccount[]> => {
  const kyc: Readonly<Partial<Record<SubaccountRole, (path: { subaccountId: string }) => Promise<Reply>>>> = {
    individual: (path) => api.readIndividualKyc(path),
    business: (path) => api.readBusinessKyc(path),
  };
  return Promise.all(
    subaccountRoles.flatMap((role) =>
      idsOf(roles, role).map(async (subaccountId, at, all): Promise<SeenSubaccount> => {
        const readKyc = kyc[role];
        const [record, ofKyc] = await Promise.all([
          see(() => api.readSubaccount({ subaccountId })),
          readKyc && see(() => readKyc({ subaccountId })),
        ]);
        return { variable: roleVariables[role], role, place: all.length > 1 ? at + 1 : undefined, record, kyc: ofKyc };
      }),
    ),
  );
};

const readRecords = (api: Api, roles: RoleIds, subaccountId: string): Promise<readonly SeenRecord[]> =>
  Promise.all(
    owned.flatMap((operation) => {
      const role = roleOf(ownParameter(operation));
      return idsOf(roles, role).map(async (id): Promise<SeenRecord> => {
        // Each path uses only the parameter that it names.
        const input = { subaccountId, withdrawalId: id, offrampId: id, conversionId: id };
        return { variable: roleVariables[role], operation, id, seen: await see(() => api.call(operation, input)) };
      });
    }),
  );

const readOtherKey = async (api: Api, key: string): Promise<RoleReads['otherKey']> => {
  const callers = [api, api.as({ in: 'header', value: key })];
  const [own, other] = await Promise.all(callers.map((caller) => probe(() => caller.readBalances({}))));
  const [mine, theirs] = [replyOf(own), replyOf(other)];
  const id = valueAt(theirs?.body, 'id');
  return {
    isRefused: theirs?.status === 401,
    isOfSameAccount: id !== undefined && id === valueAt(mine?.body, 'id'),
  };
};

const readListings = async (api: Api, subaccountId: string): Promise<RoleReads['listings']> => {
  const [offramps, conversions] = await Promise.all([
    see(() => api.listOfframps({ subaccountId })),
    see(() => api.listConversions({ subaccountId })),
  ]);
  return { offramps, conversions };
};

/** Reads each configured id once, and the balances with the other account's key; sends only GET. */
export async function readRoles(api: Api, roles: RoleIds, key?: string): Promise<RoleReads> {
  const owner = roles.individual ?? roles.business;
  const [subaccounts, records, listings, otherKey] = await Promise.all([
    readSubaccounts(api, roles),
    owner === undefined ? [] : readRecords(api, roles, owner),
    owner === undefined ? undefined : readListings(api, owner),
    key === undefined ? undefined : readOtherKey(api, key),
  ]);
  return { subaccounts, records, listings, otherKey };
}

const itemsOf = (listing: ReadOutcome | undefined): readonly Readonly<Record<string, unknown>>[] => {
  const data = listing?.presence === 'there' ? valueAt(listing.body, 'data') : undefined;
  return Array.isArray(data) ? data.filter(isRecord) : [];
};

interface Remark {
  readonly text: string;
  readonly wrong?: VariableName;
}

const note = (text: string): Remark => ({ text });

const wrong = (variable: VariableName, what: string): Remark => ({ wrong: variable, text: `${variable} ${what}` });

const isThere = (seen: ReadOutcome | undefined): boolean => seen?.presence === 'there';

const is404 = ({ presence }: ReadOutcome): boolean => presence === 'not found' || presence === 'bare 404';

/** A path without a route answers 404 to every id, and names no record. */
const isRouted = (seen: readonly ReadOutcome[]): boolean =>
  seen.some(({ presence }) => presence === 'there' || presence === 'not found');

const promised = {
  individual: 'an approved subaccount of type individual with a KYC record',
  business: 'an approved subaccount of type business with a KYC record',
  unverified: 'a subaccount without approved KYC',
  unbanked: 'an approved subaccount without a bank account',
} as const;

const wrongSubaccount = ({ variable, place, role }: SeenSubaccount, what: string): Remark =>
  wrong(
    variable,
    `names${place ? ` in place ${place}` : ''} ${what}: set it to ${promised[role]} that this key can read`,
  );

const isApproved = ({ body }: ReadOutcome): boolean => {
  const profiles = valueAt(body, 'kyc.profiles');
  const all = [body, ...(Array.isArray(profiles) ? profiles : [])];
  return all.some((each) => valueAt(each, 'status') === 'approved');
};

/** The run judges a service that contradicts itself, so a type counts as wrong only if the KYC record also says so. */
const judgeKind = (seen: SeenSubaccount): readonly Remark[] => {
  const { variable, role, record, kyc } = seen;
  if (role === 'unverified' && valueAt(record.body, 'status') === 'approved')
    return [note(`${variable} names a subaccount whose status is approved: its orders may be accepted`)];
  if (kyc === undefined || !is404(kyc)) return [];
  const other = role === 'individual' ? 'business' : 'individual';
  if (valueAt(record.body, 'type') === other) return [wrongSubaccount(seen, `a subaccount of type ${other}`)];
  if (kyc.presence === 'not found' && !isApproved(record))
    return [wrongSubaccount(seen, 'a subaccount that is not approved and has no KYC record')];
  return [note(`${variable}: ${role}-kyc.read answers 404 for a subaccount that exists`)];
};

const judgeSubaccounts = ({ subaccounts, listings }: RoleReads): readonly Remark[] => {
  const hasItems = [listings?.offramps, listings?.conversions].some((listing) => itemsOf(listing).length > 0);
  const absent = subaccounts.filter(({ record }) => is404(record));
  const present = subaccounts.filter(({ record }) => isThere(record)).flatMap(judgeKind);
  if (absent.some(({ role, kyc }) => isThere(kyc) || (role === 'individual' && hasItems)))
    return [note('subaccount.read answers 404 for a subaccount that other endpoints serve'), ...present];
  if (absent.length > 0 && !isRouted(subaccounts.map(({ record }) => record)))
    return [note('subaccount.read answers 404 to every id without naming what is absent: is it routed?')];
  return [...absent.map((seen) => wrongSubaccount(seen, 'a subaccount that does not exist (404)')), ...present];
};

const isListed = ({ operation, id }: SeenRecord, { listings }: RoleReads): boolean => {
  const items = itemsOf(operation === 'conversion.read' ? listings?.conversions : listings?.offramps);
  const path = operation === 'withdrawal.read' ? 'settlement.withdrawal_id' : 'id';
  return items.some((item) => String(valueAt(item, path)).toLowerCase() === id.toLowerCase());
};

const judgeRecord = (record: SeenRecord, reads: RoleReads): readonly Remark[] => {
  const { variable, operation, seen } = record;
  if (!is404(seen)) return [];
  const noun = operationOf(operation).purpose.replace('read ', '');
  if (isListed(record, reads)) return [note(`${operation} answers 404 for ${noun} that a listing shows`)];
  if (!isRouted(reads.records.filter((each) => each.operation === operation).map((each) => each.seen)))
    return [note(`${operation} answers 404 without naming what is absent: is it routed?`)];
  const unset = operation === 'withdrawal.read' ? '' : ', or leave it out';
  return [
    wrong(variable, `names ${noun} that does not exist (404): set it to ${noun} of the individual subaccount${unset}`),
  ];
};

const judgeOtherKey = ({ otherKey }: RoleReads): readonly Remark[] => {
  const variable = 'RAMP_OTHER_API_KEY';
  const remedy = 'set it to a valid key of another account, or leave it out';
  if (otherKey?.isRefused) return [wrong(variable, `is not a key of the service (401): ${remedy}`)];
  return otherKey?.isOfSameAccount
    ? [note(`${variable} gets the same balances as RAMP_API_KEY: check that it is a key of another account`)]
    : [];
};

/** Tells settings with an absent record, or with another kind of record, from symptoms of the service. */
export const judgeRoles = (reads: RoleReads): readonly Remark[] => {
  const subaccounts = judgeSubaccounts(reads);
  // If a subaccount is absent, its records cannot be found.
  const [owner] = reads.subaccounts;
  const isLost = owner !== undefined && subaccounts.some((remark) => remark.wrong === owner.variable);
  const records = isLost ? [] : reads.records.flatMap((record) => judgeRecord(record, reads));
  return [...judgeOtherKey(reads), ...subaccounts, ...records];
};

/** The records of the individual; a tenant without individuals has those of the business. */
const individualRoles = ['withdrawal', 'offramps', 'conversions'] as const;

/**
 * Reads the records of the settings before the service is blamed for anything. Resolves to the roles that exist, and to
 * remarks for the user.
 * @throws WrongRoles
 */
export async function demandRoles(
  api: Api,
  { label, roles, keys }: Pick<Target, 'label' | 'roles' | 'keys'>,
): Promise<{ readonly roles: RoleIds; readonly notes: readonly string[] }> {
  const remarks = judgeRoles(await readRoles(api, roles, keys.other));
  const isOfNobody = (role: (typeof individualRoles)[number]) =>
    roles.individual === undefined && remarks.some((remark) => remark.wrong === roleVariables[role]);
  const left = individualRoles.filter(isOfNobody);
  const names: readonly string[] = left.map((role) => roleVariables[role]);
  const wrongly = remarks.filter((remark) => remark.wrong && !names.includes(remark.wrong));
  if (wrongly.length > 0)
    throw new WrongRoles(
      label,
      wrongly.map(({ text }) => text),
    );
  const emptied = left.map((role) => [role, role === 'withdrawal' ? undefined : []] as const);
  return {
    roles: { ...roles, ...Object.fromEntries(emptied) },
    notes: [
      ...remarks.filter((remark) => !remark.wrong).map(({ text }) => text),
      ...names.map((name) => `${name} names no record of the business subaccount, so the run does not use it`),
    ],
  };
}
