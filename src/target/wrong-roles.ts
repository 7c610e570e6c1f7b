import { randomUUID } from 'node:crypto';
import type { Api } from '#client';
import {
  operationOf,
  owned,
  ownParameter,
  type RoleIds,
  roleOf,
  roleVariables,
  type SubaccountRole,
  subaccountRoles,
  type Target,
} from '#contract';
import { isRecord, type Reply, valueAt } from '#evidence';
import { type Presence, presenceOf, probe } from './facts.ts';
import { type SettingProblem, WrongRoles } from './rules.ts';
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
  const { individual, business } = roles;
  const subaccountId = individual ?? business;
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

const itemsOf = (listing: ReadOutcome | undefined): readonly Readonly<Record<string, unknown>>[] => {
  const body = listing?.presence === 'there' && isRecord(listing.body) ? listing.body : {};
  return Array.isArray(body.data) ? body.data.filter(isRecord) : [];
};

/** A wrong setting, or a symptom that seems to be the service's doing, which the run will judge. */
type Remark = SettingProblem | string;

const isThere = (seen: ReadOutcome | undefined): boolean => seen?.presence === 'there';

const is404 = ({ presence }: ReadOutcome): boolean => presence === 'not found' || presence === 'bare 404';

const promised = {
  individual: 'an approved subaccount of type individual with a KYC record',
  business: 'an approved subaccount of type business with a KYC record',
  unverified: 'a subaccount without approved KYC',
  unbanked: 'an approved subaccount without a bank account',
} as const;

const remedyFor = ({ role }: SeenSubaccount): string => `set it to ${promised[role]} that this key can read`;

const memberOf = ({ body }: ReadOutcome, name: string): unknown => (isRecord(body) ? body[name] : undefined);

const isApproved = (record: ReadOutcome): boolean => {
  const kyc = memberOf(record, 'kyc');
  const profiles = isRecord(kyc) && Array.isArray(kyc.profiles) ? kyc.profiles.filter(isRecord) : [];
  return memberOf(record, 'status') === 'approved' || profiles.some(({ status }) => status === 'approved');
};

const namesIn = ({ place }: SeenSubaccount): string => (place === undefined ? 'names' : `names in place ${place}`);

/** A service that contradicts itself is the run's to judge: a type is wrong only where the KYC record says so too. */
const judgeKind = (seen: SeenSubaccount): readonly Remark[] => {
  const { variable, role, record, kyc } = seen;
  const wrong = (problem: string) => [{ variable, problem, remedy: remedyFor(seen) }];
  if (role === 'unbanked') return [];
  if (role === 'unverified')
    return memberOf(record, 'status') === 'approved'
      ? [`${variable} ${namesIn(seen)} a subaccount whose status is approved: its orders may be accepted`]
      : [];
  if (kyc === undefined || isThere(kyc) || !is404(kyc)) return [];
  const other = role === 'individual' ? 'business' : 'individual';
  if (memberOf(record, 'type') === other) return wrong(`names a subaccount of type ${other}`);
  if (kyc.presence === 'not found' && !isApproved(record))
    return wrong('names a subaccount that is not approved and has no KYC record');
  return [`${variable}: ${role}-kyc.read answers 404 for a subaccount that is there`];
};

const judgeSubaccounts = ({ subaccounts, listings }: RoleReads): readonly Remark[] => {
  const hasItems = [listings?.offramps, listings?.conversions].some((listing) => itemsOf(listing).length > 0);
  const servedElsewhere = ({ role, kyc }: SeenSubaccount): boolean =>
    isThere(kyc) || (role === 'individual' && hasItems);
  const absent = subaccounts.filter(({ record }) => is404(record));
  const isRouted = subaccounts.some(({ record }) => ['there', 'not found'].includes(record.presence));
  const present = subaccounts.filter(({ record }) => isThere(record)).flatMap(judgeKind);
  if (absent.length === 0) return present;
  if (absent.some(servedElsewhere))
    return ['subaccount.read answers 404 for a subaccount that other endpoints serve', ...present];
  if (!isRouted) return ['subaccount.read answers 404 to every id without naming what is absent: is it routed?'];
  const wrong = absent.map((seen) => ({
    variable: seen.variable,
    problem: `${namesIn(seen)} a subaccount that is not there (404)`,
    remedy: remedyFor(seen),
  }));
  return [...wrong, ...present];
};

const isListed = ({ operation, id }: SeenRecord, { listings }: RoleReads): boolean => {
  const offramps = itemsOf(listings?.offramps);
  const same = (value: unknown): boolean => typeof value === 'string' && value.toLowerCase() === id.toLowerCase();
  if (operation === 'offramp.read') return offramps.some((item) => same(item.id));
  if (operation === 'conversion.read') return itemsOf(listings?.conversions).some((item) => same(item.id));
  return offramps.some(({ settlement }) => isRecord(settlement) && same(settlement.withdrawal_id));
};

const judgeRecord = (record: SeenRecord, reads: RoleReads): readonly Remark[] => {
  const { variable, operation, seen } = record;
  if (!is404(seen)) return [];
  const noun = operationOf(operation).purpose.replace('read ', '');
  if (isListed(record, reads)) return [`${operation} answers 404 for ${noun} that a listing shows`];
  const isRouted = reads.records.some(
    (each) => each.operation === operation && ['there', 'not found'].includes(each.seen.presence),
  );
  if (!isRouted) return [`${operation} answers 404 without naming what is absent: is it routed?`];
  const remedy = `set it to ${noun} of the individual subaccount${operation === 'withdrawal.read' ? '' : ', or leave it out'}`;
  return [{ variable, problem: `names ${noun} that is not there (404)`, remedy }];
};

const judgeListings = ({ listings, nobodysOfframp }: RoleReads): readonly Remark[] => {
  const isBare = (seen: ReadOutcome | undefined) => seen?.presence === 'bare 404';
  const offramps = isBare(nobodysOfframp)
    ? 'Nothing under /v2 seems to be routed: offramp.list and offramp.read answer a bare 404'
    : 'offramp.list seems not to be routed: it answers a bare 404';
  return [
    ...(isBare(listings?.offramps) ? [offramps] : []),
    ...(isBare(listings?.conversions) ? ['conversion.list seems not to be routed: it answers a bare 404'] : []),
  ];
};

const judgeOtherKey = ({ otherKey }: RoleReads): readonly Remark[] => {
  const variable = 'RAMP_OTHER_API_KEY';
  const remedy = 'set it to a valid key of another account, or leave it out';
  if (otherKey?.isRefused) return [{ variable, problem: 'is refused as no key of the service (401)', remedy }];
  return otherKey?.isOfSameAccount
    ? [`${variable} is shown the balances of the account that RAMP_API_KEY is of: is it a key of another?`]
    : [];
};

/** Tells settings that name an absent record, or one of another kind, from symptoms that seem to be the service's doing. */
export const judgeRoles = (reads: RoleReads) => {
  const subaccounts = judgeSubaccounts(reads);
  const isWrong = (remark: Remark): remark is SettingProblem => typeof remark !== 'string';
  // Records cannot be found where the subaccount that they are of is absent.
  const [owner] = reads.subaccounts;
  const isLost = subaccounts.some((remark) => isWrong(remark) && remark.variable === owner?.variable);
  const records = reads.records.flatMap((record) => judgeRecord(record, reads));
  const others = isLost ? subaccounts : [...judgeListings(reads), ...subaccounts, ...records];
  const all = [...judgeOtherKey(reads), ...others];
  return { problems: all.filter(isWrong), notes: all.filter((remark) => typeof remark === 'string') };
};

/** Records are set for the person; a tenant without one has those that the business shows. */
const ofThePerson: ReadonlySet<string> = new Set(
  owned.map((operation) => roleVariables[roleOf(ownParameter(operation))]),
);

const withoutRecords = (roles: RoleIds, variables: ReadonlySet<string>): RoleIds => ({
  ...roles,
  withdrawal: variables.has(roleVariables.withdrawal) ? undefined : roles.withdrawal,
  offramps: variables.has(roleVariables.offramps) ? [] : roles.offramps,
  conversions: variables.has(roleVariables.conversions) ? [] : roles.conversions,
});

/**
 * Reads what the settings name, before anything is blamed on the service; resolves to the roles that are there, and to what the
 * user should know.
 * @throws WrongRoles
 */
export async function demandRoles(
  api: Api,
  { label, roles, keys }: Pick<Target, 'label' | 'roles' | 'keys'>,
): Promise<{ readonly roles: RoleIds; readonly notes: readonly string[] }> {
  const { problems, notes } = judgeRoles(await readRoles(api, roles, keys.other));
  const isOfNobody = ({ variable }: SettingProblem) => roles.individual === undefined && ofThePerson.has(variable);
  const wrong = problems.filter((problem) => !isOfNobody(problem));
  if (wrong.length > 0) throw new WrongRoles(label, wrong);
  const left = new Set(problems.map(({ variable }): string => variable));
  const told = [...left].map((variable) => `${variable} names no record of the business, and is left out`);
  return { roles: withoutRecords(roles, left), notes: [...notes, ...told] };
}
