import type { Api } from '#client';
import type { Target } from '#contract';
import { isRecord } from '#evidence';
import { type SettingProblem, WrongRoles } from './problem.ts';
import {
  itemsOf,
  type ReadOutcome,
  type RoleReads,
  readRoles,
  type SeenRecord,
  type SeenSubaccount,
} from './role-reads.ts';

interface JudgedRoles {
  readonly problems: readonly SettingProblem[];
  /** Symptoms that seem to be the service's doing; the run will judge them. */
  readonly notes: readonly string[];
}

const fine: JudgedRoles = { problems: [], notes: [] };

const noted = (note: string): JudgedRoles => ({ problems: [], notes: [note] });

const wrong = (variable: string, problem: string, remedy: string): JudgedRoles => ({
  problems: [{ variable, problem, remedy }],
  notes: [],
});

const together = (parts: readonly JudgedRoles[]): JudgedRoles => ({
  problems: parts.flatMap(({ problems }) => problems),
  notes: parts.flatMap(({ notes }) => notes),
});

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

/** A service that contradicts itself is the run's to judge: a type is wrong only where the KYC record says so too. */
const judgeKind = (seen: SeenSubaccount): JudgedRoles => {
  const { variable, role, record, kyc } = seen;
  if (role === 'unbanked') return fine;
  if (role === 'unverified')
    return memberOf(record, 'status') === 'approved'
      ? noted(`${variable} names a subaccount whose status is approved: its orders may be accepted`)
      : fine;
  if (kyc === undefined || isThere(kyc) || !is404(kyc)) return fine;
  const other = role === 'individual' ? 'business' : 'individual';
  if (memberOf(record, 'type') === other)
    return wrong(variable, `names a subaccount of type ${other}`, remedyFor(seen));
  if (kyc.presence === 'not found' && !isApproved(record))
    return wrong(variable, 'names a subaccount that is not approved and has no KYC record', remedyFor(seen));
  return noted(`${variable}: ${role}-kyc.read answers 404 for a subaccount that is there`);
};

const judgeSubaccounts = ({ subaccounts, listings }: RoleReads): JudgedRoles => {
  const hasItems = [listings?.offramps, listings?.conversions].some((listing) => itemsOf(listing).length > 0);
  const servedElsewhere = ({ role, kyc }: SeenSubaccount): boolean =>
    isThere(kyc) || (role === 'individual' && hasItems);
  const absent = subaccounts.filter(({ record }) => is404(record));
  const contradicted = absent.some(servedElsewhere);
  const isRouted = subaccounts.some(({ record }) => ['there', 'not found'].includes(record.presence));
  const present = subaccounts.filter(({ record }) => isThere(record)).map(judgeKind);
  if (absent.length === 0) return together(present);
  if (contradicted)
    return together([
      noted('subaccount.read answers 404 for a subaccount that other endpoints serve'),
      ...present,
    ]);
  if (!isRouted)
    return together([
      noted('subaccount.read answers 404 to every id without naming what is absent: is it routed?'),
    ]);
  return together([
    ...absent.map((seen) =>
      wrong(seen.variable, 'names a subaccount that is not there (404)', remedyFor(seen)),
    ),
    ...present,
  ]);
};

const nouns = {
  'withdrawal.read': 'a withdrawal',
  'offramp.read': 'an offramp',
  'conversion.read': 'a conversion',
} as const;

const isListed = ({ operation, id }: SeenRecord, { listings }: RoleReads): boolean => {
  const offramps = itemsOf(listings?.offramps);
  const same = (value: unknown): boolean =>
    typeof value === 'string' && value.toLowerCase() === id.toLowerCase();
  if (operation === 'offramp.read') return offramps.some((item) => same(item.id));
  if (operation === 'conversion.read') return itemsOf(listings?.conversions).some((item) => same(item.id));
  return offramps.some(({ settlement }) => isRecord(settlement) && same(settlement.withdrawal_id));
};

const judgeRecord = (record: SeenRecord, reads: RoleReads): JudgedRoles => {
  const { variable, operation, seen } = record;
  if (!is404(seen)) return fine;
  const noun = nouns[operation];
  if (isListed(record, reads)) return noted(`${operation} answers 404 for ${noun} that a listing shows`);
  const isRouted = reads.records.some(
    (each) => each.operation === operation && ['there', 'not found'].includes(each.seen.presence),
  );
  if (!isRouted) return noted(`${operation} answers 404 without naming what is absent: is it routed?`);
  const remedy = `set it to ${noun} of the individual subaccount${operation === 'withdrawal.read' ? '' : ', or leave it out'}`;
  return wrong(variable, `names ${noun} that is not there (404)`, remedy);
};

const judgeListings = ({ listings, nobodysOfframp }: RoleReads): JudgedRoles => {
  if (listings === undefined) return fine;
  const { offramps, conversions } = listings;
  const whole = offramps.presence === 'bare 404' && nobodysOfframp?.presence === 'bare 404';
  return together([
    whole
      ? noted('Nothing under /v2 seems to be routed: offramp.list and offramp.read answer a bare 404')
      : fine,
    !whole && offramps.presence === 'bare 404'
      ? noted('offramp.list seems not to be routed: it answers a bare 404')
      : fine,
    conversions.presence === 'bare 404'
      ? noted('conversion.list seems not to be routed: it answers a bare 404')
      : fine,
  ]);
};

/** Settings that name an absent record, or one of another kind, and symptoms that seem to be the service's doing. */
export const judgeRoles = (reads: RoleReads): JudgedRoles => {
  const subaccounts = judgeSubaccounts(reads);
  const listings = judgeListings(reads);
  // Records of an individual cannot be found where the individual is absent.
  const lost = subaccounts.problems.some(({ variable }) => variable === 'RAMP_INDIVIDUAL_SUBACCOUNT_ID');
  if (lost) return subaccounts;
  return together([listings, subaccounts, ...reads.records.map((record) => judgeRecord(record, reads))]);
};

/**
 * Reads what the settings name, before anything is blamed on the service; resolves to what the user should know.
 * @throws WrongRoles
 */
export async function demandRoles(
  api: Api,
  { label, roles }: Pick<Target, 'label' | 'roles'>,
): Promise<readonly string[]> {
  const { problems, notes } = judgeRoles(await readRoles(api, roles));
  if (problems.length > 0) throw new WrongRoles(label, problems);
  return notes;
}
